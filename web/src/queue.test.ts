import { expect, test } from 'vitest';
import { inOrder } from './queue';

test('work is done in order, also after a failure', async () => {
  const queue = inOrder();
  const done: number[] = [];
  const work = (number: number, fails = false) =>
    queue(async () => {
      await new Promise((later) => setTimeout(later, 5 - number));
      done.push(number);
      if (fails) throw new Error('no');
    });
  const all = [work(1), work(2, true), work(3)];
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(done).toEqual([1, 2, 3]);
});
