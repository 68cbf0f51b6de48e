// Connect: rows from the top, as in `..../..../.O../.XX.`. Who is to move follows from the discs, which fall to the
// bottom: what is put on a column lands on the discs that are there.

import type { Side } from '../types';
import { letter, NOWHERE, placeOn, type BoardGame, type Cell } from './game';
import { UNIT } from './grid';

interface Upright {
  width: number;
  height: number;
  /** Row by row from the top. */
  pieces: readonly (string | null)[];
  turn: Side;
}

const MARGIN = 22;

function counted(width: number, height: number, pieces: readonly (string | null)[]): Upright {
  const count = (piece: string) => pieces.filter((other) => other === piece).length;
  return { width, height, pieces, turn: count('X') > count('O') ? 1 : 0 };
}

/** The rows of a column that are empty, counted from the top. */
function room(board: Upright, column: number): number {
  let row = 0;
  while (row < board.height && board.pieces[row * board.width + column] === null) row += 1;
  return row;
}

function name(board: Upright, column: number, row: number): string {
  return letter(column) + String(board.height - row);
}

/** The position with one disc more on a column, or one less. */
function drop(board: Upright, cell: string, piece: string | null): Upright {
  const column = cell.charCodeAt(0) - 97;
  const row = room(board, column) - (piece === null ? 0 : 1);
  if (row < 0 || row >= board.height) return board;
  const pieces = board.pieces.with(row * board.width + column, piece);
  return counted(board.width, board.height, pieces);
}

export const connect: BoardGame<Upright> = {
  pieces: [
    { id: 'X', side: 0, name: 'X' },
    { id: 'O', side: 1, name: 'O' },
  ],
  parse(text, parameters) {
    const rows = text.trim().split('/');
    const [width, height] = [Number(parameters.width ?? 7), Number(parameters.height ?? 6)];
    const fits = rows.length === height && rows.every((row) => row.length === width && /^[XO.]+$/.test(row));
    if (!fits) return null;
    const pieces = [...rows.join('')].map((sign) => (sign === '.' ? null : sign));
    return counted(width, height, pieces);
  },
  format(board) {
    const signs = board.pieces.map((piece) => piece ?? '.').join('');
    const rows = [];
    for (let start = 0; start < signs.length; start += board.width)
      rows.push(signs.slice(start, start + board.width));
    return rows.join('/');
  },
  scene(board) {
    const cells = board.pieces.map((piece, index): Cell => {
      const [column, row] = [index % board.width, Math.floor(index / board.width)];
      const [left, top] = [MARGIN + column * UNIT, MARGIN + row * UNIT];
      const [right, bottom] = [left + UNIT, top + UNIT];
      return {
        id: name(board, column, row),
        x: left + UNIT / 2,
        y: top + UNIT / 2,
        outline: `${left},${top} ${right},${top} ${right},${bottom} ${left},${bottom}`,
        piece,
        tone: 'plain',
      };
    });
    const bottom = board.height * UNIT + 1.5 * MARGIN;
    const labels = Array.from({ length: board.width }, (_, column) => ({
      x: MARGIN + (column + 0.5) * UNIT,
      y: bottom,
      text: String(column + 1),
    }));
    return {
      width: board.width * UNIT + 2 * MARGIN,
      height: board.height * UNIT + 2 * MARGIN,
      radius: UNIT * 0.39,
      cells,
      labels,
      edges: [],
      dots: [],
    };
  },
  put: drop,
  edit: drop,
  clear: (board) =>
    counted(
      board.width,
      board.height,
      board.pieces.map(() => null),
    ),
  turn: (board) => board.turn,
  withTurn: () => null,
  shape(move, board) {
    const column = Number(move) - 1;
    if (!/^[1-9]$/.test(move) || column >= board.width) return NOWHERE;
    const row = room(board, column) - 1;
    return row < 0 ? NOWHERE : placeOn(name(board, column, row));
  },
  play(board, move) {
    return drop(board, letter(Number(move) - 1), board.turn === 0 ? 'X' : 'O');
  },
};
