// Shogi's board: hands, drops, promotion, editing.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { holds, workbench } from './harness.js';
import { answered, drop, settled, setUp, solve } from './workbench.js';

const it = workbench();

const position = () => it.page.getByLabel('Position', { exact: true });
const cell = (/** @type {string} */ id) => it.page.locator(`[data-cell="${id}"]`);
const choice = (/** @type {string} */ move) => it.page.locator(`[data-choice="${move}"]`);

test('a problem is set up with pieces on the board and in hand', async () => {
  await setUp(it.page, 'shogi');
  await it.page.getByRole('button', { name: 'Clear' }).click();
  await it.page.getByLabel('white king').click();
  await cell('1a').click();
  await it.page.getByLabel('black pawn', { exact: true }).click();
  await cell('1c').click();
  // A place in a hand is for its own kind, whatever is chosen.
  await cell('G*').click();
  await cell('G*').click();
  await holds(position(), '8k/9/8P/9/9/9/9/9/9 b 2G 1');
  await it.page.getByLabel('remove', { exact: true }).click();
  await cell('G*').click();
  await holds(position(), '8k/9/8P/9/9/9/9/9/9 b G 1');
  await it.page.getByText('… in the defender’s hand').click();
  await holds(position(), '8k/9/8P/9/9/9/9/9/9 b G 1 rest');
  assert.equal(await cell('p*').getAttribute('data-count'), '17');
  await settled(it.page);
  await solve(it.page);
  assert.match(await answered(it.page), /black can force a win/i);
});

test('pieces are dropped, and promote if wanted', async () => {
  await setUp(it.page, 'shogi', { position: '8k/9/7R1/9/9/9/9/9/9 b G 1' });
  await it.page.getByText('Play moves').click();
  await settled(it.page);
  await cell('2c').click();
  await cell('1c').click();
  await choice('2c1c+').waitFor();
  assert.equal(await choice('2c1c').getAttribute('aria-label'), 'black rook, 2c1c');
  // Escape leaves the choice, and the piece where it is.
  await it.page.keyboard.press('Escape');
  await choice('2c1c+').waitFor({ state: 'detached' });
  assert.equal(await cell('2c').getAttribute('data-piece'), 'R');
  await cell('2c').click();
  await cell('1c').click();
  await choice('2c1c+').click();
  await holds(position(), '8k/9/8+R/9/9/9/9/9/9 w G 1');
  await cell('1a').click();
  await cell('2a').click();
  await holds(position(), '7k1/9/8+R/9/9/9/9/9/9 b G 1');
  await cell('G*').click();
  await cell('2b').click();
  await holds(position(), '7k1/7G1/8+R/9/9/9/9/9/9 w - 1');
  assert.equal(await cell('G*').count(), 0);
});

test('a promotion is chosen by keys', async () => {
  await setUp(it.page, 'shogi', { position: '8k/9/7R1/9/9/9/9/9/9 b G 1' });
  await it.page.getByText('Play moves').click();
  await settled(it.page);
  await cell('2c').focus();
  await it.page.keyboard.press('Enter');
  await it.page.keyboard.press('ArrowRight');
  await it.page.keyboard.press('Enter');
  await choice('2c1c').waitFor();
  const focused = () => it.page.evaluate(() => document.activeElement?.getAttribute('data-choice'));
  const first = await focused();
  assert.ok(first);
  await it.page.keyboard.press('ArrowRight');
  const second = await focused();
  assert.deepEqual([first, second].toSorted(), ['2c1c', '2c1c+']);
  await it.page.keyboard.press('Enter');
  await holds(position(), `8k/9/8${second === '2c1c+' ? '+R' : 'R'}/9/9/9/9/9/9 w G 1`);
});

test('a mate is shown, played against and saved as a drawing', async () => {
  await setUp(it.page, 'shogi', { position: '9/7L1/9/8k/6+R2/9/8N/9/9 b Sr2b4g3s3n3l18p 1' });
  await solve(it.page);
  assert.match(await answered(it.page), /black can force a win/i);
  await it.page.locator('.arrow, .coming').first().waitFor();
  await it.page.getByRole('link', { name: 'Proof', exact: true }).click();
  await it.page.getByRole('button', { name: 'Proof’s move' }).click();
  await it.page.getByText('the proof has an answer').waitFor();
  await it.page.getByText('Board', { exact: true }).first().click();
  const download = it.page.waitForEvent('download');
  await it.page.getByRole('button', { name: 'Save as SVG' }).click();
  const svg = readFileSync(await (await download).path(), 'utf8');
  // Characters are strokes: the file needs no font for them.
  assert.match(svg, /<path[^>]*stroke-width/);
  assert.doesNotMatch(svg, /[\u4e00-\u9fff]/);
  const before = await it.page.locator('.letter').count();
  await it.page.getByLabel('Letters').check();
  assert.equal(before, 0);
  assert.ok((await it.page.locator('[data-testid="board"] .letter').count()) > 2);
});

test('records of games and files of problems go to shogi', async () => {
  await setUp(it.page, 'nim');
  const kif = [
    '後手の持駒：なし',
    '  ９ ８ ７ ６ ５ ４ ３ ２ １',
    '+---------------------------+',
    '| ・ ・ ・ ・ ・ ・ ・ ・v玉|一',
    ...['二', '三', '四', '五', '六', '七', '八', '九'].map((rank) =>
      rank === '三' ? '| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三' : `| ・ ・ ・ ・ ・ ・ ・ ・ ・|${rank}`,
    ),
    '+---------------------------+',
    '先手の持駒：金',
  ].join('\n');
  await drop(it.page, 'mate.kif', Buffer.from(kif));
  await cell('G*').waitFor();
  assert.equal(await it.page.getByLabel('Game', { exact: true }).inputValue(), 'shogi');
  assert.equal(await cell('1c').getAttribute('data-piece'), 'P');
  await setUp(it.page, 'nim');
  const lines = '8k/9/8P/9/9/9/9/9/9 b G 1\n8k/9/8P/9/9/9/9/9/9 b S 1\n';
  await drop(it.page, 'two.sfen', Buffer.from(lines));
  await it.page.getByLabel('2 positions in two.sfen').waitFor();
  await cell('G*').waitFor();
});

test('a board of shogi fits a phone', async () => {
  await it.page.setViewportSize({ width: 375, height: 780 });
  await setUp(it.page, 'shogi');
  const width = await it.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 375, `it is ${width} wide`);
  const box = await cell('5e').boundingBox();
  assert.ok(box && box.width > 30, 'a finger can hit it');
});
