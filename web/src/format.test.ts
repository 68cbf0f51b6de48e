import { describe, expect, it } from 'vitest';
import {
  bytes,
  count,
  finding,
  question,
  readBytes,
  readCount,
  readGame,
  seconds,
  short,
  writeGame,
} from './format';
import type { Job, Report } from './types';

describe('numbers', () => {
  it('are short and exact where they are small', () => {
    expect([0, 999, 9999, 12345, 1234567, 5e9].map(short)).toEqual([
      '0',
      '999',
      '9,999',
      '12.3 k',
      '1.23 M',
      '5.00 G',
    ]);
    expect(short(null)).toBe('–');
    expect(count('inf')).toBe('∞');
    expect(count(0)).toBe('0');
  });

  it('have units', () => {
    expect([0, 1023, 1024, 5_000_000, 2 ** 32, 20 * 2 ** 30].map(bytes)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KiB',
      '4.8 MiB',
      '4.0 GiB',
      '20 GiB',
    ]);
    expect([0.0002, 0.25, 2.5, 42, 75, 120, 7300, 86400].map(seconds)).toEqual([
      '200 µs',
      '250 ms',
      '2.50 s',
      '42.0 s',
      '1 min 15 s',
      '2 min',
      '2 h 1 min',
      '24 h',
    ]);
  });

  it('are read as people write them', () => {
    expect(['1000', '1e6', '1,000', '5M', '200 k'].map(readCount)).toEqual([1000, 1e6, 1000, 5e6, 2e5]);
    expect(['', '-1', '1.5', 'many', '1e40'].map(readCount)).toEqual([null, null, null, null, null]);
    expect(['64M', '1.5 GiB', '4096', '2kb'].map(readBytes)).toEqual([2 ** 26, 1.5 * 2 ** 30, 4096, 2048]);
    expect(['', '-1', 'M', '5 X'].map(readBytes)).toEqual([null, null, null, null]);
  });
});

describe('games', () => {
  it('have parameters after a colon', () => {
    expect(readGame('hex:size=5,swap=on')).toEqual({ name: 'hex', parameters: { size: '5', swap: 'on' } });
    expect(readGame('nim')).toEqual({ name: 'nim', parameters: {} });
    expect(writeGame('hex', { size: '5', swap: '' })).toBe('hex:size=5');
    expect(writeGame('nim', {})).toBe('nim');
  });
});

describe('sentences', () => {
  const told = (ask: string, report: Partial<Report>) =>
    finding({ attacker: 'black', ask, report: report as Report } as Job);

  it('ask', () => {
    expect(question('black', 'win')).toBe('Can black force a win?');
    expect(question('X', '>=2')).toBe('Can X force at least 2?');
    expect(question('X', 'draw within 1')).toBe('Can X force at least a draw within 1 ply?');
    expect(question('X', '>=2 within 7')).toBe('Can X force at least 2 within 7 plies?');
    expect(question('X', 'grundy')).toBe('What is the Grundy value of the position?');
    expect(question('X', 'win shortest')).toBe('How fast can X force a win?');
  });

  it('answer', () => {
    expect(told('win', { verdict: 'proved', value: null })?.text).toBe('black can force a win.');
    expect(told('win', { verdict: 'disproved', value: null })?.tone).toBe('disproved');
    expect(told('draw', { verdict: 'disproved', value: null })?.text).toBe(
      'black cannot force at least a draw.',
    );
    expect(told('>=4', { verdict: 'proved', value: null })?.text).toBe('black can force at least 4.');
    expect(told('value', { verdict: 'proved', value: 2 })?.text).toBe('The position is worth +2 to black.');
    expect(told('grundy', { verdict: 'proved', value: 7 })?.text).toBe('The Grundy value is 7.');
    expect(told('win', { verdict: 'unknown', stop: 'nodes' })?.text).toBe(
      'Not known: the limit of nodes was reached.',
    );
    expect(told('win within 4', { verdict: 'disproved', value: null })?.text).toBe(
      'black cannot force a win within 4 plies.',
    );
    expect(told('win shortest', { verdict: 'proved', value: null, plies: 5, not_within: 4 })?.text).toBe(
      'black can force a win within 5 plies, and not faster.',
    );
    expect(told('win shortest', { verdict: 'disproved', value: null })?.text).toBe(
      'black cannot force a win.',
    );
    expect(finding({ report: null } as Job)).toBeNull();
  });
});
