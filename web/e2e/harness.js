// Hooks for tests in a browser: a server and a browser for a file, a fresh page for each test.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { startBrowser, startServer } from './workbench.js';

/**
 * Registers the hooks. What it returns is there as soon as a test runs.
 * @param {string[]} [options] for the server
 */
export function workbench(options = []) {
  /** @type {string[]} */
  let troubles = [];
  const it = {
    server: /** @type {Awaited<ReturnType<typeof startServer>>} */ ({}),
    browser: /** @type {import('playwright-core').Browser} */ ({}),
    page: /** @type {import('playwright-core').Page} */ ({}),
    /** Errors of the page are expected in this test. */
    tolerate: false,
    /** Follows a page as the first one is followed. */
    watch(/** @type {import('playwright-core').Page} */ page) {
      page.setDefaultTimeout(60_000);
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('console', (message) => {
        // A 4xx that the page deals with is logged by the browser all the same.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          troubles.push(message.text());
      });
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(it.server.url))
          troubles.push(`asked ${request.url()}`);
      });
      return page;
    },
  };
  before(async () => {
    [it.server, it.browser] = await Promise.all([startServer(options), startBrowser()]);
  });
  after(async () => {
    await it.browser.close?.();
    await it.server.stop?.();
  });
  beforeEach(async () => {
    troubles = [];
    it.tolerate = false;
    const context = await it.browser.newContext({ viewport: { width: 1280, height: 900 } });
    it.page = it.watch(await context.newPage());
    await it.page.goto(it.server.url);
    await it.page.getByTestId('board').waitFor();
  });
  afterEach(async () => {
    await it.page.context().close();
    if (!it.tolerate) assert.deepEqual(troubles, [], 'no errors, and nothing asked of other servers');
  });
  return it;
}

/**
 * Waits for a field to hold a text.
 * @param {import('playwright-core').Locator} field
 * @param {string} text
 */
export async function holds(field, text) {
  const element = await field.elementHandle();
  const same = (/** @type {[Element | null, string]} */ [it, wanted]) =>
    /** @type {HTMLTextAreaElement} */ (it).value === wanted;
  await field.page().waitForFunction(same, /** @type {[typeof element, string]} */ ([element, text]));
}
