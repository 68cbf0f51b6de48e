// The shortest win, audits with their progress, questions with a number of plies, and threads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holds, workbench } from './harness.js';
import { answered, settled, setUp, solve } from './workbench.js';

const it = workbench(['--threads', '2']);

const view = (/** @type {string} */ name) =>
  it.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
const MATE_IN_7 = '9/7L1/9/8k/6+R2/9/8N/9/9 b Sr2b4g3s3n3l18p 1';

test('the shortest win is found, walked through and linked to', async () => {
  await setUp(it.page, 'shogi', { position: MATE_IN_7 });
  await view('Shortest win');
  await it.page.getByText('How fast can black force a win?').waitFor();
  await it.page.getByRole('button', { name: 'Find the shortest win' }).click();
  assert.match(await answered(it.page), /black can force a win within 7 plies, and not faster/i);
  assert.equal(await it.page.evaluate(() => document.activeElement?.id), 'shortest-title');
  const bounds = it.page.getByTestId('bounds');
  assert.match(await bounds.innerText(), /7 plies suffice, and 6 plies do not/);
  const moves = it.page.getByTestId('line').getByRole('button');
  assert.equal(await moves.count(), 7);
  // The board follows the line, by buttons and by keys.
  const start = '9/7L1/9/8k/6+R2/9/8N/9/9';
  const pieces = () => it.page.locator('[data-testid="board"] [data-cell="1d"]').getAttribute('data-piece');
  assert.equal(await pieces(), 'k', start);
  await it.page.getByRole('button', { name: 'Forward' }).click();
  await it.page.getByRole('button', { name: 'Forward' }).click();
  await it.page.waitForFunction(
    () =>
      document.querySelector('[data-testid="board"] [data-cell="1d"]')?.getAttribute('data-piece') !== 'k',
  );
  await it.page.waitForFunction(() => location.hash.includes('at=2'));
  await moves.nth(1).focus();
  await it.page.keyboard.press('ArrowRight');
  await it.page.waitForFunction(() => location.hash.includes('at=3'));
  // A link leads to the same place.
  const other = it.watch(await it.page.context().newPage());
  await other.goto(it.page.url());
  await other.locator('[data-testid="line"] [aria-current="step"]').filter({ hasText: '3' }).waitFor();
  await other.close();
  // Both certificates can be played against.
  await it.page.getByRole('button', { name: 'Play against the disproof of one less' }).click();
  await it.page.getByTestId('proof-note').filter({ hasText: /\S/ }).waitFor();
  await it.page.getByRole('link', { name: 'Shortest win' }).last().click();
  await bounds.waitFor();
});

test('what is known is told while it is looked for', async () => {
  // A pawn's way to the end of the game takes too long to be found.
  await setUp(it.page, 'othello');
  await view('Shortest win');
  await it.page.getByRole('button', { name: 'Find the shortest win' }).click();
  await it.page.getByTestId('state').filter({ hasText: 'running' }).waitFor();
  await it.page.getByRole('button', { name: 'Stop' }).click();
  await it.page
    .getByTestId('state')
    .filter({ hasNotText: /running|waiting/ })
    .waitFor();
});

test('a question with a number of plies', async () => {
  await setUp(it.page, 'shogi', { position: MATE_IN_7 });
  await it.page.getByText('Within …').click();
  await it.page.locator('#within').fill('some');
  await it.page.getByRole('button', { name: 'Solve' }).click();
  await it.page.getByText('expected a number of plies such as 7').waitFor();
  await it.page.locator('#within').fill('6');
  await it.page.getByText('Can black force a win within 6 plies?').waitFor();
  await it.page.waitForFunction(() => decodeURIComponent(location.hash).includes('ask=win within 6'));
  await solve(it.page);
  assert.match(await answered(it.page), /cannot force a win within 6 plies/);
  await it.page.getByRole('button', { name: 'Set up again' }).click();
  assert.equal(await it.page.locator('#within').inputValue(), '6');
  await it.page.getByText('As fast as possible').click();
  await it.page.getByRole('button', { name: 'Solve' }).click();
  assert.match(await answered(it.page), /within 7 plies, and not faster/);
});

test('an audit tells how far it is', async () => {
  await setUp(it.page, 'shogi', { position: MATE_IN_7 });
  await view('Audit');
  // Every change is kept: an audit of this size is over in a moment.
  await it.page.evaluate(() => {
    const told = /** @type {string[]} */ ([]);
    Object.assign(window, { told });
    new MutationObserver(() => {
      const text = document.querySelector('[data-testid="audit-progress"]')?.textContent?.trim() ?? '';
      if (text !== '') told.push(text.replace(/\s+/g, ' '));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await it.page.getByLabel('Find out which pieces are needed').check();
  await it.page.getByRole('button', { name: 'Audit', exact: true }).click();
  await it.page.getByTestId('audit').getByText('within 7 plies').first().waitFor();
  const told = await it.page.evaluate(
    () => /** @type {{ told: string[] }} */ (/** @type {unknown} */ (window)).told,
  );
  assert.match(told[0] ?? '', /Looking for a solution/);
  assert.ok(
    told.some((text) =>
      /Looking for the shortest solution|of \d+ questions about other moves and pieces answered/.test(text),
    ),
    told.join('\n'),
  );
});

test('threads are chosen where the algorithm has them', async () => {
  await setUp(it.page, 'hex', { parameters: { size: '4' } });
  const threads = it.page.locator('#ask-threads');
  await threads.fill('3');
  await it.page.getByRole('button', { name: 'Solve' }).click();
  await it.page.getByText('threads is more than the 2 that this server has').waitFor();
  assert.equal(await it.page.evaluate(() => document.activeElement?.id), 'ask-threads');
  await threads.fill('2');
  await solve(it.page);
  await answered(it.page);
  const id = /jobs\/([^/?]+)/.exec(it.page.url())?.[1];
  const job = await (await it.page.request.get(`${it.server.url}/api/jobs/${id}`)).json();
  assert.deepEqual([job.threads, job.report.threads], [2, 2]);
  await it.page.getByRole('button', { name: 'Set up again' }).click();
  await settled(it.page);
  assert.equal(await threads.inputValue(), '2');
  // An algorithm without threads has no such field, and gets one.
  await it.page.locator('#ask-algorithm').selectOption('pn');
  await threads.waitFor({ state: 'detached' });
  await solve(it.page);
  await answered(it.page);
});

test('the attacker of a problem is asked about, also where the defender is to move', async () => {
  await setUp(it.page, 'shogi', { position: '8k/6G2/9/8P/9/9/9/9/9 w rb2g attacker black' });
  await it.page.getByText('Can black force a win?').waitFor();
  await it.page.getByLabel('Attacker', { exact: true }).selectOption('mover');
  await it.page.getByText('Can white force a win?').waitFor();
  await holds(it.page.getByLabel('Position', { exact: true }), '8k/6G2/9/8P/9/9/9/9/9 w rb2g attacker black');
});
