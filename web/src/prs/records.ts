// Records of people who played against a network: as files, and joined as in figure 2 of West 1998.

import { csv } from '../save-file';
import { CHOICES, lead, type Choice } from './network';

export interface Trial {
  person: Choice;
  network: Choice;
}

export interface GameRecord {
  player: string;
  lag: number;
  trials: Trial[];
}

export const GREATEST_LAG = 5;
const COLUMNS = ['player', 'lag', 'trial', 'person', 'network', 'lead'];

/** More than anybody plays; a file from elsewhere may be of any size. */
const MOST_TRIALS = 200_000;

/** The person's lead after each trial. */
export function leads(trials: readonly Trial[], start = 0): number[] {
  let sum = start;
  return trials.map(({ person, network }) => (sum += lead(person, network)));
}

/** The leads of several players, each of whom continues where the one before ended. */
export function joined(records: readonly GameRecord[]): number[] {
  const all: number[] = [];
  for (const { trials } of records) for (const value of leads(trials, all.at(-1) ?? 0)) all.push(value);
  return all;
}

export function toCsv(records: readonly GameRecord[]): string {
  const rows = records.flatMap(({ player, lag, trials }) => {
    const sums = leads(trials);
    return trials.map(({ person, network }, at) => [player, lag, at + 1, person, network, sums[at]]);
  });
  return csv([COLUMNS, ...rows]);
}

/** The cells of a line; a cell in quotation marks may have commas in it. */
function cells(line: string): string[] {
  const found = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...found].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

const choice = (text: string | undefined): Choice | null =>
  CHOICES.find((one) => one === text?.toLowerCase()) ?? null;

/** Reads a file with the records of one player or several; throws an error that says what is wrong. */
export function readCsv(text: string): GameRecord[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const heading = cells(lines[0] ?? '').map((cell) => cell.trim().toLowerCase());
  if (COLUMNS.some((name, at) => heading[at] !== name)) {
    throw new Error(`expected a file whose first line is ${COLUMNS.join(',')}`);
  }
  if (lines.length > MOST_TRIALS) throw new Error(`expected at most ${MOST_TRIALS} trials`);
  const records: GameRecord[] = [];
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.trim() === '') continue;
    const [player = '', lag, trial, ...choices] = cells(line);
    const [person, network] = [choice(choices[0]), choice(choices[1])];
    const memory = Number(lag);
    if (!person || !network || !Number.isInteger(memory) || memory < 0 || !/^\d+$/.test(trial ?? '')) {
      throw new Error(`line ${at + 1}: expected player, lag, trial, and two of ${CHOICES.join(', ')}`);
    }
    const last = records.at(-1);
    if (last && trial !== '1' && last.player === player && last.lag === memory) {
      last.trials.push({ person, network });
    } else {
      records.push({ player, lag: memory, trials: [{ person, network }] });
    }
  }
  if (records.length === 0) throw new Error('there are no trials in the file');
  return records;
}

/** A regression line through the leads says whether they rise: the slope per 100 trials. */
export function slope(values: readonly number[]): number | null {
  const count = values.length;
  if (count < 2) return null;
  const middle = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  let [across, up] = [0, 0];
  for (const [at, value] of values.entries()) {
    across += (at - middle) ** 2;
    up += (at - middle) * (value - mean);
  }
  return (100 * up) / across;
}
