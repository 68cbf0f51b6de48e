// The full load test of the page, with its figures: 1,000 jobs. That of the server is in its own tests.

import { setTimeout } from 'node:timers/promises';
import { thousand } from './thousand.js';
import { startBrowser, startServer } from './workbench.js';

const COUNT = 1000;
const BUDGET = 256 << 20;
const BESIDE = 100 << 20;
const LONGEST_TASK = 200;

const [server, browser] = await Promise.all([startServer(['--memory', '256M']), startBrowser()]);
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(300_000);
  await page.goto(server.url);
  await page.getByTestId('board').waitFor();
  await setTimeout(1000);
  const { creating, listing, deleting, left, resident } = await thousand(page, server, COUNT);
  console.log(`${COUNT} jobs: the longest task of the page took ${creating} ms while they were made,`);
  console.log(
    `${listing} ms while all were listed, ${deleting} ms while they were deleted; ${left} are left.`,
  );
  if (resident !== null)
    console.log(`The server had at most ${Math.round(resident / 1e6)} MB, with --memory 256M.`);
  if (Math.max(creating, listing, deleting) > LONGEST_TASK || left > 0 || (resident ?? 0) > BUDGET + BESIDE)
    process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}
