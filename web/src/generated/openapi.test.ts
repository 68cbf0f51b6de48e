import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generate, typesFile } from '../../generate.js';

test('the types are those of the description', async () => {
  expect(readFileSync(typesFile, 'utf8'), 'stale: run `npm run generate`').toBe(await generate());
});
