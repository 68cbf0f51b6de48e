// Boards of squares, which four games have in common.

import type { Side, Values } from '../types';
import { letter, type Cell, type Scene } from './game';

/** A position: pieces row by row from the top left, and who is to move. */
export interface Grid {
  size: number;
  pieces: readonly (string | null)[];
  turn: Side;
}

export const UNIT = 44;
const MARGIN = 22;

/** Where names of rows begin: 1 in the top row, or in the bottom one. */
export type RowOne = 'top' | 'bottom';

export function cellName(grid: { size: number }, index: number, one: RowOne): string {
  const row = Math.floor(index / grid.size);
  return letter(index % grid.size) + (one === 'top' ? row + 1 : grid.size - row);
}

/** The index of a cell, or -1. */
export function cellIndex(grid: { size: number }, name: string, one: RowOne): number {
  const column = name.charCodeAt(0) - 97;
  const number = /^[a-z](\d{1,2})$/.exec(name)?.[1];
  if (number === undefined || column < 0 || column >= grid.size) return -1;
  const row = one === 'top' ? Number(number) - 1 : grid.size - Number(number);
  return row >= 0 && row < grid.size ? row * grid.size + column : -1;
}

export function squareScene(
  grid: Grid,
  one: RowOne,
  tone: (index: number) => Cell['tone'] = () => 'plain',
): Scene {
  const { size } = grid;
  const side = size * UNIT;
  const cells = grid.pieces.map((piece, index): Cell => {
    const left = MARGIN + (index % size) * UNIT;
    const top = MARGIN + Math.floor(index / size) * UNIT;
    const corners = [
      [left, top],
      [left + UNIT, top],
      [left + UNIT, top + UNIT],
      [left, top + UNIT],
    ];
    return {
      id: cellName(grid, index, one),
      x: left + UNIT / 2,
      y: top + UNIT / 2,
      outline: corners.map((corner) => corner.join(',')).join(' '),
      piece,
      tone: tone(index),
    };
  });
  const labels = [];
  for (let place = 0; place < size; place += 1) {
    const middle = MARGIN + (place + 0.5) * UNIT;
    const number = one === 'top' ? place + 1 : size - place;
    labels.push({ x: middle, y: one === 'top' ? MARGIN / 2 : side + 1.5 * MARGIN, text: letter(place) });
    labels.push({ x: MARGIN / 2, y: middle, text: String(number) });
  }
  // Names stand at two edges; the other two need no more than half a margin, but boards look better centred.
  return {
    width: side + 2 * MARGIN,
    height: side + 2 * MARGIN,
    radius: UNIT * 0.39,
    cells,
    labels,
    edges: [],
    dots: [],
  };
}

export function putOn(grid: Grid, index: number, piece: string | null): Grid {
  return index < 0 ? grid : { ...grid, pieces: grid.pieces.with(index, piece) };
}

export function emptied<G extends Grid>(grid: G): G {
  return { ...grid, pieces: grid.pieces.map(() => null) };
}

export function sizeOf(parameters: Values, otherwise: number): number {
  const size = Number(parameters.size ?? otherwise);
  return Number.isInteger(size) && size > 0 && size <= 26 ? size : otherwise;
}

/** Rows such as `2x1` from the top one down, with numbers for empty cells; null if they do not fit. */
export function readRows(text: string, size: number, pieces: string): (string | null)[] | null {
  const rows = text.split('/');
  if (rows.length !== size) return null;
  const cells: (string | null)[] = [];
  for (const [number, row] of rows.entries()) {
    for (const [token] of row.matchAll(/\d+|\D/g)) {
      const empty = Number(token);
      if (Number.isInteger(empty)) {
        if (empty < 1 || empty > size) return null;
        cells.push(...Array<null>(empty).fill(null));
      } else if (pieces.includes(token)) cells.push(token);
      else return null;
    }
    if (cells.length !== (number + 1) * size) return null;
  }
  return cells;
}

export function writeRows(grid: Grid): string {
  const rows = [];
  for (let start = 0; start < grid.pieces.length; start += grid.size) {
    let row = '';
    let empty = 0;
    for (const piece of grid.pieces.slice(start, start + grid.size)) {
      if (piece === null) {
        empty += 1;
        continue;
      }
      row += (empty > 0 ? String(empty) : '') + piece;
      empty = 0;
    }
    rows.push(row + (empty > 0 ? String(empty) : ''));
  }
  return rows.join('/');
}

/** Two kinds of pieces, `x` and `o`, in rows, and then who is to move. */
export function readSided(text: string, size: number): Grid | null {
  const words = text.trim().split(/\s+/);
  const [rows, side] = words;
  if (words.length !== 2 || rows === undefined || (side !== 'x' && side !== 'o')) return null;
  const pieces = readRows(rows, size, 'xo');
  return pieces && { size, pieces, turn: side === 'x' ? 0 : 1 };
}

export function writeSided(grid: Grid): string {
  return `${writeRows(grid)} ${grid.turn === 0 ? 'x' : 'o'}`;
}
