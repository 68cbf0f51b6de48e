// Nothing that axe-core finds fault with, in any view, in light and dark colours.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { workbench } from './harness.js';
import { answered, drop, setUp, solve } from './workbench.js';

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
  for (const game of ['graph', 'shogi']) {
    await setUp(it.page, game);
    await clean(game);
  }
  const views = it.page.getByRole('navigation', { name: 'Views' });
  for (const name of ['Compare', 'Audit', 'Shortest win', 'Jobs', 'Verify']) {
    await views.getByRole('link', { name }).click();
    await it.page.getByRole('heading', { level: 1 }).first().waitFor();
    await clean(name);
  }
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
