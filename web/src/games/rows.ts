// Heaps as rows of objects: what nim, wythoff and heaps have in common. While a position is edited, each row has places
// for more objects.

import type { Side } from '../types';
import type { Cell, Label, MoveShape, Scene } from './game';

/** A heap of Nim beside the others. */
export const NIM = '*';

export interface Row {
  /** Names the row in cells and moves: `h1`, or `*`. */
  id: string;
  label: string;
  size: number;
  /** How many objects there is room for. */
  places: number;
}

const UNIT = 40;
/** Longer heaps continue below; otherwise a heap of 255 objects would make the others specks. */
const ACROSS = 16;
const MARGIN = 26;

export const OBJECT = [{ id: '*', side: 0, name: 'object' }] satisfies {
  id: string;
  side: Side;
  name: string;
}[];

export const cellOf = (row: string, object: number) => `${row}:${object}`;

export function place(cell: string): { row: string; object: number } | null {
  const found = /^(h\d+|\*):(\d+)$/.exec(cell);
  return found?.[1] ? { row: found[1], object: Number(found[2]) } : null;
}

export function rowsScene(rows: readonly Row[]): Scene {
  const cells: Cell[] = [];
  const labels: Label[] = [];
  const across = Math.min(ACROSS, Math.max(6, ...rows.map(({ places }) => places)));
  let top = MARGIN / 2;
  for (const { id, label, size, places } of rows) {
    labels.push({ x: MARGIN / 2, y: top + UNIT / 2, text: label });
    for (let object = 1; object <= places; object += 1) {
      cells.push({
        id: cellOf(id, object),
        x: MARGIN + ((object - 1) % across) * UNIT + UNIT / 2,
        y: top + Math.floor((object - 1) / across) * UNIT + UNIT / 2,
        outline: null,
        piece: object <= size ? '*' : null,
        tone: 'bare',
      });
    }
    top += Math.max(1, Math.ceil(places / across)) * UNIT;
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

/** A run of objects in a row that a move takes, from the first to the last. */
export function run(row: string, first: number, last: number): string[] {
  const cells = [];
  for (let object = Math.max(first, 1); object <= last; object += 1) cells.push(cellOf(row, object));
  return cells;
}

/** Taking an object takes all to its right. */
export function takeRight(row: string, size: number, count: number): MoveShape {
  const marks = run(row, size - count + 1, size);
  return { clicks: marks.slice(0, 1), marks, arrows: [] };
}

export const opponent = (turn: Side): Side => (turn === 0 ? 1 : 0);

/** The end of a position's text. */
export const mover = (turn: Side) => (turn === 1 ? ' second' : '');
