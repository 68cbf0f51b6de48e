import { expect, test } from 'vitest';
import { frameAt } from './pan-zoom.svelte';

const size = { width: 1000, height: 600 };

test('a frame stays within the drawing', () => {
  expect(frameAt(size, 1, { x: 0, y: 0 })).toEqual({ x: 0, y: 0, width: 1000, height: 600 });
  expect(frameAt(size, 2, { x: 500, y: 300 })).toEqual({ x: 250, y: 150, width: 500, height: 300 });
  expect(frameAt(size, 4, { x: 990, y: -50 })).toEqual({ x: 750, y: 0, width: 250, height: 150 });
});
