// The games on boards of cells. `graph` and `tree` are drawn in their own ways; a game that is not known here is
// shown as the server draws it in text.

import { arimaa } from './arimaa';
import type { BoardGame } from './game';
import { hex } from './hex';
import { loa } from './loa';
import { nim } from './nim';
import { othello } from './othello';
import { tictactoe } from './tictactoe';

// Models are opaque here: what one function of a game gives is only ever handed to another of the same game.
const GAMES = { arimaa, hex, loa, nim, othello, tictactoe } as unknown as Record<string, BoardGame<unknown>>;

export function boardGame(name: string): BoardGame<unknown> | null {
  return Object.hasOwn(GAMES, name) ? (GAMES[name] ?? null) : null;
}
