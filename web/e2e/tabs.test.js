// Many tabs, other tabs, and a server that goes away.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workbench } from './harness.js';
import { answered, setUp, solve, startServer } from './workbench.js';

const it = workbench();

/** Opens another tab of the same browser, at the same place. */
async function tab() {
  const page = it.watch(await it.page.context().newPage());
  await page.goto(it.page.url());
  return page;
}

const nodes = (/** @type {import('playwright-core').Page} */ page) =>
  page.getByTestId('nodes').getAttribute('title');

test('eight tabs follow a search, and none blocks the others', async () => {
  await setUp(it.page, 'loa');
  await solve(it.page);
  await it.page.getByTestId('state').filter({ hasText: 'running' }).waitFor();
  const tabs = [it.page];
  while (tabs.length < 8) {
    const page = await tab();
    await page.getByTestId('state').filter({ hasText: 'running' }).waitFor();
    tabs.push(page);
  }
  for (const page of tabs) {
    const before = await nodes(page);
    await page.waitForFunction(
      (before) => document.querySelector('[data-testid="nodes"]')?.getAttribute('title') !== before,
      before,
    );
  }
  // What one of them does is seen in all others.
  await tabs[7]?.getByRole('button', { name: 'Stop' }).click();
  for (const page of tabs) await page.getByTestId('state').filter({ hasText: 'not known' }).waitFor();
  for (const page of tabs.slice(1)) await page.close();
});

test('a job that is deleted in another tab is noticed', async () => {
  await setUp(it.page, 'nim', { position: '3,4,5' });
  await solve(it.page);
  await answered(it.page);
  const other = await tab();
  await other.getByRole('button', { name: 'Delete', exact: true }).click();
  await other.getByRole('button', { name: 'Really delete' }).click();
  await other.getByRole('heading', { name: 'Jobs' }).waitFor();
  await it.page.getByRole('heading', { name: 'There is no such job' }).waitFor();
  await it.page.getByRole('link', { name: 'All jobs' }).click();
  await it.page.getByRole('heading', { name: 'Jobs' }).waitFor();
});

test('a new job in another tab appears in the list', async () => {
  const list = it.page.getByTestId('jobs').getByRole('listitem');
  await it.page.getByRole('link', { name: 'Jobs', exact: false }).first().click();
  await it.page.getByRole('heading', { name: 'Jobs' }).waitFor();
  const before = await list.count();
  const other = it.watch(await it.page.context().newPage());
  await other.goto(it.server.url);
  await setUp(other, 'nim', { position: '1,2,4' });
  await solve(other);
  await answered(other);
  await list.nth(before).waitFor();
  await list.first().getByText('proved').waitFor();
  assert.match(await list.first().innerText(), /1,2,4/);
});

test('a server that is down is noticed and found again', async () => {
  it.tolerate = true;
  const server = await startServer();
  const { port } = new URL(server.url);
  const page = await it.browser.newPage();
  await page.goto(server.url);
  await setUp(page, 'nim', { position: '3,4,5' });
  await solve(page);
  await answered(page);
  await server.kill();
  const down = page.getByTestId('down');
  await down.waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Really delete' }).click();
  await page.getByText('The server cannot be reached').waitFor();
  const again = await startServer([], { port: Number(port), data: server.data });
  try {
    await down.waitFor({ state: 'detached' });
    assert.match(await answered(page), /can force a win/);
    await setUpAnother(page);
  } finally {
    await page.context().close();
    await again.stop();
  }
});

/** Everything works again. */
async function setUpAnother(/** @type {import('playwright-core').Page} */ page) {
  await page.getByRole('link', { name: 'Set up', exact: true }).click();
  await setUp(page, 'nim', { position: '2,2' });
  await solve(page);
  assert.match(await answered(page), /cannot force a win/);
}
