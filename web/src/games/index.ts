// The games on boards of cells. `graph` and `tree` are drawn in their own ways; a game that is not known here is
// shown as the server draws it in text.

import { arimaa } from './arimaa';
import { connect } from './connect';
import type { BoardGame } from './game';
import { heaps } from './heaps';
import { hex } from './hex';
import { loa } from './loa';
import { nim } from './nim';
import { othello } from './othello';
import { shogi } from './shogi';
import { tictactoe } from './tictactoe';
import { wythoff } from './wythoff';

// Models are opaque here: what one function of a game gives is only ever handed to another of the same game.
const GAMES = {
  arimaa,
  connect,
  heaps,
  hex,
  loa,
  nim,
  othello,
  shogi,
  tictactoe,
  wythoff,
} as unknown as Record<string, BoardGame<unknown>>;

/** Games in which both players have the same moves: their positions are worth heaps of Nim. */
export const hasGrundyValues = (name: string) => ['nim', 'wythoff', 'heaps'].includes(name);

export function boardGame(name: string): BoardGame<unknown> | null {
  return Object.hasOwn(GAMES, name) ? (GAMES[name] ?? null) : null;
}
