// Lines and trees of Hex as records in SGF, as HexGui reads them.

import { letter } from './game';
import type { Grid } from './grid';

export interface Variation {
  move: string;
  /** What is known about it, for a comment. */
  comment: string;
  after: readonly Variation[];
}

const escaped = (text: string) => text.replace(/[\\\]]/g, '\\$&');

/** Stones that stand there from the beginning. */
function stones(grid: Grid, piece: string): string {
  const names = grid.pieces.flatMap((it, index) =>
    it === piece ? [`[${letter(index % grid.size)}${Math.floor(index / grid.size) + 1}]`] : [],
  );
  return names.join('');
}

function write(variations: readonly Variation[], turn: number): string {
  const one = ({ move, comment, after }: Variation) =>
    `;${turn === 0 ? 'B' : 'W'}[${escaped(move)}]${comment ? `C[${escaped(comment)}]` : ''}` +
    write(after, 1 - turn);
  const [only] = variations;
  if (only && variations.length === 1) return one(only);
  return variations.map((variation) => `(${one(variation)})`).join('\n');
}

export function writeSgf(grid: Grid, variations: readonly Variation[]): string {
  const [black, white] = [stones(grid, 'x'), stones(grid, 'o')];
  const root = [
    '(;FF[4]GM[11]',
    `SZ[${grid.size}]`,
    black && `AB${black}`,
    white && `AW${white}`,
    `PL[${grid.turn === 0 ? 'B' : 'W'}]`,
  ].join('');
  return `${root}${write(variations, grid.turn)})\n`;
}

export function lineAsVariations(line: readonly string[]): Variation[] {
  return line.reduceRight<Variation[]>((after, move) => [{ move, comment: '', after }], []);
}
