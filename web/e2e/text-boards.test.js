// Games that the page has no board for are shown as text, in every view, and played by buttons.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holds, workbench } from './harness.js';
import { answered, drop, settled, setUp, solve } from './workbench.js';

const it = workbench();

const position = () => it.page.getByLabel('Position', { exact: true });
const board = () => it.page.getByTestId('board');
const move = (/** @type {string} */ name) => it.page.getByRole('button', { name, exact: true });
const LIVE = '7/7/7/7/ooooo2/XXXXo2/***Xo2';

test('a problem of Go is set up, played on, solved and walked through', async () => {
  await setUp(it.page, 'tsumego', { position: `${LIVE} x` });
  await board().filter({ hasText: 'X X X X o' }).waitFor();
  await it.page.getByText('Play moves').click();
  await settled(it.page);
  await move('B1').click();
  await holds(position(), '7/7/7/7/ooooo2/XXXXo2/*x*Xo2 o');
  await it.page.getByRole('button', { name: 'Undo' }).click();
  await holds(position(), `${LIVE} x`);
  await it.page.getByText('Can black force a win?').waitFor();
  await solve(it.page);
  assert.match(await answered(it.page), /^Black can force a win.*certificate checked/s);
  await board().filter({ hasText: 'X X X X o' }).waitFor();
  await it.page.getByRole('link', { name: 'Tree', exact: true }).click();
  await it.page.getByRole('treeitem').nth(1).waitFor();
  await board().filter({ hasText: 'X X X X o' }).waitFor();
  await it.page.getByRole('link', { name: 'Proof', exact: true }).click();
  await it.page.getByRole('button', { name: 'Proof’s move' }).click();
  await it.page.getByText('the proof has an answer').waitFor();
  await board().filter({ hasText: '* x * X o' }).waitFor();
  // Both points that are left are eyes.
  await move('pass').first().click();
  await it.page.getByTestId('played').getByRole('button').nth(2).waitFor();
});

test('a record of Go that is dropped is a problem of life and death', async () => {
  const record = '(;GM[1]SZ[7]AW[ae][be][ce][de][ee][ef][eg]AB[af][bf][cf][df][dg]PL[B])';
  await drop(it.page, 'corner.sgf', Buffer.from(record));
  await settled(it.page);
  assert.equal(await it.page.getByLabel('Game', { exact: true }).inputValue(), 'tsumego');
  await board().filter({ hasText: '* * * X o' }).waitFor();
});
