// Starts the program and a browser for the tests and for the screenshots.
//
// WINPROOF names the program (by default the debug build), CHROMIUM the browser (by default Debian's).

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const ROOT = resolve(import.meta.dirname, '..', '..');
const PROGRAM = process.env.WINPROOF ?? join(ROOT, 'target', 'debug', 'winproof');
const PAGE = join(ROOT, 'web', 'dist');
const BROWSERS = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * A server with a folder for its jobs.
 * @param {string[]} [options]
 * @param {{ port?: number, data?: string }} [place] by default a free port and a folder of its own
 */
export async function startServer(options = [], { port = 0, data } = {}) {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there: build it, or name it in WINPROOF`);
  const folder = data ?? mkdtempSync(join(tmpdir(), 'winproof-e2e-'));
  const server = spawn(
    PROGRAM,
    ['serve', '--port', String(port), '--data', folder, '--page', PAGE, ...options],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  const url = await new Promise((found, failed) => {
    const look = (/** @type {Buffer} */ bytes) => {
      said += bytes.toString();
      const address = /http:\/\/[\d.]+:\d+/.exec(said);
      if (address) found(address[0]);
    };
    server.stdout.on('data', look);
    server.stderr.on('data', look);
    server.on('exit', (code) => failed(new Error(`winproof serve ended with ${code}: ${said}`)));
    server.on('error', failed);
  });
  return {
    url: /** @type {string} */ (url),
    pid: server.pid,
    data: folder,
    /** Ends it at once, as a crash does, and leaves its folder. */
    async kill() {
      const ended = new Promise((done) => server.once('exit', done));
      server.kill('SIGKILL');
      await ended;
    },
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = new Promise((done) => server.once('exit', done));
        server.kill('SIGINT');
        const forced = setTimeout(() => server.kill('SIGKILL'), 5000);
        await ended;
        clearTimeout(forced);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startBrowser() {
  const executablePath = BROWSERS.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined)
    throw new Error('no browser was found: install chromium, or name one in CHROMIUM');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/**
 * Chooses a game and sets its position.
 * @param {import('playwright-core').Page} page
 * @param {string} game
 * @param {{ parameters?: Record<string, string>, position?: string }} [options]
 */
export async function setUp(page, game, { parameters = {}, position } = {}) {
  await page.getByLabel('Game', { exact: true }).selectOption(game);
  for (const [name, value] of Object.entries(parameters)) {
    const field = page.locator(`#game-${name}`);
    if ((await field.evaluate((it) => it.tagName)) === 'SELECT') await field.selectOption(value);
    else {
      await field.fill(value);
      await field.blur();
    }
  }
  if (position !== undefined) await page.getByLabel('Position', { exact: true }).fill(position);
  await settled(page);
}

/**
 * Waits until the server has looked at the position: before that no move can be played.
 * @param {import('playwright-core').Page} page
 */
export async function settled(page) {
  await page.locator('.board[aria-busy="false"]').waitFor();
  await page.locator('.status', { hasText: /to move|over/ }).waitFor();
}

/**
 * Asks the question and waits for the page of the job.
 * @param {import('playwright-core').Page} page
 */
export async function solve(page) {
  await page.getByRole('button', { name: 'Solve' }).click();
  await page.getByTestId('answer').waitFor();
}

/**
 * Waits for the answer of a job, and until it is done with its certificate.
 * @param {import('playwright-core').Page} page
 */
export async function answered(page) {
  await page
    .getByTestId('state')
    .filter({ hasNotText: /running|waiting/ })
    .waitFor({ timeout: 60_000 });
  await page
    .getByTestId('answer')
    .filter({ hasText: /can |cannot |worth|Not known/ })
    .waitFor();
  return (await page.getByTestId('answer').innerText()).trim();
}

/**
 * Drops a file on the page.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 * @param {Buffer} bytes
 */
export async function drop(page, name, bytes) {
  await page.evaluate(
    ([name, list]) => {
      const data = new DataTransfer();
      data.items.add(
        new File([new Uint8Array(/** @type {number[]} */ (list))], /** @type {string} */ (name)),
      );
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    /** @type {const} */ ([name, [...bytes]]),
  );
}
