// Othello: discs from a1, the top left, row by row, and who is to move, as in `-----OX--XO----- X`.

import { NOWHERE, placeOn, type BoardGame } from './game';
import { cellIndex, emptied, putOn, sizeOf, squareScene, UNIT, type Grid } from './grid';

export const othello: BoardGame<Grid> = {
  pieces: [
    { id: 'x', side: 0, name: 'black disc' },
    { id: 'o', side: 1, name: 'white disc' },
  ],
  parse(text, parameters) {
    const size = sizeOf(parameters, 8);
    const found = /^([-XO]+) ([XO])$/.exec(text.trim());
    if (!found?.[1] || found[1].length !== size * size) return null;
    const pieces = [...found[1]].map((sign) => (sign === '-' ? null : sign.toLowerCase()));
    return { size, pieces, turn: found[2] === 'X' ? 0 : 1 };
  },
  format(grid) {
    const discs = grid.pieces.map((piece) => piece?.toUpperCase() ?? '-').join('');
    return `${discs} ${grid.turn === 0 ? 'X' : 'O'}`;
  },
  scene(grid) {
    const scene = squareScene(grid, 'top');
    if (grid.size === 8) {
      const margin = (scene.width - 8 * UNIT) / 2;
      scene.dots = [2, 6].flatMap((x) => [2, 6].map((y) => ({ x: margin + x * UNIT, y: margin + y * UNIT })));
    }
    return scene;
  },
  put: (grid, cell, piece) => putOn(grid, cellIndex(grid, cell, 'top'), piece),
  clear: emptied,
  turn: (grid) => grid.turn,
  withTurn: (grid, turn) => ({ ...grid, turn }),
  shape: (move) => (/^[a-h][1-8]$/.test(move) ? placeOn(move) : NOWHERE),
};
