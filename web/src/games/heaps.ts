// Octal games: heaps in the order of their sizes, as in `5,3`, perhaps with a heap of Nim, `5,3,*2`, and ` second` if the
// second player is to move. Objects that are taken are neighbours in their row; what is left on both sides of them are
// the two heaps. So a move is entered by its first and its last object. Without dividing, those at the right end are
// taken.

import type { Side } from '../types';
import { NOWHERE, type BoardGame } from './game';
import { cellOf, mover, NIM, OBJECT, opponent, place, rowsScene, run, takeRight, type Row } from './rows';

export interface HeapSum {
  sizes: readonly number[];
  nim: number;
  turn: Side;
}

const MOST_OBJECTS = 100;
const MOST_NIM = 255;
/** Small heaps may vanish, because no move is possible in them: a new one begins with as many as one likes. */
const NEW_PLACES = 8;

interface Taken {
  size: number;
  count: number;
  part: number;
}

/** Reads `9-2`, `9-2=3+4` and `9=4+5`. */
function taken(move: string): Taken | null {
  const found = /^(\d+)(?:-(\d+))?(?:=(\d+)\+\d+)?$/.exec(move);
  return found && { size: Number(found[1]), count: Number(found[2] ?? 0), part: Number(found[3] ?? 0) };
}

const nimTaken = (move: string) => Number(/^\*-(\d+)$/.exec(move)?.[1] ?? 0);

function rows({ sizes, nim }: HeapSum, editing: boolean): Row[] {
  const all = sizes.map((size, at) => ({
    id: `h${at + 1}`,
    label: String(at + 1),
    size,
    places: editing ? size + 1 : size,
  }));
  if (editing) all.push({ id: `h${sizes.length + 1}`, label: '+', size: 0, places: NEW_PLACES });
  if (editing || nim > 0) all.push({ id: NIM, label: NIM, size: nim, places: editing ? nim + 1 : nim });
  return all;
}

export const heaps: BoardGame<HeapSum> = {
  pieces: OBJECT,
  parse(text) {
    const found = /^((?:\d{1,3},)*\d{1,3})?(?:(?:^|,)\*(\d{1,3}))?( second)?$/.exec(text.trim());
    if (!found || (found[1] === undefined && found[2] === undefined)) return null;
    const sizes = (found[1]?.split(',').map(Number) ?? []).filter((size) => size > 0);
    const nim = Number(found[2] ?? 0);
    const objects = sizes.reduce((sum, size) => sum + size, 0);
    if (objects > MOST_OBJECTS || nim > MOST_NIM) return null;
    return { sizes, nim, turn: found[3] ? 1 : 0 };
  },
  format({ sizes, nim, turn }) {
    const list = [...sizes.map(String), ...(nim > 0 ? [`*${nim}`] : [])];
    return (list.join(',') || '0') + mover(turn);
  },
  scene: (model, editing) => rowsScene(rows(model, editing)),
  put(model, cell, piece) {
    const found = place(cell);
    if (!found) return model;
    const count = piece === null ? found.object - 1 : found.object;
    if (found.row === NIM) return { ...model, nim: Math.min(count, MOST_NIM) };
    const sizes = [...model.sizes];
    sizes[Number(found.row.slice(1)) - 1] = count;
    return { ...model, sizes: sizes.filter((size) => size > 0).sort((a, b) => b - a) };
  },
  clear: (model) => ({ ...model, sizes: [], nim: 0 }),
  turn: (model) => model.turn,
  withTurn: (model, turn) => ({ ...model, turn }),
  shape(move, model) {
    if (move.startsWith(NIM)) return takeRight(NIM, model.nim, nimTaken(move));
    const found = taken(move);
    const at = found ? model.sizes.indexOf(found.size) : -1;
    if (!found || at < 0) return NOWHERE;
    const row = `h${at + 1}`;
    const { size, count, part } = found;
    if (count === 0) return { clicks: [], marks: run(row, 1, part), arrows: [] };
    const first = part > 0 ? part + 1 : size - count + 1;
    const last = first + count - 1;
    return { clicks: [cellOf(row, first), cellOf(row, last)], marks: run(row, first, last), arrows: [] };
  },
  play(model, move) {
    const turn = opponent(model.turn);
    if (move.startsWith(NIM)) return { ...model, nim: model.nim - nimTaken(move), turn };
    const found = taken(move);
    const at = found ? model.sizes.indexOf(found.size) : -1;
    if (!found || at < 0) return model;
    const left = [found.part, found.size - found.count - found.part];
    const sizes = [...model.sizes.filter((_, other) => other !== at), ...left];
    return { ...model, sizes: sizes.filter((size) => size > 0).sort((a, b) => b - a), turn };
  },
};
