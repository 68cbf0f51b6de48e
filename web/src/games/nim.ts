// Nim: the sizes of heaps, and ` second` if the second player is to move, as in `3,4,5 second`. A heap is a row of
// objects; taking an object takes all to its right. While a position is edited, each row has a place for one more
// object, and there is a row for one more heap.

import type { Side } from '../types';
import { NOWHERE, type BoardGame } from './game';
import { mover, OBJECT, opponent, place, rowsScene, takeRight, type Row } from './rows';

export interface Heaps {
  sizes: readonly number[];
  turn: Side;
}

const MOST_HEAPS = 15;
const MOST_OBJECTS = 255;

function rows({ sizes }: Heaps, editing: boolean): Row[] {
  const shown = editing && sizes.length < MOST_HEAPS ? [...sizes, 0] : sizes;
  return shown.map((size, at) => ({
    id: `h${at + 1}`,
    label: String(at + 1),
    size,
    places: editing ? Math.min(size + 1, MOST_OBJECTS) : size,
  }));
}

function resized(heaps: Heaps, heap: number, size: number): Heaps {
  const sizes = [...heaps.sizes];
  while (sizes.length < heap) sizes.push(0);
  sizes[heap - 1] = Math.min(Math.max(size, 0), MOST_OBJECTS);
  while (sizes.at(-1) === 0) sizes.pop();
  return { ...heaps, sizes };
}

export const nim: BoardGame<Heaps> = {
  pieces: OBJECT,
  parse(text) {
    const found = /^(\d{1,3}(?:,\d{1,3})*)( second)?$/.exec(text.trim());
    if (!found?.[1]) return null;
    const sizes = found[1].split(',').map(Number);
    if (sizes.length > MOST_HEAPS || sizes.some((size) => size > MOST_OBJECTS)) return null;
    while (sizes.at(-1) === 0) sizes.pop();
    return { sizes, turn: found[2] ? 1 : 0 };
  },
  format: (heaps) => (heaps.sizes.join(',') || '0') + mover(heaps.turn),
  scene: (heaps, editing) => rowsScene(rows(heaps, editing)),
  put(heaps, cell, piece) {
    const found = place(cell);
    if (!found) return heaps;
    return resized(heaps, Number(found.row.slice(1)), piece === null ? found.object - 1 : found.object);
  },
  clear: (heaps) => ({ ...heaps, sizes: [] }),
  turn: (heaps) => heaps.turn,
  withTurn: (heaps, turn) => ({ ...heaps, turn }),
  shape(move, heaps) {
    const found = /^h(\d+)-(\d+)$/.exec(move);
    const heap = Number(found?.[1]);
    const size = heaps.sizes[heap - 1];
    if (!found || size === undefined) return NOWHERE;
    return takeRight(`h${heap}`, size, Number(found[2]));
  },
  play(heaps, move) {
    const found = /^h(\d+)-(\d+)$/.exec(move);
    if (!found) return heaps;
    const heap = Number(found[1]);
    const next = resized(heaps, heap, (heaps.sizes[heap - 1] ?? 0) - Number(found[2]));
    return { ...next, turn: opponent(heaps.turn) };
  },
};
