// What is known about the moves of a position, for the list and for the board.

import type { MoveReport } from './types';

export interface Rating {
  move: string;
  tone: 'proved' | 'disproved' | 'unknown';
  /** A sign or a number, short enough for a cell. */
  sign: string;
  /** The same in words. */
  words: string;
}

const signed = (value: number) => (value > 0 ? `+${value}` : `${value}`);

/** Rates a move as its attacker sees it: by its value, by what is known of that, or by its verdict. */
export function rate({ move, verdict, value, bounds }: MoveReport): Rating {
  if (value != null) {
    const tone = value > 0 ? 'proved' : value < 0 ? 'disproved' : 'unknown';
    return { move, tone, sign: signed(value), words: `worth ${signed(value)}` };
  }
  if (bounds) {
    const [least, greatest] = bounds as [number, number];
    return { move, tone: 'unknown', sign: '?', words: `from ${signed(least)} to ${signed(greatest)}` };
  }
  if (verdict === 'proved') return { move, tone: 'proved', sign: '✓', words: 'reaches the goal' };
  if (verdict === 'disproved') return { move, tone: 'disproved', sign: '✗', words: 'does not' };
  return { move, tone: 'unknown', sign: '?', words: 'not known' };
}
