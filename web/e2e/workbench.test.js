// The workbench in a real browser, against the real server.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { holds, workbench } from './harness.js';
import { answered, drop, settled, setUp, solve, startServer } from './workbench.js';

const OUT = join(import.meta.dirname, 'out');

const it = workbench();

const position = () => it.page.getByLabel('Position', { exact: true });
const cell = (/** @type {string} */ id) => it.page.locator(`[data-cell="${id}"]`);
const pieces = () => it.page.locator('[data-testid="board"] [data-piece]').count();

test('a position is set up by clicking', async () => {
  await setUp(it.page, 'hex', { parameters: { size: '3' } });
  await cell('b2').click();
  await holds(position(), '3/1x1/3 x');
  await it.page.getByLabel('white stone').click();
  await cell('c1').click();
  await it.page.getByText('White to move', { exact: true }).click();
  await holds(position(), '2o/1x1/3 o');
  await it.page.getByText('Play moves').click();
  await settled(it.page);
  await cell('a3').click();
  await holds(position(), '2o/1x1/o2 x');
  await it.page.getByRole('button', { name: 'Undo' }).click();
  await holds(position(), '2o/1x1/3 o');
  await it.page.getByText('Edit', { exact: true }).click();
  await it.page.getByLabel('remove', { exact: true }).click();
  await cell('b2').click();
  await holds(position(), '2o/3/3 o');
});

test('cells are reached by keys', async () => {
  await setUp(it.page, 'tictactoe');
  await cell('a3').focus();
  await it.page.keyboard.press('ArrowRight');
  await it.page.keyboard.press('ArrowDown');
  await it.page.keyboard.press('Enter');
  await holds(position(), '.../.X./...');
});

test('pieces step, push and are placed in Arimaa', async () => {
  await setUp(it.page, 'arimaa', { position: `g [${'E'.padStart(29).padEnd(64)}]` });
  await it.page.getByLabel('silver rabbit').click();
  await cell('d5').click();
  await it.page.getByLabel('gold rabbit').click();
  await cell('a1').click();
  await it.page.getByText('Play moves').click();
  await settled(it.page);
  await it.page.locator('.status', { hasText: 'Gold to move' }).waitFor();
  await cell('a1').click();
  await cell('a2').click();
  await it.page.getByText('3 of 4 steps left').waitFor();
  // A push: the rabbit, where it goes, and if there is a choice who pushes.
  await cell('d5').click();
  await cell('d6').click();
  await it.page.getByText('1 of 4 steps left').waitFor();
  assert.equal(await cell('d5').getAttribute('data-piece'), 'E');
  assert.equal(await cell('d6').getAttribute('data-piece'), 'r');
});

test('what is wrong is said at the field', async () => {
  await setUp(it.page, 'loa');
  const places = () =>
    it.page.locator('[data-testid="board"], #position, #position-help, .position button').evaluateAll((all) =>
      all.map((it) => {
        const { x, y, width, height } = it.getBoundingClientRect();
        return [x, y + window.scrollY, width, height].map(Math.round);
      }),
    );
  const before = await places();
  await position().fill('7x/8 x');
  const wrong = it.page.locator('#position-wrong');
  await wrong.filter({ hasText: 'expected' }).waitFor();
  assert.deepEqual(await places(), before, 'nothing jumps when there is a complaint');
  assert.equal(await position().getAttribute('aria-invalid'), 'true');
  assert.match((await position().getAttribute('aria-describedby')) ?? '', /position-wrong/);
  await position().fill('start');
  await wrong.filter({ hasText: /^\s*$/ }).waitFor({ state: 'attached' });
  await it.page.getByLabel('Nodes', { exact: true }).fill('many');
  await it.page.getByRole('button', { name: 'Solve' }).click();
  await it.page.locator('#ask-nodes-wrong').waitFor();
  assert.equal(await it.page.evaluate(() => document.activeElement?.id), 'ask-nodes');
});

test('a problem is solved, its tree walked and its proof played against', async () => {
  await setUp(it.page, 'tictactoe', { position: 'X../.O./...' });
  await it.page.getByText('At least a draw').click();
  await solve(it.page);
  assert.match(await answered(it.page), /^X can force at least a draw\..*certificate checked/s);

  // The tree: open nodes by keys, and the board follows.
  await it.page.getByRole('link', { name: 'Tree', exact: true }).click();
  const tree = it.page.getByRole('tree');
  await tree.locator('[data-key=""]').focus();
  const before = await pieces();
  await it.page.keyboard.press('ArrowRight');
  await it.page.keyboard.press('ArrowRight');
  await it.page.waitForFunction(
    (count) => document.querySelectorAll('[data-testid="board"] [data-piece]').length === count,
    before + 1,
  );
  assert.ok((await tree.getByRole('treeitem').count()) > 3);
  await it.page.keyboard.press('End');
  await it.page.keyboard.press('Home');
  await it.page.waitForFunction(
    (count) => document.querySelectorAll('[data-testid="board"] [data-piece]').length === count,
    before,
  );
  await it.page.getByRole('button', { name: 'Follow the most-proving line' }).click();

  // The proof: it moves, we answer by clicking, it answers at once.
  await it.page.getByRole('link', { name: 'Proof', exact: true }).click();
  await it.page.getByRole('button', { name: 'Proof’s move' }).click();
  const played = it.page.getByTestId('played').getByRole('button');
  await it.page.getByText('the proof has an answer').waitFor();
  assert.equal(await played.count(), 1);
  const free = await it.page.locator('[data-testid="board"] .target').first().getAttribute('data-cell');
  await cell(free ?? '').click();
  await played.nth(1).waitFor();
  const longest = it.page.getByRole('button', { name: 'Longest defence', exact: true });
  const over = it.page.getByTestId('proof-note').filter({ hasText: 'The game is over' });
  for (let turn = 0; turn < 5 && (await over.count()) === 0; turn += 1) {
    const count = await played.count();
    await longest.click();
    await played.nth(count).waitFor();
    await it.page
      .getByTestId('proof-note')
      .filter({ hasText: /over|has an answer/ })
      .waitFor();
  }
  await over.waitFor();
  assert.doesNotMatch(await over.innerText(), /O wins/);
  await it.page.getByRole('button', { name: 'Back' }).click();
  await it.page.getByRole('button', { name: 'Forward' }).click();
  await over.waitFor();
  const download = it.page.waitForEvent('download');
  await it.page.getByRole('link', { name: 'Certificate' }).click();
  assert.match((await download).suggestedFilename(), /\.wpc$/);
});

test('a value has two certificates', async () => {
  await setUp(it.page, 'graph', {
    position: 'start a\na A b c\nb B a low\nc B high a\nlow = -3\nhigh = 7\ninfinite 2\n',
  });
  await it.page.getByText('Exact value').click();
  await solve(it.page);
  assert.match(await answered(it.page), /worth \+2 to A/);
  await it.page.getByRole('link', { name: 'Proof', exact: true }).click();
  await it.page.getByText('At most', { exact: true }).click();
  await it.page.getByTestId('proof-note').filter({ hasText: /\S/ }).waitFor();
});

test('a reload during a job comes back to it; it pauses, resumes and stops', async () => {
  await setUp(it.page, 'loa');
  await solve(it.page);
  const state = it.page.getByTestId('state');
  await state.filter({ hasText: 'running' }).waitFor();
  const address = it.page.url();
  await it.page.reload();
  assert.equal(it.page.url(), address);
  await state.filter({ hasText: 'running' }).waitFor();
  // It is alive: the number of nodes grows.
  await it.page.waitForFunction(() => {
    const text = document.querySelector('[data-testid="nodes"]')?.getAttribute('title') ?? '';
    const nodes = Number(text.replaceAll(',', ''));
    const page = /** @type {{ before?: number }} */ (window);
    page.before ??= nodes || undefined;
    return page.before !== undefined && nodes > page.before;
  });
  await it.page.getByRole('button', { name: 'Pause' }).click();
  await state.filter({ hasText: 'paused' }).waitFor();
  await it.page.getByRole('link', { name: 'Tree', exact: true }).click();
  await it.page.getByRole('treeitem').nth(3).waitFor();
  await it.page.getByRole('button', { name: 'Resume with …' }).click();
  await it.page.locator('#resume-nodes').fill('1000000');
  await it.page.getByRole('button', { name: 'Resume', exact: true }).last().click();
  await state.filter({ hasText: 'running' }).waitFor();
  await it.page.getByRole('button', { name: 'Stop' }).click();
  await state.filter({ hasText: 'not known' }).waitFor();
  await it.page.getByRole('link', { name: 'Jobs', exact: false }).first().click();
  await it.page
    .getByRole('link', { name: /Lines of Action: Can black force a win/ })
    .first()
    .waitFor();
});

test('a certificate is verified, and a damaged one is not', async () => {
  await setUp(it.page, 'nim', { position: '3,4,5' });
  await solve(it.page);
  await answered(it.page);
  const job = /jobs\/([^/]+)/.exec(it.page.url())?.[1];
  const answer = await it.page.request.get(`${it.server.url}/api/jobs/${job}/certificate`);
  const bytes = await answer.body();
  const result = it.page.getByTestId('verification');

  await drop(it.page, 'nim.wpc', bytes);
  await result.filter({ hasText: 'Accepted' }).waitFor();
  await it.page.getByRole('button', { name: 'Walk through it' }).click();
  await it.page.getByRole('button', { name: 'Proof’s move' }).click();
  await it.page.getByTestId('played').getByRole('button').first().waitFor();

  const damaged = Buffer.from(bytes);
  const middle = Math.floor(damaged.length / 2);
  damaged[middle] = (damaged[middle] ?? 0) ^ 0x55;
  await drop(it.page, 'damaged.wpc', damaged);
  await result.filter({ hasText: /Rejected|Not a certificate/ }).waitFor();
  assert.doesNotMatch(await result.innerText(), /Accepted/);
  await drop(it.page, 'other.txt', Buffer.from('hello'));
  await result.filter({ hasText: 'other.txt' }).filter({ hasText: 'Not a certificate' }).waitFor();
});

test('algorithms are compared', async () => {
  await setUp(it.page, 'tictactoe');
  await it.page.getByText('At least a draw').click();
  await it.page.getByRole('button', { name: 'Compare algorithms' }).click();
  await it.page.getByRole('button', { name: 'Add an algorithm' }).click();
  await it.page.getByRole('button', { name: 'Run them' }).click();
  const table = it.page.getByTestId('comparison');
  await table.getByText('proved').nth(2).waitFor();
  const nodes = await table.locator('tbody tr td:nth-child(3)').allInnerTexts();
  assert.equal(nodes.length, 3);
  for (const count of nodes) assert.ok(Number(count.replaceAll(',', '')) > 0, count);
  const address = it.page.url();
  await it.page.reload();
  assert.equal(it.page.url(), address);
  await table.getByText('proved').nth(2).waitFor();
});

test('a problem is audited', async () => {
  await setUp(it.page, 'tictactoe', { position: 'X.O/..O/..X' });
  const views = it.page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: 'Audit' }).click();
  await it.page.getByRole('button', { name: 'Audit' }).click();
  const audit = it.page.getByTestId('audit');
  await audit.getByText('X can force a win within 1 ply, and not within 0 plies').waitFor();
  await audit.getByText('3 of 4 others win too').waitFor();
  assert.equal(await audit.getByText('slower').count(), 3);
  assert.equal(await audit.getByText('fails').count(), 1);
  await views.getByRole('link', { name: 'Set up' }).click();
  await setUp(it.page, 'loa', { parameters: { size: '4' }, position: 'x2o/4/4/o2x x' });
  await views.getByRole('link', { name: 'Audit' }).click();
  await it.page.getByLabel('Find out which pieces are needed').check();
  await it.page.getByRole('button', { name: 'Audit' }).click();
  await audit.getByRole('heading', { name: 'Pieces' }).waitFor();
  // The board shows the position without it.
  await audit.getByRole('button', { name: 'black d1' }).click();
  await it.page.getByText('x2o/4/4/o3 x').waitFor();
});

test('everything fits a phone', async () => {
  mkdirSync(OUT, { recursive: true });
  await it.page.setViewportSize({ width: 375, height: 780 });
  const fits = async (/** @type {string} */ name) => {
    const width = await it.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 375, `${name} is ${width} wide`);
    const shot = await it.page.screenshot({ path: join(OUT, `phone-${name}.png`), fullPage: true });
    assert.ok(shot.length > 5000, name);
  };
  for (const game of ['othello', 'hex', 'loa', 'arimaa', 'tictactoe', 'nim', 'shogi', 'graph', 'tree']) {
    await setUp(it.page, game);
    await fits(game);
  }
  await setUp(it.page, 'nim', { position: '3,4,5' });
  await solve(it.page);
  await answered(it.page);
  await fits('watch');
  await it.page.getByRole('link', { name: 'Tree', exact: true }).click();
  await it.page.getByRole('treeitem').nth(2).waitFor();
  await fits('tree-view');
  await it.page.getByRole('link', { name: 'Proof', exact: true }).click();
  await it.page.getByRole('button', { name: 'Proof’s move' }).click();
  await fits('proof');
  const views = it.page.getByRole('navigation', { name: 'Views' });
  for (const name of ['Compare', 'Audit', 'Shortest win', 'Jobs', 'Verify']) {
    await views.getByRole('link', { name }).click();
    await fits(name.toLowerCase());
  }
});

test('a server with a token asks for it', async () => {
  const guarded = await startServer(['--token', 'open-sesame']);
  const visitor = await it.browser.newPage();
  try {
    await visitor.goto(guarded.url);
    await visitor.getByLabel('Token').fill('wrong');
    await visitor.getByRole('button', { name: 'Open' }).click();
    await visitor.getByLabel('Token').fill('open-sesame');
    await visitor.getByRole('button', { name: 'Open' }).click();
    await setUp(visitor, 'nim', { position: '3,4,5' });
    await solve(visitor);
    await answered(visitor);
    const other = await it.browser.newPage();
    await other.goto(`${guarded.url}/#token=open-sesame`);
    await other.getByTestId('board').waitFor();
    assert.doesNotMatch(other.url(), /sesame/);
    await other.context().close();
  } finally {
    await visitor.context().close();
    await guarded.stop();
  }
});
