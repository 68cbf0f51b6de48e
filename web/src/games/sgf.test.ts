import { expect, test } from 'vitest';
import { readSided } from './grid';
import { lineAsVariations, writeSgf } from './sgf';

const grid = readSided('3/1x1/o2 o', 3);

test('a line is a record', () => {
  expect(grid && writeSgf(grid, lineAsVariations(['c1', 'a1']))).toBe(
    '(;FF[4]GM[11]SZ[3]AB[b2]AW[a3]PL[W];W[c1];B[a1])\n',
  );
});

test('a tree is a record with variations and comments', () => {
  const tree = [
    { move: 'c1', comment: 'pn 1 [2]', after: lineAsVariations(['a1']) },
    { move: 'a2', comment: '', after: [] },
  ];
  expect(grid && writeSgf(grid, tree)).toBe(
    '(;FF[4]GM[11]SZ[3]AB[b2]AW[a3]PL[W](;W[c1]C[pn 1 [2\\]];B[a1])\n(;W[a2]))\n',
  );
});
