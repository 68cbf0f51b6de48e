// A thousand jobs, or as many as wanted: made, listed and deleted while the page is open.

import { readFileSync } from 'node:fs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Makes jobs beside the page, lists all of them on it and deletes them there.
 * @param {Page} page at the address of the server
 * @param {{ url: string, pid: number | undefined }} server
 * @param {number} count
 */
export async function thousand(page, server, count) {
  // Tasks that block the page; the browser tells those of 50 ms and more.
  await page.evaluate(() => {
    const tasks = /** @type {number[]} */ ([]);
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  const longest = () =>
    page.evaluate(() =>
      Math.max(0, .../** @type {{ tasks: number[] }} */ (/** @type {unknown} */ (window)).tasks.splice(0)),
    );
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  const job = { game: 'nim', position: '3,4,5', memory: 1 << 20 };
  let left = count;
  const make = async () => {
    while (left > 0) {
      left -= 1;
      const made = await page.request.post(`${server.url}/api/jobs`, { data: job });
      if (made.status() !== 201) throw new Error(`${made.status()}: ${await made.text()}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, make));
  const total = page.getByText(`Delete these ${count}`);
  await total.waitFor();
  const creating = await longest();
  const rows = page.getByTestId('jobs').getByRole('listitem');
  const more = page.getByRole('button', { name: 'Show more' });
  while ((await rows.count()) < count) {
    const before = await rows.count();
    await more.click();
    await rows.nth(before).waitFor();
  }
  const listing = await longest();
  await total.click();
  await page.getByText(`Really delete ${count} jobs`).click();
  await rows.first().waitFor({ state: 'detached' });
  const deleting = await longest();
  const { fitting } = await (await page.request.get(`${server.url}/api/jobs`)).json();
  return {
    creating,
    listing,
    deleting,
    left: /** @type {number} */ (fitting),
    resident: resident(server.pid),
  };
}

/**
 * The most memory that a process has had, in bytes; null where that cannot be found out.
 * @param {number | undefined} process
 */
function resident(process) {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${process}/status`, 'utf8'));
    return line ? Number(line[1]) * 1024 : null;
  } catch {
    return null;
  }
}
