// Lines of Action: rows from the top one down to row 1, and who is to move, as in `1xx1/o2o/o2o/1xx1 x`.

import { NOWHERE, slide, type BoardGame } from './game';
import { cellIndex, emptied, putOn, readSided, sizeOf, squareScene, writeSided, type Grid } from './grid';

export const loa: BoardGame<Grid> = {
  pieces: [
    { id: 'x', side: 0, name: 'black piece' },
    { id: 'o', side: 1, name: 'white piece' },
  ],
  parse: (text, parameters) => readSided(text, sizeOf(parameters, 8)),
  format: writeSided,
  scene: (grid) =>
    squareScene(grid, 'bottom', (index) =>
      (Math.floor(index / grid.size) + (index % grid.size)) % 2 === 0 ? 'plain' : 'other',
    ),
  put: (grid, cell, piece) => putOn(grid, cellIndex(grid, cell, 'bottom'), piece),
  clear: emptied,
  turn: (grid) => grid.turn,
  withTurn: (grid, turn) => ({ ...grid, turn }),
  shape(move) {
    const found = /^([a-h][1-8])([a-h][1-8])$/.exec(move);
    return found?.[1] && found[2] ? slide(found[1], found[2]) : NOWHERE;
  },
};
