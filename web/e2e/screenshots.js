// Makes the pictures of docs/screenshots with the real program.

import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { answered, setUp, solve, startBrowser, startServer } from './workbench.js';

const FOLDER = resolve(import.meta.dirname, '..', '..', 'docs', 'screenshots');
const MOST_BYTES = 200_000;

const WIDE = { width: 1280, height: 860 };
const PHONE = { width: 375, height: 780 };

/** @typedef {import('playwright-core').Page} Page */

/** Lines of Action, Black to move and win. */
const LOA = '7o/8/4x3/1x2x3/3ox3/o6x/4o3/1o6 x';

/** @type {{ name: string, dark?: boolean, size?: { width: number, height: number }, make: (page: Page) => Promise<void> }[]} */
const PICTURES = [
  {
    name: 'set-up',
    async make(page) {
      await setUp(page, 'arimaa');
      await page.getByLabel('Example').selectOption({ label: 'pushes, pulls and traps' });
      await page.locator('[data-cell="e5"][data-piece="E"]').waitFor();
      await page.getByText('Play moves').click();
      await page.locator('[data-cell="d3"]').click();
    },
  },
  {
    name: 'set-up-dark',
    dark: true,
    async make(page) {
      await setUp(page, 'othello', { position: 'f5d6c3d3c4' });
      await page.locator('.status', { hasText: 'White to move' }).waitFor();
    },
  },
  {
    name: 'graph',
    async make(page) {
      await setUp(page, 'graph');
    },
  },
  {
    name: 'watch',
    async make(page) {
      await setUp(page, 'hex', { parameters: { size: '6' } });
      await page.locator('#ask-algorithm').selectOption('pn');
      await solve(page);
      await searched(page, 8);
    },
  },
  {
    name: 'watch-dark',
    dark: true,
    async make(page) {
      await setUp(page, 'loa');
      await page.locator('#ask-algorithm').selectOption('pn');
      await solve(page);
      await searched(page, 8);
    },
  },
  {
    name: 'tree',
    async make(page) {
      await setUp(page, 'loa', { position: LOA });
      await page.locator('#ask-algorithm').selectOption('pn');
      await solve(page);
      await answered(page);
      await page.getByRole('link', { name: 'Tree', exact: true }).click();
      await page.getByRole('treeitem').nth(3).waitFor();
      await page
        .locator('.line', { hasText: '★' })
        .getByRole('button', { includeHidden: true })
        .first()
        .click();
      await page.getByRole('treeitem', { level: 3 }).first().waitFor();
    },
  },
  {
    name: 'proof',
    async make(page) {
      await setUp(page, 'hex', { parameters: { size: '5' } });
      await solve(page);
      await answered(page);
      await page.getByRole('link', { name: 'Proof', exact: true }).click();
      await page.getByRole('button', { name: 'Proof’s move' }).click();
      const played = page.getByTestId('played').getByRole('button');
      await page.getByText('the proof has an answer').waitFor();
      for (let turn = 0; turn < 2; turn += 1) {
        const count = await played.count();
        await page.getByRole('button', { name: 'Longest defence', exact: true }).click();
        await played.nth(count + 1).waitFor();
      }
    },
  },
  {
    name: 'compare-dark',
    dark: true,
    async make(page) {
      await setUp(page, 'loa', { position: LOA });
      await page.getByRole('button', { name: 'Compare algorithms' }).click();
      for (let more = 0; more < 2; more += 1)
        await page.getByRole('button', { name: 'Add an algorithm' }).click();
      const algorithms = ['auto', 'pn', 'df-pn', 'pds'];
      for (const [at, name] of algorithms.entries())
        await page.locator(`#compare-${at}-algorithm`).selectOption(name);
      await page.getByRole('button', { name: 'Run them' }).click();
      await page
        .getByTestId('comparison')
        .getByText('proved')
        .nth(algorithms.length - 1)
        .waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'phone',
    size: PHONE,
    async make(page) {
      await setUp(page, 'hex', { parameters: { size: '5' } });
      await solve(page);
      await answered(page);
      await page.getByRole('link', { name: 'Proof', exact: true }).click();
      await page.getByRole('button', { name: 'Proof’s move' }).click();
      await page.getByText('the proof has an answer').waitFor();
    },
  },
];

/**
 * Waits until a search has run for so long, and stops it.
 * @param {Page} page
 * @param {number} seconds
 */
async function searched(page, seconds) {
  const id = /jobs\/([^/]+)/.exec(page.url())?.[1];
  for (;;) {
    const job = await (await page.request.get(`${server.url}/api/jobs/${id}`)).json();
    if (job.state === 'done' || job.state === 'failed' || (job.progress?.seconds ?? 0) > seconds) return;
    await setTimeout(200);
  }
}

const [server, browser] = await Promise.all([startServer(), startBrowser()]);
mkdirSync(FOLDER, { recursive: true });
const wanted = process.argv.slice(2);
try {
  for (const { name, dark = false, size = WIDE, make } of PICTURES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const page = await browser.newPage({
      viewport: size,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    page.setDefaultTimeout(20_000);
    await page.goto(server.url);
    await page.getByTestId('board').waitFor();
    await make(page);
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      window.scrollTo(0, 0);
    });
    const path = join(FOLDER, `${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    const bytes = statSync(path).size;
    console.log(`${path}: ${Math.round(bytes / 1000)} KB`);
    if (bytes > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES} bytes`);
    // What still runs would slow down the next one.
    await page.request.delete(`${server.url}/api/jobs?state=waiting,running,paused,done,failed`);
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.stop();
}
