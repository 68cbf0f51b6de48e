// Nothing that axe-core finds fault with, in any view, in light and dark colours.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { workbench } from './harness.js';
import { answered, setUp, solve } from './workbench.js';

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

test('the views of setting up, jobs, comparing and verifying', async () => {
  await clean('set up');
  await setUp(it.page, 'graph');
  await clean('graph');
  const views = it.page.getByRole('navigation', { name: 'Views' });
  for (const name of ['Compare', 'Jobs', 'Verify']) {
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
