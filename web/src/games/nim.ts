// Nim: the sizes of heaps, and ` second` if the second player is to move, as in `3,4,5 second`. A heap is a row of
// objects; taking an object takes all to its right. While a position is edited, each row has a place for one more
// object, and there is a row for one more heap.

import type { Side } from '../types';
import { NOWHERE, type BoardGame, type Cell, type Scene } from './game';

export interface Heaps {
  sizes: readonly number[];
  turn: Side;
}

const MOST_HEAPS = 15;
const MOST_OBJECTS = 255;
const UNIT = 40;
/** Longer heaps continue below; otherwise a heap of 255 objects would make the others specks. */
const ACROSS = 16;
const MARGIN = 26;

const cellOf = (heap: number, object: number) => `h${heap}:${object}`;

function place(cell: string): { heap: number; object: number } | null {
  const found = /^h(\d+):(\d+)$/.exec(cell);
  return found && { heap: Number(found[1]), object: Number(found[2]) };
}

function scene(heaps: Heaps, editing: boolean): Scene {
  const cells: Cell[] = [];
  const labels = [];
  const shown = [...heaps.sizes];
  if (editing && shown.length < MOST_HEAPS) shown.push(0);
  const across = Math.min(ACROSS, Math.max(6, ...shown.map((size) => size + (editing ? 1 : 0))));
  let top = MARGIN / 2;
  for (const [index, size] of shown.entries()) {
    const places = editing ? Math.min(size + 1, MOST_OBJECTS) : size;
    const rows = Math.max(1, Math.ceil(places / across));
    labels.push({ x: MARGIN / 2, y: top + UNIT / 2, text: String(index + 1) });
    for (let object = 1; object <= places; object += 1) {
      const row = Math.floor((object - 1) / across);
      cells.push({
        id: cellOf(index + 1, object),
        x: MARGIN + ((object - 1) % across) * UNIT + UNIT / 2,
        y: top + row * UNIT + UNIT / 2,
        outline: null,
        piece: object <= size ? '*' : null,
        tone: 'bare',
      });
    }
    top += rows * UNIT;
  }
  return {
    width: MARGIN * 1.5 + across * UNIT,
    height: Math.max(top + MARGIN / 2, 4 * UNIT),
    radius: UNIT * 0.36,
    cells,
    labels,
    edges: [],
    dots: [],
  };
}

function resized(heaps: Heaps, heap: number, size: number): Heaps {
  const sizes = [...heaps.sizes];
  while (sizes.length < heap) sizes.push(0);
  sizes[heap - 1] = Math.min(Math.max(size, 0), MOST_OBJECTS);
  while (sizes.at(-1) === 0) sizes.pop();
  return { ...heaps, sizes };
}

export const nim: BoardGame<Heaps> = {
  pieces: [{ id: '*', side: 0, name: 'object' }],
  parse(text) {
    const found = /^(\d{1,3}(?:,\d{1,3})*)( second)?$/.exec(text.trim());
    if (!found?.[1]) return null;
    const sizes = found[1].split(',').map(Number);
    if (sizes.length > MOST_HEAPS || sizes.some((size) => size > MOST_OBJECTS)) return null;
    while (sizes.at(-1) === 0) sizes.pop();
    return { sizes, turn: found[2] ? 1 : 0 };
  },
  format: (heaps) => (heaps.sizes.join(',') || '0') + (heaps.turn === 1 ? ' second' : ''),
  scene,
  put(heaps, cell, piece) {
    const found = place(cell);
    if (!found) return heaps;
    return resized(heaps, found.heap, piece === null ? found.object - 1 : found.object);
  },
  clear: (heaps) => ({ ...heaps, sizes: [] }),
  turn: (heaps) => heaps.turn,
  withTurn: (heaps, turn) => ({ ...heaps, turn }),
  shape(move, heaps) {
    const found = /^h(\d+)-(\d+)$/.exec(move);
    const heap = Number(found?.[1]);
    const size = heaps.sizes[heap - 1];
    if (!found || size === undefined) return NOWHERE;
    const first = size - Number(found[2]) + 1;
    const marks = [];
    for (let object = Math.max(first, 1); object <= size; object += 1) marks.push(cellOf(heap, object));
    return { clicks: [cellOf(heap, first)], marks, arrows: [] };
  },
  play(heaps, move) {
    const found = /^h(\d+)-(\d+)$/.exec(move);
    if (!found) return heaps;
    const heap = Number(found[1]);
    const next = resized(heaps, heap, (heaps.sizes[heap - 1] ?? 0) - Number(found[2]));
    return { ...next, turn: heaps.turn === 0 ? 1 : 0 };
  },
};
