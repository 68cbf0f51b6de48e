// What the page has to know about a game to draw and edit its positions. The rules stay with the server:
// it reads whatever people write, and sends positions back in their canonical notation, which is the only one
// that the modules of games read.

import type { Side, Values } from '../types';

/** A thing that can stand on a cell. */
export interface Piece {
  id: string;
  side: Side;
  name: string;
}

export interface Point {
  x: number;
  y: number;
}

/** A place on a board. The outline is a list of points for SVG, or null for a round one. */
export interface Cell extends Point {
  id: string;
  outline: string | null;
  piece: string | null;
  /** How many pieces of that kind there are, in a place for several of them. */
  count?: number;
  /** What it is called, if not by its id and its piece. */
  name?: string;
  tone: 'plain' | 'other' | 'trap' | 'bare';
}

export interface Label extends Point {
  text: string;
}

/** A board that is ready to be drawn: cells, names at the edge, and edges that belong to a player. */
export interface Scene {
  width: number;
  height: number;
  /** Half the width of a piece, and of a round cell. */
  radius: number;
  cells: Cell[];
  labels: Label[];
  edges: { points: string; side: Side }[];
  /** Small dots between the cells. */
  dots: Point[];
  /** Where pieces look that have a front and belong to the first player: degrees clockwise from the top. */
  facing?: number;
}

/** How a move is shown and entered: the cells to click one after the other, those to mark, arrows to draw. */
export interface MoveShape {
  clicks: string[];
  marks: string[];
  arrows: [string, string][];
}

/** Something about a position, beside its pieces and whose turn it is, that can be chosen while it is edited. */
export interface Extra<M> {
  name: string;
  legend: string;
  /** Without options there is nothing to choose in that position. */
  options(model: M): { value: string; label: string }[];
  get(model: M): string;
  set(model: M, value: string): M;
}

/** A game on cells. `M` is its model of a position, a value that is never changed. */
export interface BoardGame<M> {
  pieces: Piece[];
  /** Reads the canonical notation; null for anything else. */
  parse(text: string, parameters: Values): M | null;
  format(model: M): string;
  scene(model: M, editing: boolean): Scene;
  /** The position with a piece, or with nothing, on a cell. */
  put(model: M, cell: string, piece: string | null): M;
  /** What a click on a cell does while editing, if not to put the piece there or to take it away. */
  edit?(model: M, cell: string, piece: string | null): M;
  /** The position without any pieces. */
  clear(model: M): M;
  turn(model: M): Side;
  /** The position with another player to move; null if this follows from the board. */
  withTurn(model: M, side: Side): M | null;
  extras?: Extra<M>[];
  /** Whether its pieces can be shown as letters, too. */
  lettered?: boolean;
  shape(move: string, model: M): MoveShape;
  /** The position after a move, where later moves of a line are to be shown on what is left. */
  play?(model: M, move: string): M;
  /** The piece that stands where a move ends; it distinguishes moves that have the same clicks. */
  becomes?(move: string, model: M): string | null;
}

export const NOWHERE: MoveShape = { clicks: [], marks: [], arrows: [] };

export function placeOn(cell: string): MoveShape {
  return { clicks: [cell], marks: [cell], arrows: [] };
}

export function slide(from: string, to: string): MoveShape {
  return { clicks: [from, to], marks: [], arrows: [[from, to]] };
}

/** The name of a column: a, b, c … */
export function letter(column: number): string {
  return String.fromCharCode(97 + column);
}
