import { expect, test } from 'vitest';
import { averages, configurations, table } from './comparison';
import type { JobSummary } from './types';

const contender = { algorithm: 'df-pn', settings: { leaf: '0' }, vary: '' };

test('a parameter is varied', () => {
  expect(configurations(contender)).toEqual([{ algorithm: 'df-pn', settings: { leaf: '0' } }]);
  expect(configurations({ ...contender, vary: 'epsilon=0, 0.25' })).toEqual([
    { algorithm: 'df-pn', settings: { leaf: '0', epsilon: '0' } },
    { algorithm: 'df-pn', settings: { leaf: '0', epsilon: '0.25' } },
  ]);
  expect(configurations({ ...contender, vary: 'epsilon' })).toBeNull();
  expect(configurations({ ...contender, vary: 'epsilon= ,' })).toBeNull();
});

const run = (algorithm: string, nodes: number, verdict: string) =>
  ({
    algorithm,
    settings: { epsilon: '0.25' },
    position_start: 'a,b',
    seed: 7,
    result: { verdict, nodes, leaf_nodes: null, seconds: 1, memory_bytes: 10 },
  }) as unknown as JobSummary;

test('runs of the same algorithm are averaged', () => {
  const jobs = [run('pn', 10, 'proved'), run('df-pn', 5, 'unknown'), run('pn', 20, 'disproved')];
  expect(averages(jobs)).toMatchObject([
    { name: 'pn epsilon=0.25', runs: 2, solved: 2, nodes: 15, leafNodes: null },
    { name: 'df-pn epsilon=0.25', runs: 1, solved: 0, nodes: 5 },
  ]);
});

test('the table has a row for each run', () => {
  const [head, row, ...rest] = table([run('pn', 10, 'proved')]);
  expect(rest).toEqual([]);
  expect(row?.[head?.indexOf('nodes') ?? -1]).toBe(10);
  expect(row?.[head?.indexOf('seed') ?? -1]).toBe(7);
});
