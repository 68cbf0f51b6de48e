// Two heaps, as in `3,5`, perhaps with a heap of Nim, `3,5,*2`, and ` second` if the second player is to move. Taking an
// object takes all to its right. For a move from both heaps an object of each is clicked; a second click on the same
// object takes from its heap alone.

import type { Side } from '../types';
import { NOWHERE, type BoardGame, type MoveShape } from './game';
import { mover, NIM, OBJECT, opponent, place, rowsScene, takeRight, type Row } from './rows';

export interface TwoHeaps {
  /** By the names of the rows. */
  sizes: Readonly<Record<string, number>>;
  turn: Side;
}

const MOST_OBJECTS = 255;
const ROWS = ['h1', 'h2', NIM];

const size = ({ sizes }: TwoHeaps, row: string) => sizes[row] ?? 0;

/** What a move takes: rows and counts. */
function taken(move: string): [string, number][] | null {
  const parts = move.split(',').map((part) => /^(h[12]|\*)-(\d+)$/.exec(part));
  if (parts.some((part) => part === null)) return null;
  return parts.map((part) => [part?.[1] ?? '', Number(part?.[2])]);
}

function rows(heaps: TwoHeaps, editing: boolean): Row[] {
  const shown = ROWS.filter((row) => row !== NIM || editing || size(heaps, NIM) > 0);
  return shown.map((row) => ({
    id: row,
    label: row === NIM ? NIM : row.slice(1),
    size: size(heaps, row),
    places: editing ? Math.min(size(heaps, row) + 1, MOST_OBJECTS) : size(heaps, row),
  }));
}

export const wythoff: BoardGame<TwoHeaps> = {
  pieces: OBJECT,
  parse(text) {
    const found = /^(\d{1,3}),(\d{1,3})(?:,\*(\d{1,3}))?( second)?$/.exec(text.trim());
    if (!found) return null;
    const sizes = { h1: Number(found[1]), h2: Number(found[2]), [NIM]: Number(found[3] ?? 0) };
    if (Object.values(sizes).some((count) => count > MOST_OBJECTS)) return null;
    return { sizes, turn: found[4] ? 1 : 0 };
  },
  format(heaps) {
    const nim = size(heaps, NIM) > 0 ? `,*${size(heaps, NIM)}` : '';
    return `${size(heaps, 'h1')},${size(heaps, 'h2')}${nim}${mover(heaps.turn)}`;
  },
  scene: (heaps, editing) => rowsScene(rows(heaps, editing)),
  put(heaps, cell, piece) {
    const found = place(cell);
    if (!found) return heaps;
    const count = piece === null ? found.object - 1 : found.object;
    return { ...heaps, sizes: { ...heaps.sizes, [found.row]: Math.min(count, MOST_OBJECTS) } };
  },
  clear: (heaps) => ({ ...heaps, sizes: {} }),
  turn: (heaps) => heaps.turn,
  withTurn: (heaps, turn) => ({ ...heaps, turn }),
  shape(move, heaps) {
    const parts = taken(move)?.map(([row, count]) => takeRight(row, size(heaps, row), count)) ?? [];
    return parts.reduce<MoveShape>(
      (all, part) => ({
        clicks: [...all.clicks, ...part.clicks],
        marks: [...all.marks, ...part.marks],
        arrows: [],
      }),
      NOWHERE,
    );
  },
  play(heaps, move) {
    const parts = taken(move);
    if (!parts) return heaps;
    const sizes = { ...heaps.sizes };
    for (const [row, count] of parts) sizes[row] = Math.max(0, (sizes[row] ?? 0) - count);
    return { sizes, turn: opponent(heaps.turn) };
  },
};
