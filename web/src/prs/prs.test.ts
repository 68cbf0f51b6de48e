import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHOICES, lead, Network, type Choice } from './network';
import { joined, leads, readCsv, slope, toCsv, type GameRecord } from './records';

interface Kept {
  lag: number;
  /** What the network played, what its opponent did, and the sums of the weights before that. */
  trials: [Choice, Choice, [number, number, number]][];
}

describe('the network', () => {
  test('each choice beats the next one', () => {
    for (const [at, choice] of CHOICES.entries()) {
      const next = CHOICES[(at + 1) % 3]!;
      expect([lead(choice, next), lead(next, choice), lead(choice, choice)]).toEqual([1, -1, 0]);
    }
  });

  test('it learns as the one of the program does', () => {
    const file = new URL('../../../crates/winproof-experiments/tests/golden/prs.json', import.meta.url);
    const games = JSON.parse(readFileSync(file, 'utf8')) as Kept[];
    expect(games.length).toBeGreaterThan(2);
    for (const { lag, trials } of games) {
      const network = new Network(lag);
      for (const [played, opponent, sums] of trials) {
        expect(network.sums()).toEqual(sums);
        const best = CHOICES.filter((_, node) => sums[node] === Math.max(...sums));
        expect(best).toContain(played);
        const ends = [0, 0.999_999_999].map((random) => network.choose(() => random));
        expect(ends).toEqual([best[0], best.at(-1)]);
        network.learn(played, opponent);
      }
    }
  });
});

describe('records', () => {
  const trial = (person: Choice, network: Choice) => ({ person, network });
  const one: GameRecord = {
    player: 'Ann, "the first"',
    lag: 1,
    trials: [trial('paper', 'rock'), trial('paper', 'paper'), trial('rock', 'scissors')],
  };
  const other: GameRecord = {
    player: 'Bob',
    lag: 2,
    trials: [trial('rock', 'paper'), trial('rock', 'scissors')],
  };

  test('players continue where the one before ended', () => {
    expect(leads(one.trials)).toEqual([1, 1, 2]);
    expect(joined([one, other])).toEqual([1, 1, 2, 1, 2]);
    expect(joined([])).toEqual([]);
  });

  test('a file comes back', () => {
    const text = toCsv([one, other]);
    expect(text.split('\r\n')[0]).toBe('player,lag,trial,person,network,lead');
    expect(readCsv(text)).toEqual([one, other]);
    expect(readCsv(`\ufeff${text.replaceAll('\r\n', '\n')}`)).toEqual([one, other]);
    // The same player again is a game of its own.
    expect(readCsv(toCsv([other, other]))).toEqual([other, other]);
  });

  test('other files are refused', () => {
    const heading = 'player,lag,trial,person,network,lead\n';
    for (const [text, reason] of [
      ['', 'first line'],
      ['trial,person\n1,paper', 'first line'],
      [heading, 'no trials'],
      [`${heading}Ann,1,1,paper,stone,0`, 'line 2'],
      [`${heading}Ann,x,1,paper,rock,0`, 'line 2'],
      [`${heading}Ann,1,one,paper,rock,0`, 'line 2'],
    ] as const) {
      expect(() => readCsv(text), text).toThrow(reason);
    }
  });

  test('a slope is that of the line', () => {
    expect(slope([0, 1, 2, 3])).toBeCloseTo(100);
    expect(slope([2, 2, 2])).toBeCloseTo(0);
    expect(slope([1])).toBeNull();
  });
});
