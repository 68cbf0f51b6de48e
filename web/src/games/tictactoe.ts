// Tic-tac-toe: nine squares from the top left, as in `X.O/.X./..O`. Who is to move follows from the marks.

import { NOWHERE, placeOn, type BoardGame } from './game';
import { cellIndex, emptied, putOn, squareScene, type Grid } from './grid';

function counted(pieces: readonly (string | null)[]): Grid {
  const count = (piece: string) => pieces.filter((other) => other === piece).length;
  return { size: 3, pieces, turn: count('X') > count('O') ? 1 : 0 };
}

export const tictactoe: BoardGame<Grid> = {
  pieces: [
    { id: 'X', side: 0, name: 'X' },
    { id: 'O', side: 1, name: 'O' },
  ],
  parse(text) {
    const found = /^([XO.]{3})\/([XO.]{3})\/([XO.]{3})$/.exec(text.trim());
    if (!found) return null;
    return counted([...found.slice(1).join('')].map((sign) => (sign === '.' ? null : sign)));
  },
  format(grid) {
    const signs = grid.pieces.map((piece) => piece ?? '.').join('');
    return [signs.slice(0, 3), signs.slice(3, 6), signs.slice(6)].join('/');
  },
  scene: (grid) => squareScene(grid, 'bottom'),
  put: (grid, cell, piece) => counted(putOn(grid, cellIndex(grid, cell, 'bottom'), piece).pieces),
  clear: (grid) => counted(emptied(grid).pieces),
  turn: (grid) => grid.turn,
  withTurn: () => null,
  shape: (move) => (/^[abc][123]$/.test(move) ? placeOn(move) : NOWHERE),
};
