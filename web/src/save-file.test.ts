import { expect, test } from 'vitest';
import { csv } from './save-file';

test('a table is written as comma-separated values', () => {
  expect(
    csv([
      ['a', 'b,c', 'say "x"'],
      [1, null, true],
    ]),
  ).toBe('a,"b,c","say ""x"""\r\n1,,true\r\n');
});
