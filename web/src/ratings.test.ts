import { expect, test } from 'vitest';
import { rate } from './ratings';

const row = { move: 'b2', verdict: 'unknown', value: null, nodes: 3 } as const;

test('a move is rated by its value', () => {
  expect(rate({ ...row, value: 4 })).toMatchObject({ tone: 'proved', sign: '+4' });
  expect(rate({ ...row, value: 0 })).toMatchObject({ tone: 'unknown', sign: '0' });
  expect(rate({ ...row, value: -2 })).toMatchObject({ tone: 'disproved', words: 'worth -2' });
});

test('a move whose value is not known has bounds', () => {
  expect(rate({ ...row, bounds: [-2, 6] })).toMatchObject({ sign: '?', words: 'from -2 to +6' });
});

test('a move is rated by its verdict', () => {
  expect(rate({ ...row, verdict: 'proved' })).toMatchObject({ tone: 'proved', sign: '✓' });
  expect(rate({ ...row, verdict: 'disproved' })).toMatchObject({ tone: 'disproved', sign: '✗' });
  expect(rate(row)).toMatchObject({ tone: 'unknown', words: 'not known' });
});
