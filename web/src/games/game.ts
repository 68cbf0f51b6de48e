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
}

/** How a move is shown and entered: the cells to click one after the other, those to mark, arrows to draw. */
export interface MoveShape {
  clicks: string[];
  marks: string[];
  arrows: [string, string][];
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
  /** The position without any pieces. */
  clear(model: M): M;
  turn(model: M): Side;
  /** The position with another player to move; null if this follows from the board. */
  withTurn(model: M, side: Side): M | null;
  shape(move: string, model: M): MoveShape;
  /** The position after a move, where later moves of a line are to be shown on what is left. */
  play?(model: M, move: string): M;
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
