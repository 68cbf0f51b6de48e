// Paper, rock, scissors against a network.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { workbench } from './harness.js';

const it = workbench();

const shown = (/** @type {string} */ id) => it.page.getByTestId(id);
const choice = (/** @type {string} */ name) => it.page.getByRole('button', { name });

async function open() {
  await it.page.getByRole('link', { name: 'Paper, rock, scissors' }).click();
  await it.page.getByRole('heading', { name: 'Paper, rock, scissors against a network' }).waitFor();
}

/** @param {string} text */
async function trials(text) {
  await it.page.waitForFunction(
    (wanted) => document.querySelector('[data-testid="prs-trials"]')?.textContent === wanted,
    text,
  );
}

/** @param {string} button */
async function downloaded(button) {
  const download = it.page.waitForEvent('download');
  await it.page.getByRole('button', { name: button }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

test('a person plays, and the score is that of the record', async () => {
  await open();
  await it.page.getByLabel('Your name').fill('Ann, the first');
  await choice('paper').click();
  await choice('rock').click();
  await it.page.getByRole('heading', { name: 'Several players' }).click();
  await it.page.keyboard.press('s');
  for (let trial = 0; trial < 27; trial += 1) await it.page.keyboard.press('prs'[trial % 3] ?? 'p');
  await trials('30');
  assert.match(await shown('prs-last').innerText(), /against .*(You win|A tie|The network wins)/);
  const lines = (await downloaded('Download as CSV')).trim().split('\r\n');
  assert.equal(lines.length, 31);
  assert.equal(lines[0], 'player,lag,trial,person,network,lead');
  assert.match(lines[1] ?? '', /^"Ann, the first",1,1,paper,(paper|rock|scissors),-?[01]$/);
  const lead = Number(lines.at(-1)?.split(',').at(-1));
  const [wins, losses] = [
    Number(await shown('prs-wins').innerText()),
    Number(await shown('prs-losses').innerText()),
  ];
  assert.equal(wins - losses, lead);
  assert.equal((await shown('prs-lead').innerText()).replace('−', '-').replace('+', ''), String(lead));
  // Both charts are drawn.
  assert.equal(await it.page.locator('canvas').count(), 2);
});

test('records of several players are joined, and stay', async () => {
  await open();
  const file = (/** @type {string} */ name, /** @type {string[]} */ trials) => ({
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(['player,lag,trial,person,network,lead', ...trials].join('\n')),
  });
  const input = it.page.locator('input[type=file][accept*=csv]');
  await input.setInputFiles([
    file('bob', ['Bob,1,1,paper,rock,1', 'Bob,1,2,rock,scissors,2', 'Bob,1,3,rock,rock,2']),
    file('eve', ['Eve,2,1,paper,scissors,-1']),
  ]);
  await it.page.getByText('2 players, 4 trials, lead +1').waitFor();
  await choice('rock').click();
  await it.page.getByText(/^3 players, 5 trials/).waitFor();
  await it.page.getByRole('button', { name: 'Next player' }).click();
  await trials('0');
  assert.equal(await shown('prs-records').locator('tbody tr').count(), 3);
  const all = (await downloaded('Download all')).trim().split('\r\n');
  assert.equal(all.length, 6);
  await it.page.reload();
  await it.page.getByText(/^3 players, 5 trials/).waitFor();
  await shown('prs-records').getByRole('button', { name: 'Remove' }).first().click();
  await shown('prs-records').getByRole('button', { name: 'Really remove?' }).click();
  await it.page.getByText(/^2 players, 2 trials/).waitFor();
});

test('a file of something else is refused', async () => {
  await open();
  const file = { name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') };
  await it.page.locator('input[type=file][accept*=csv]').setInputFiles(file);
  await it.page.getByRole('alert').getByText('other.csv: expected a file whose first line is').waitFor();
});

test('another memory starts a new game, also on a narrow screen', async () => {
  await it.page.setViewportSize({ width: 375, height: 780 });
  await open();
  await choice('scissors').click();
  await trials('1');
  await it.page.getByText('3', { exact: true }).click();
  await trials('0');
  await choice('scissors').click();
  await it.page.getByText(/^2 players, 2 trials/).waitFor();
  const overflow = await it.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
});
