// Nothing that axe-core finds fault with, in any view, in light and dark colours.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { workbench } from './harness.js';
import { answered, drop, setUp, solve, startServer } from './workbench.js';

const it = workbench();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds on the page as it is. */
async function findings() {
  await it.page.evaluate(AXE);
  return it.page.evaluate(async () => {
    const { axe } = /** @type {{ axe: { run(): Promise<{ violations: any[] }> } }} */ (
      /** @type {unknown} */ (window)
    );
    const { violations } = await axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ it) => it.html).join(' | ')}`,
    );
  });
}

async function clean(/** @type {string} */ name) {
  // Colours that are still changing are no finding.
  await it.page.addStyleTag({ content: '* { transition: none !important; }' });
  for (const theme of ['light', 'dark']) {
    await it.page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    assert.deepEqual(await findings(), [], `${name}, ${theme}`);
  }
}

test('the views before there is a job', async () => {
  await clean('set up');
  const games = await it.page.getByLabel('Game', { exact: true }).locator('option').all();
  for (const option of games) {
    const game = (await option.getAttribute('value')) ?? '';
    await setUp(it.page, game);
    await clean(`${game}, edited`);
    await it.page.getByText('Play moves').click();
    await clean(`${game}, played`);
    await it.page.getByText('Edit', { exact: true }).click();
  }
  const views = it.page.getByRole('navigation', { name: 'Views' });
  for (const name of ['Compare', 'Audit', 'Shortest win', 'Jobs', 'Verify']) {
    await views.getByRole('link', { name }).click();
    await it.page.getByRole('heading', { level: 1 }).first().waitFor();
    await clean(name);
  }
  await it.page.getByRole('link', { name: 'Paper, rock, scissors' }).click();
  await it.page.getByRole('heading', { level: 1 }).first().waitFor();
  await clean('prs');
  await it.page.getByRole('button', { name: /rock/i }).click();
  await clean('prs, played');
});

test('the views of a job', async () => {
  await setUp(it.page, 'hex', { parameters: { size: '3' } });
  await it.page.getByLabel('Rate every move').check();
  await solve(it.page);
  await answered(it.page);
  await it.page.getByTestId('moves').waitFor();
  await clean('watch');
  await it.page.getByRole('link', { name: 'Tree', exact: true }).click();
  await it.page.getByRole('treeitem').nth(2).waitFor();
  await clean('tree');
  await it.page.getByRole('link', { name: 'Proof', exact: true }).click();
  await it.page.getByRole('button', { name: 'Proof’s move' }).click();
  await it.page.getByTestId('played').getByRole('button').first().waitFor();
  await clean('proof');
});

test('the views of jobs of every kind of board', async () => {
  for (const [game, position] of [
    ['connect', undefined],
    ['wythoff', '2,3'],
    ['heaps', undefined],
    ['tsumego', undefined],
    ['shogi', '8k/9/8P/9/9/9/9/9/9 b G 1'],
    ['graph', undefined],
    ['tree', undefined],
  ]) {
    await it.page.goto(`${it.server.url}/#/`);
    await setUp(it.page, String(game), position === undefined ? {} : { position });
    await it.page.getByLabel('Nodes', { exact: true }).fill('2000');
    await solve(it.page);
    await answered(it.page);
    await clean(`${game}, watch`);
    await it.page.getByRole('link', { name: 'Tree', exact: true }).click();
    await it.page.getByRole('treeitem').first().waitFor();
    await clean(`${game}, tree`);
    await it.page.getByRole('link', { name: 'Proof', exact: true }).click();
    await it.page
      .getByTestId('proof-note')
      .or(it.page.getByText(/no certificate|no proof yet/))
      .first()
      .waitFor();
    await clean(`${game}, proof`);
  }
});

test('what is wrong, what is gone, and the gate of a server with a token', async () => {
  await it.page.getByLabel('Position', { exact: true }).fill('nonsense');
  await it.page.locator('#position-wrong').filter({ hasText: 'expected' }).waitFor();
  await clean('a complaint');
  await it.page.goto(`${it.server.url}/#/jobs/none`);
  await it.page.getByRole('heading', { name: 'There is no such job' }).waitFor();
  await clean('no such job');
  await drop(it.page, 'damaged.wpc', Buffer.from('\x89WPC nothing', 'latin1'));
  await it.page.getByTestId('verification').filter({ hasText: 'Not a certificate' }).waitFor();
  await clean('rejected');
  const guarded = await startServer(['--token', 'open-sesame']);
  const page = it.page;
  const visitor = await it.browser.newPage();
  try {
    await visitor.goto(guarded.url);
    await visitor.getByLabel('Token').waitFor();
    it.page = visitor;
    await clean('token');
  } finally {
    it.page = page;
    await visitor.context().close();
    await guarded.stop();
  }
});

test('a job in the list, an audit, a shortest win, a comparison and a verified certificate', async () => {
  const views = it.page.getByRole('navigation', { name: 'Views' });
  await setUp(it.page, 'shogi', { position: '8k/9/8P/9/9/9/9/9/9 b G 1' });
  await views.getByRole('link', { name: 'Shortest win' }).click();
  await it.page.getByRole('button', { name: 'Find the shortest win' }).click();
  await answered(it.page);
  await clean('shortest win');
  const id = /shortest\/([^/?]+)/.exec(it.page.url())?.[1];
  await views.getByRole('link', { name: 'Audit' }).click();
  await it.page.getByLabel('Find out which pieces are needed').check();
  await it.page.getByRole('button', { name: 'Audit', exact: true }).click();
  await it.page.getByTestId('audit').getByRole('heading', { name: 'Pieces' }).waitFor();
  await clean('audit');
  await views.getByRole('link', { name: 'Compare' }).click();
  await it.page.getByRole('button', { name: 'Run them' }).click();
  await it.page.getByTestId('comparison').getByText('proved').nth(1).waitFor();
  await clean('comparison');
  await views.getByRole('link', { name: 'Jobs' }).click();
  await it.page.getByTestId('jobs').getByRole('listitem').first().waitFor();
  await clean('jobs');
  const certificate = `${it.server.url}/api/jobs/${id}/certificate?which=within`;
  await drop(it.page, 'mate.wpc', await (await it.page.request.get(certificate)).body());
  await it.page.getByTestId('verification').filter({ hasText: 'Accepted' }).waitFor();
  await clean('verified');
});
