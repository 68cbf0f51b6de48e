// How boards are seen, kept for each game.

import { UPRIGHT, type Orientation } from './games/orient';

const KEY = 'winproof-boards';

function stored(): Record<string, Orientation> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Orientation>;
  } catch {
    return {};
  }
}

const boards = $state(stored());

export function orientation(game: string): Orientation {
  return { ...UPRIGHT, ...boards[game] };
}

export function seeFrom(game: string, changes: Partial<Orientation>): void {
  boards[game] = { ...orientation(game), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(boards));
  } catch {
    // It is kept as long as the page is open.
  }
}
