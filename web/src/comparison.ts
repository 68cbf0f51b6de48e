// What a comparison runs: positions, algorithms with values of their parameters, and seeds; and its table.

import { writeSettings } from './format';
import type { Cell } from './save-file';
import type { JobSummary, Values } from './types';

export interface Contender {
  algorithm: string;
  settings: Values;
  /** A parameter and the values that are tried, such as `epsilon=0,0.25`; empty for none. */
  vary: string;
}

export interface Configuration {
  algorithm: string;
  settings: Values;
}

/** A contender for each value of the parameter that is varied; null if that cannot be read. */
export function configurations({ algorithm, settings, vary }: Contender): Configuration[] | null {
  if (vary.trim() === '') return [{ algorithm, settings }];
  const found = /^\s*([a-z][a-z0-9-]*)\s*=\s*(.+)$/i.exec(vary);
  if (!found?.[1] || !found[2]) return null;
  const [, name, values] = found;
  const tried = values.split(/[\s,]+/).filter((value) => value !== '');
  return tried.length === 0
    ? null
    : tried.map((value) => ({ algorithm, settings: { ...settings, [name]: value } }));
}

export const nameOf = (job: Pick<JobSummary, 'algorithm' | 'settings'>) =>
  [job.algorithm, writeSettings(job.settings)].filter(Boolean).join(' ');

export const nodesOf = (job: JobSummary) => job.result?.nodes ?? job.nodes ?? null;
export const secondsOf = (job: JobSummary) => job.result?.seconds ?? job.seconds ?? null;

export interface Average {
  name: string;
  runs: number;
  solved: number;
  nodes: number | null;
  leafNodes: number | null;
  seconds: number | null;
  memory: number | null;
}

function mean(values: (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value != null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The runs of each algorithm together: the means of those that have begun. */
export function averages(jobs: readonly JobSummary[]): Average[] {
  const groups = new Map<string, JobSummary[]>();
  for (const job of jobs) groups.set(nameOf(job), [...(groups.get(nameOf(job)) ?? []), job]);
  return [...groups].map(([name, runs]) => ({
    name,
    runs: runs.length,
    solved: runs.filter(({ result }) => result && ['proved', 'disproved'].includes(result.verdict)).length,
    nodes: mean(runs.map(nodesOf)),
    leafNodes: mean(runs.map(({ result }) => result?.leaf_nodes)),
    seconds: mean(runs.map(secondsOf)),
    memory: mean(runs.map(({ result }) => result?.memory_bytes)),
  }));
}

/** The table of all runs, with a head. */
export function table(jobs: readonly JobSummary[]): Cell[][] {
  const head = [
    'game',
    'position',
    'ask',
    'algorithm',
    'settings',
    'seed',
    'state',
    'verdict',
    'value',
    'nodes',
    'leaf_nodes',
    'seconds',
    'memory_bytes',
    'certified',
    'certify_seconds',
  ];
  const rows = jobs.map((job) => [
    job.game,
    job.position_start,
    job.ask,
    job.algorithm,
    writeSettings(job.settings),
    job.seed,
    job.state,
    job.result?.verdict,
    job.result?.value,
    nodesOf(job),
    job.result?.leaf_nodes,
    secondsOf(job),
    job.result?.memory_bytes,
    job.result?.certified,
    job.result?.certify_seconds,
  ]);
  return [head, ...rows];
}
