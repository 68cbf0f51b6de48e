// Many jobs: a small form of `load.js`, without a look at the clock.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workbench } from './harness.js';
import { thousand } from './thousand.js';

const it = workbench(['--memory', '64M']);

test('a hundred jobs are made, listed and deleted', async () => {
  const { left, resident } = await thousand(it.page, it.server, 120);
  assert.equal(left, 0);
  if (resident !== null) assert.ok(resident <= (64 + 100) << 20, `${resident} bytes`);
});
