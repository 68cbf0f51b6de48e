import { expect, test } from 'vitest';
import { kindOf, readCapitals, readHexWorld, readPositions, textOf } from './files';

test('files of the program are known by their first bytes', async () => {
  const file = (start: string) => new Blob([new Uint8Array([0x89]), start, '\r\n']);
  expect(await kindOf(file('WPC'))).toBe('certificate');
  expect(await kindOf(file('WPS'))).toBe('save');
  expect(await kindOf(file('PNG'))).toBe('text');
  expect(await kindOf(new Blob(['']))).toBe('text');
});

test('a record in SGF sets the size of the board', () => {
  const [only, ...others] = readPositions('(;GM[11]SZ[4]C[a ) here];B[b2];W[a3])', 'othello', false);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ game: 'hex', parameters: { size: '4' } });
  expect(
    readPositions('(;GM[11]SZ[3];B[b2])\n(;GM[11]SZ[5])', 'hex', false).map(({ parameters }) => parameters),
  ).toEqual([{ size: '3' }, { size: '5' }]);
});

test('a record in SGF goes to the game that it is of', () => {
  const gameOf = (text: string, game = 'nim') => readPositions(text, game, false).map((found) => found.game);
  expect(gameOf('(;GM[1]SZ[7]AB[aa][bb]C[not GM[11\\] or AB[b2\\]])')).toEqual(['tsumego']);
  expect(gameOf('(;GM[11]SZ[7]C[GM[1\\]];B[b2])')).toEqual(['hex']);
  // One that does not say so shows it by its points.
  expect(gameOf('(;SZ[9]AB[aa]AW[bb:cc])', 'hex')).toEqual(['tsumego']);
  expect(gameOf('(;SZ[9];B[b2])')).toEqual(['hex']);
  expect(gameOf('(;SZ[9])', 'hex')).toEqual(['hex']);
  expect(gameOf('(;SZ[9])')).toEqual(['tsumego']);
  expect(gameOf('(;GM[2];B[d3])')).toEqual(['othello']);
  // A collection may have both.
  expect(gameOf('(;GM[1]AB[aa])\n(;GM[11]SZ[5])')).toEqual(['tsumego', 'hex']);
  expect(readPositions('(;GM[1]SZ[9]GN[Corner]AB[aa])', 'nim', false)).toMatchObject([
    { parameters: {}, label: 'Corner' },
  ]);
});

test('endgames of Othello are recognised', () => {
  const board = '-'.repeat(27) + 'OX------XO' + '-'.repeat(27);
  const found = readPositions(
    `% no comment\n`.slice(0, 0) + `${board} X; D3:0; C4:0\n${board} O;\n`,
    'hex',
    false,
  );
  expect(found).toHaveLength(2);
  expect(found[1]).toMatchObject({ game: 'othello', parameters: {}, position: `${board} O` });
});

test('problems and records of shogi are recognised', async () => {
  const two = '8k/9/8P/9/9/9/9/9/9 b G 1\nsfen 8k/9/8P/9/9/9/9/9/9 b S 1\tno mate\n';
  expect(readPositions(two, 'nim', false)).toMatchObject([
    { game: 'shogi', position: '8k/9/8P/9/9/9/9/9/9 b G 1' },
    { game: 'shogi', label: 'no mate' },
  ]);
  const csa = 'V2.2\nP1 *  *  *  *  *  *  *  * -OU\n+\n';
  expect(readPositions(csa, 'hex', false)).toMatchObject([{ game: 'shogi', position: csa }]);
  // 先手の持駒：金, in Shift JIS.
  const bytes = [0x90, 0xe6, 0x8e, 0xe8, 0x82, 0xcc, 0x8e, 0x9d, 0x8b, 0xee, 0x81, 0x46, 0x8b, 0xe0];
  const text = await textOf(new Blob([new Uint8Array(bytes)]));
  expect(text).toBe('先手の持駒：金');
  expect(readPositions(text, 'hex', false)).toMatchObject([{ game: 'shogi' }]);
  expect(await textOf(new Blob(['3/1x1/3 o']))).toBe('3/1x1/3 o');
});

test('a graph is one position', () => {
  const text = '# mine\nstart a\na A b\nb = 1\n';
  expect(readPositions(text, 'hex', false)).toEqual([
    { game: 'graph', parameters: {}, position: text, label: 'graph' },
  ]);
});

test('each line is a position, and may have a label', () => {
  expect(readPositions('\uFEFF# comment\n1,2\tfirst\r\n\n3,4;second\n5', 'nim', false)).toEqual([
    { game: 'nim', parameters: null, position: '1,2', label: 'first' },
    { game: 'nim', parameters: null, position: '3,4', label: 'second' },
    { game: 'nim', parameters: null, position: '5', label: '3: 5' },
  ]);
});

test('links to HexWorld and capital coordinates are read', () => {
  expect(readHexWorld('https://hexworld.org/board/#11c1,a2b10:s')).toMatchObject({
    parameters: { size: '11' },
    position: 'a2 b10',
  });
  expect(readHexWorld('https://hexworld.org/board/#5')).toMatchObject({ position: 'start' });
  expect(readHexWorld('3/1x1/3 o')).toBeNull();
  expect(readCapitals('A1 B10')).toBe('a1 b10');
  expect(readCapitals('3/1x1/3 o A1')).toBe('3/1x1/3 o A1');
});
