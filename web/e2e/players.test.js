// What players look for: links, all moves, files, exports, keys, examples.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { holds, workbench } from './harness.js';
import { answered, drop, settled, setUp, solve } from './workbench.js';

const it = workbench();

const position = () => it.page.getByLabel('Position', { exact: true });
const cell = (/** @type {string} */ id) => it.page.locator(`[data-cell="${id}"]`);

/**
 * The text of the file that a click saves.
 * @param {import('playwright-core').Locator} button
 */
async function saved(button) {
  const download = it.page.waitForEvent('download');
  await button.click();
  return readFileSync(await (await download).path(), 'utf8');
}

test('the set-up is in the address', async () => {
  await setUp(it.page, 'nim', { position: '3,4,5' });
  await it.page.waitForFunction(() => location.hash.includes('position=3,4,5'));
  const address = it.page.url();
  const other = it.watch(await it.browser.newPage());
  await other.goto(address);
  await holds(other.getByLabel('Position', { exact: true }), '3,4,5');
  assert.equal(await other.getByLabel('Game', { exact: true }).inputValue(), 'nim');
  await other.context().close();
  // The last set-up is there on another day, in a new tab.
  const next = it.watch(await it.page.context().newPage());
  await next.goto(it.server.url);
  await holds(next.getByLabel('Position', { exact: true }), '3,4,5');
  await next.close();
});

test('a link to a proof holds the line', async () => {
  await setUp(it.page, 'nim', { position: '3,4,5' });
  await solve(it.page);
  await answered(it.page);
  await it.page.getByRole('link', { name: 'Proof', exact: true }).click();
  await it.page.getByRole('button', { name: 'Proof’s move' }).click();
  const played = it.page.getByTestId('played').getByRole('button');
  await played.first().waitFor();
  await it.page.waitForFunction(() => location.hash.includes('line='));
  const move = await played.first().innerText();
  const other = it.watch(await it.page.context().newPage());
  await other.goto(it.page.url());
  await other.getByTestId('played').getByRole('button', { name: move }).waitFor();
  await other.close();
});

test('every move gets a verdict, on the board and in a list', async () => {
  await setUp(it.page, 'hex', { parameters: { size: '3' } });
  await it.page.getByLabel('Rate every move').check();
  await solve(it.page);
  await answered(it.page);
  const rows = it.page.getByTestId('moves').locator('tbody tr');
  await rows.nth(8).waitFor();
  assert.match(await rows.first().innerText(), /reaches the goal/);
  assert.match(await rows.last().innerText(), /does not/);
  assert.equal(await it.page.locator('[data-rating]').count(), 9);
  assert.match(await it.page.getByTestId('advice').innerText(), /^Best move: [a-c][1-3]\.$/);
});

test('moves of a solved job are rated afterwards', async () => {
  await setUp(it.page, 'nim', { position: '1,2' });
  await solve(it.page);
  await answered(it.page);
  await it.page.getByRole('button', { name: 'Rate every move' }).click();
  await it.page.getByTestId('moves').locator('tbody tr').nth(2).waitFor();
});

test('after an unknown verdict the most promising move is named as such', async () => {
  await setUp(it.page, 'othello');
  await it.page.getByLabel('Nodes', { exact: true }).fill('20');
  await solve(it.page);
  assert.match(await answered(it.page), /Not known/);
  assert.match(await it.page.getByTestId('advice').innerText(), /not proved/);
});

test('a certificate that is unfinished says why and goes on', async () => {
  await setUp(it.page, 'hex', { parameters: { size: '5' } });
  await it.page.getByText('Time of its own for the certificate').click();
  await it.page.getByLabel('Seconds for the certificate').fill('0.000001');
  await solve(it.page);
  assert.match(await answered(it.page), /black can force a win/i);
  await it.page.getByTestId('shortfall').waitFor();
  await it.page.getByRole('button', { name: 'Resume with …' }).waitFor();
  await it.page.getByRole('button', { name: 'Go on with the certificate' }).waitFor();
});

test('a record in SGF that is dropped sets the size', async () => {
  await setUp(it.page, 'nim');
  await drop(it.page, 'game.sgf', Buffer.from('(;FF[4]GM[11]SZ[4];B[b2];W[c3])'));
  await cell('d4').waitFor();
  await settled(it.page);
  assert.equal(await it.page.getByLabel('Game', { exact: true }).inputValue(), 'hex');
  assert.equal(await cell('b2').getAttribute('data-piece'), 'x');
});

test('a file with several positions offers the list, and can be chosen again', async () => {
  await setUp(it.page, 'nim');
  const file = { name: 'three.txt', mimeType: 'text/plain', buffer: Buffer.from('1,2\tone\n3,4\ttwo\n5\n') };
  const input = it.page.getByLabel('Load a position from a file');
  await input.setInputFiles(file);
  await holds(position(), '1,2');
  await it.page.getByLabel('3 positions in three.txt').selectOption({ label: 'two' });
  await holds(position(), '3,4');
  await input.setInputFiles(file);
  await holds(position(), '1,2');
});

test('a verified certificate can be set up again', async () => {
  await setUp(it.page, 'nim', { position: '3,4,5' });
  await solve(it.page);
  await answered(it.page);
  const job = /jobs\/([^/?]+)/.exec(it.page.url())?.[1];
  const bytes = await (await it.page.request.get(`${it.server.url}/api/jobs/${job}/certificate`)).body();
  await drop(it.page, 'nim.wpc', bytes);
  await it.page.getByRole('button', { name: 'Walk through it' }).click();
  await it.page.getByRole('button', { name: 'Set up again' }).click();
  await holds(position(), '3,4,5');
  await settled(it.page);
  await solve(it.page);
  assert.match(await answered(it.page), /can force a win/);
});

test('links of HexWorld and capital coordinates are read', async () => {
  await setUp(it.page, 'hex', { parameters: { size: '3' } });
  await position().fill('https://hexworld.org/board/#4c1,b2c3');
  await settled(it.page);
  await cell('d4').waitFor();
  assert.equal(await cell('c3').getAttribute('data-piece'), 'o');
  await position().fill('A1 B2');
  await settled(it.page);
  assert.equal(await cell('a1').getAttribute('data-piece'), 'x');
});

test('arrow keys go to neighbours on a Hex board', async () => {
  await setUp(it.page, 'hex', { parameters: { size: '5' } });
  await cell('c3').focus();
  const focused = () => it.page.evaluate(() => document.activeElement?.getAttribute('data-cell'));
  for (const [key, id] of [
    ['ArrowUp', 'c2'],
    ['ArrowDown', 'c3'],
    ['ArrowDown', 'c4'],
    ['ArrowLeft', 'b4'],
    ['ArrowRight', 'c4'],
  ]) {
    await it.page.keyboard.press(key ?? '');
    assert.equal(await focused(), id, key);
  }
});

test('after Solve the focus is at the result, and the title names game and state', async () => {
  await setUp(it.page, 'nim', { position: '3,4,5' });
  await solve(it.page);
  await answered(it.page);
  assert.equal(await it.page.evaluate(() => document.activeElement?.id), 'job-title');
  assert.match(await it.page.title(), /^Nim: proved – Winproof$/);
});

test('quick clicks on a slow server are queued', async () => {
  await setUp(it.page, 'hex', { parameters: { size: '3' } });
  await it.page.getByText('Play moves').click();
  await settled(it.page);
  await it.page.route('**/api/position*', async (route) => {
    await new Promise((later) => setTimeout(later, 400));
    await route.continue();
  });
  await cell('a1').click();
  await cell('b2').click();
  await cell('c3').click();
  await holds(position(), 'x2/1o1/2x o');
});

test('boards, lines, trees and reports are saved as files', async () => {
  await setUp(it.page, 'hex', { parameters: { size: '3' } });
  await solve(it.page);
  await answered(it.page);
  await it.page.getByText('Board', { exact: true }).first().click();
  const svg = await saved(it.page.getByRole('button', { name: 'Save as SVG' }));
  assert.match(svg, /^<svg[^>]*xmlns/);
  assert.match(svg, /fill:rgb/);
  const picture = it.page.waitForEvent('download');
  await it.page.getByRole('button', { name: 'Save as PNG' }).click();
  assert.deepEqual([...readFileSync(await (await picture).path()).subarray(1, 4)], [0x50, 0x4e, 0x47]);
  const report = JSON.parse(await saved(it.page.getByRole('button', { name: 'Report as JSON' })));
  assert.deepEqual([report.verdict, report.position], ['proved', '3/3/3 x']);
  const line = await saved(it.page.getByRole('button', { name: 'Line as text' }));
  assert.match(line, /^[a-c][1-3]( [a-c][1-3])*\n$/);
  const record = await saved(it.page.getByRole('button', { name: 'Line as SGF' }));
  assert.match(record, /^\(;FF\[4\]GM\[11\]SZ\[3\]PL\[B\];B\[/);
  await it.page.getByRole('link', { name: 'Tree', exact: true }).click();
  await it.page.getByRole('treeitem').nth(2).waitFor();
  assert.match(
    await saved(it.page.getByRole('button', { name: 'As text' })),
    /^root {2}or pn 0 dn inf proved\n {2}/,
  );
  assert.match(await saved(it.page.getByRole('button', { name: 'As SGF' })), /\(;B\[[a-c][1-3]\]C\[pn /);
});

test('a board is turned and flipped, and its names can go', async () => {
  await setUp(it.page, 'loa');
  const place = async () => {
    const box = await cell('a1').boundingBox();
    const board = await it.page.getByTestId('board').boundingBox();
    assert.ok(box && board);
    return [
      box.x < board.x + board.width / 2 ? 'left' : 'right',
      box.y < board.y + board.height / 2 ? 'top' : 'bottom',
    ];
  };
  assert.deepEqual(await place(), ['left', 'bottom']);
  await it.page.getByText('Board', { exact: true }).first().click();
  await it.page.getByRole('button', { name: 'Turn' }).click();
  assert.deepEqual(await place(), ['left', 'top']);
  await it.page.getByRole('button', { name: 'Flip' }).click();
  assert.deepEqual(await place(), ['right', 'top']);
  assert.ok((await it.page.locator('[data-testid="board"] .name').count()) > 0);
  await it.page.getByLabel('Coordinates').uncheck();
  assert.equal(await it.page.locator('[data-testid="board"] .name').count(), 0);
  await it.page.reload();
  await cell('a1').waitFor();
  assert.deepEqual(await place(), ['right', 'top']);
});

test('several positions, values and seeds are compared', async () => {
  await setUp(it.page, 'nim', { position: '3,4,5' });
  const file = { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('1,2\n2,3\n') };
  await it.page.getByLabel('Load a position from a file').setInputFiles(file);
  await it.page.getByRole('button', { name: 'Compare algorithms' }).click();
  await it.page.getByLabel('Positions').selectOption('file');
  await it.page.getByLabel('Repeats').fill('2');
  await it.page.getByRole('button', { name: 'Remove number 2' }).click();
  await it.page.locator('#compare-0-algorithm').selectOption('df-pn');
  await it.page.getByLabel('Values to try').fill('epsilon=0,0.5');
  await it.page.getByText('8 runs').waitFor();
  await it.page.getByRole('button', { name: 'Run them' }).click();
  const rows = it.page.getByTestId('comparison').locator('tbody tr');
  await rows.nth(7).getByText('proved').waitFor();
  const table = await saved(it.page.getByRole('button', { name: 'Table as CSV' }));
  assert.equal(table.trim().split('\r\n').length, 9);
  assert.match(table, /epsilon=0.5/);
  await it.page.getByLabel('Logarithmic charts').check();
  // The settings are there the next time.
  await it.page.getByRole('button', { name: 'Compare others' }).click();
  assert.equal(await it.page.getByLabel('Values to try').inputValue(), 'epsilon=0,0.5');
  assert.equal(await it.page.getByLabel('Repeats').inputValue(), '2');
});

test('a first visit explains itself, and examples take one click', async () => {
  const welcome = it.page.getByTestId('welcome');
  await welcome.getByText('checked this move by move').waitFor();
  for (const [name, answer] of [
    ['A Hex puzzle', /black can/i],
    ['An Othello ending', /worth \+6/],
    ['A graph of your own', /A can force a win/],
  ]) {
    await it.page.goto(`${it.server.url}/#/`);
    await it.page.evaluate(() => localStorage.removeItem('winproof-visited'));
    await it.page.reload();
    await welcome.getByRole('button', { name: String(name) }).click();
    assert.match(await answered(it.page), /** @type {RegExp} */ (answer));
  }
  await it.page.goto(it.server.url);
  await it.page.getByTestId('board').waitFor();
  assert.equal(await welcome.getAttribute('open'), null);
});

test('a graph of 5,000 nodes is drawn, enlarged and moved', async () => {
  const nodes = Array.from({ length: 5000 }, (_, at) =>
    at < 2500
      ? `n${at} ${at % 2 ? 'A' : 'B'} n${2 * at + 1} n${2 * at + 2} n${(7 * at) % 5000}`
      : `n${at} = ${(at % 3) - 1}`,
  );
  const text = `start n0\n${nodes.join('\n')}\n`.replaceAll('n5000', 'n1');
  await drop(it.page, 'graph.txt', Buffer.from(text));
  // Where it starts, nodes have names; from far away there are dots.
  await cell('n0').waitFor();
  const board = it.page.getByTestId('board');
  const seen = () => board.getAttribute('viewBox');
  await it.page.getByRole('button', { name: 'All', exact: true }).click();
  await board.locator('.dots').waitFor();
  assert.equal(await cell('n0').count(), 0);
  for (let step = 0; step < 4; step += 1) await it.page.getByRole('button', { name: 'Larger' }).click();
  const before = await seen();
  const box = await board.boundingBox();
  assert.ok(box);
  await it.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await it.page.mouse.down();
  await it.page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 - 40, { steps: 5 });
  await it.page.mouse.up();
  assert.notEqual(await seen(), before);
});

test('a large Hex board is enlarged on a phone', async () => {
  await it.page.setViewportSize({ width: 375, height: 780 });
  await setUp(it.page, 'hex', { parameters: { size: '11' } });
  const width = async () => (await cell('a1').boundingBox())?.width ?? 0;
  const before = await width();
  await it.page.getByRole('button', { name: 'Larger' }).click();
  assert.ok((await width()) > before * 1.5);
  await it.page.getByRole('button', { name: 'All', exact: true }).click();
  assert.equal(Math.round(await width()), Math.round(before));
});
