// Arimaa: who is to move and 64 squares from a8 to h1, as in `g [r…R]`, and within a turn ` left N since […]`.

import type { BoardGame, MoveShape, Piece } from './game';
import { cellIndex, emptied, putOn, squareScene, type Grid } from './grid';

/** A position; `rest` is what the notation says about a turn that has begun, and editing drops it. */
export interface Turn extends Grid {
  rest: string;
}

const KINDS = [
  ['e', 'elephant'],
  ['m', 'camel'],
  ['h', 'horse'],
  ['d', 'dog'],
  ['c', 'cat'],
  ['r', 'rabbit'],
] as const;

const PIECES: Piece[] = [
  ...KINDS.map(([id, name]): Piece => ({ id: id.toUpperCase(), side: 0, name: `gold ${name}` })),
  ...KINDS.map(([id, name]): Piece => ({ id, side: 1, name: `silver ${name}` })),
];

const TRAPS = ['c3', 'c6', 'f3', 'f6'];
const STEPS: Record<string, [number, number]> = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

function neighbour(square: string, direction: string): string {
  const [columns, rows] = STEPS[direction] ?? [0, 0];
  return String.fromCharCode(square.charCodeAt(0) + columns) + String(Number(square[1]) + rows);
}

/** The slides of a move such as `rb3e,Hb2n`: of pushes and pulls there are two. Captures (`rc3x`) follow by themselves. */
function shape(move: string): MoveShape {
  const arrows: [string, string][] = [];
  for (const step of move.split(',')) {
    const found = /^[a-zA-Z]([a-h][1-8])([nesw])$/.exec(step);
    if (found?.[1] && found[2]) arrows.push([found[1], neighbour(found[1], found[2])]);
  }
  return { clicks: arrows.flat(), marks: [], arrows };
}

export const arimaa: BoardGame<Turn> = {
  pieces: PIECES,
  parse(text) {
    const found = /^\s*([gs]) \[([^\]]{64})\](.*)$/s.exec(text);
    if (!found?.[2]) return null;
    const pieces: (string | null)[] = [];
    for (const sign of found[2]) {
      if (PIECES.some((piece) => piece.id === sign)) pieces.push(sign);
      else if (' .x'.includes(sign)) pieces.push(null);
      else return null;
    }
    const rest = (found[3] ?? '').trim();
    if (rest !== '' && !/^left [123]( since \[[^\]]{64}\])?$/.test(rest)) return null;
    return { size: 8, pieces, turn: found[1] === 'g' ? 0 : 1, rest };
  },
  format(turn) {
    const squares = turn.pieces.map((piece) => piece ?? ' ').join('');
    return `${turn.turn === 0 ? 'g' : 's'} [${squares}]${turn.rest ? ` ${turn.rest}` : ''}`;
  },
  scene: (turn) =>
    squareScene(turn, 'bottom', (index) =>
      TRAPS.some((trap) => cellIndex(turn, trap, 'bottom') === index) ? 'trap' : 'plain',
    ),
  put: (turn, cell, piece) => ({ ...turn, ...putOn(turn, cellIndex(turn, cell, 'bottom'), piece), rest: '' }),
  clear: (turn) => ({ ...emptied(turn), rest: '' }),
  turn: (turn) => turn.turn,
  withTurn: (turn, side) => ({ ...turn, turn: side, rest: '' }),
  shape,
};

/** How many steps are left in the turn, of four. */
export function stepsLeft(text: string): number {
  return Number(/ left ([123])/.exec(text)?.[1] ?? 4);
}
