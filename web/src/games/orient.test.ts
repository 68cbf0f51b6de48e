import { expect, test } from 'vitest';
import type { Scene } from './game';
import { orient, UPRIGHT } from './orient';

const scene: Scene = {
  width: 100,
  height: 60,
  radius: 5,
  cells: [{ id: 'a1', x: 10, y: 20, outline: '0,0 10,0 10,20', piece: null, tone: 'plain' }],
  labels: [{ x: 5, y: 5, text: 'a' }],
  edges: [{ points: '0,0 100,60', side: 0 }],
  dots: [{ x: 50, y: 30 }],
};
const cell = (turns: number, flipped = false) => {
  const { cells, width, height } = orient(scene, { ...UPRIGHT, turns, flipped });
  return [cells[0]?.x, cells[0]?.y, width, height];
};

test('a board is turned and flipped', () => {
  expect(cell(0)).toEqual([10, 20, 100, 60]);
  expect(cell(1)).toEqual([40, 10, 60, 100]);
  expect(cell(2)).toEqual([90, 40, 100, 60]);
  expect(cell(3)).toEqual([20, 90, 60, 100]);
  expect(cell(0, true)).toEqual([90, 20, 100, 60]);
  expect(cell(1, true)).toEqual([20, 10, 60, 100]);
});

test('outlines and edges go with it', () => {
  const turned = orient(scene, { ...UPRIGHT, turns: 2 });
  expect(turned.cells[0]?.outline).toBe('100.0,60.0 90.0,60.0 90.0,40.0');
  expect(turned.edges[0]?.points).toBe('100.0,60.0 0.0,0.0');
});

test('names can be left out', () => {
  expect(orient(scene, { ...UPRIGHT, names: false }).labels).toEqual([]);
});
