// The problem that is being set up, kept for this tab: coming back to the first page finds it as it was.

import { automatic, gameInfo } from './catalogue.svelte';
import { readBytes, readCount, writeGame } from './format';
import type { Job, JobRequest, Values } from './types';

export type Question = 'win' | 'draw' | 'least' | 'value';

const NEW = {
  game: 'hex',
  parameters: { size: '5' } as Values,
  position: 'start',
  attacker: 'mover',
  question: 'win' as Question,
  least: '1',
  algorithm: 'auto',
  settings: {} as Values,
  nodes: '',
  time: '60',
  memory: '',
  seed: '0',
  certify: true,
};

const KEY = 'winproof-problem';

function stored(): typeof NEW {
  try {
    return { ...NEW, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<typeof NEW>) };
  } catch {
    return { ...NEW };
  }
}

export const problem = $state(stored());

export function keepProblem(): void {
  sessionStorage.setItem(KEY, JSON.stringify(problem));
}

/** The game with its parameters, as on the command line. */
export function spec(): string {
  return writeGame(problem.game, problem.parameters);
}

export function firstPosition(name: string): string {
  const examples = gameInfo(name)?.examples ?? [];
  return (
    examples.find(({ position }) => position === 'start')?.position ??
    (name === 'arimaa' ? 'start' : examples[0]?.position) ??
    'start'
  );
}

export function chooseGame(name: string): void {
  problem.game = name;
  problem.parameters = {};
  problem.position = firstPosition(name);
  problem.attacker = 'mover';
  if (!gameInfo(name)?.draws && problem.question === 'draw') problem.question = 'win';
  if (problem.algorithm === 'auto') problem.settings = {};
}

/** The algorithm whose parameters can be set. */
export function chosenAlgorithm(): { name: string; settings: Values } {
  const info = gameInfo(problem.game);
  if (problem.algorithm !== 'auto' || !info) return { name: problem.algorithm, settings: {} };
  return automatic(info);
}

/** What is wrong with the numbers, by field, checked before a request is sent. */
export function wrongLimits(limits: { nodes: string; time: string; memory: string }): Record<string, string> {
  const wrong: Record<string, string> = {};
  if (limits.nodes.trim() !== '' && readCount(limits.nodes) === null)
    wrong.nodes = 'expected a number of nodes such as 1000000, 5M or 1e6';
  if (limits.time.trim() !== '' && !(Number(limits.time) > 0))
    wrong.time = 'expected a number of seconds such as 60';
  if (limits.memory.trim() !== '' && readBytes(limits.memory) === null)
    wrong.memory = 'expected a size such as 256M or 1.5G';
  return wrong;
}

export function readLimits(limits: { nodes: string; time: string; memory: string }) {
  return {
    nodes: limits.nodes.trim() === '' ? null : readCount(limits.nodes),
    time: limits.time.trim() === '' ? null : Number(limits.time),
    memory: limits.memory.trim() === '' ? null : readBytes(limits.memory),
  };
}

export function asked(): string {
  return problem.question === 'least' ? `>=${problem.least.trim()}` : problem.question;
}

/** The problem as a request, with whatever is to be different. */
export function jobRequest(changes: Partial<JobRequest> = {}): JobRequest {
  return {
    game: spec(),
    position: problem.position,
    attacker: problem.attacker,
    ask: asked(),
    algorithm: problem.algorithm,
    settings: { ...problem.settings },
    ...readLimits(problem),
    seed: Number(problem.seed) || 0,
    certify: problem.certify,
    label: '',
    ...changes,
  };
}

/** Takes a job's problem over, to change it or to ask something else about it. */
export function takeOver(
  job: Job,
  game: { name: string; parameters: Values },
  position = job.position,
): void {
  problem.game = game.name;
  problem.parameters = game.parameters;
  problem.position = position;
  problem.attacker = job.attacker;
  const least = /^>=(.+)$/.exec(job.ask);
  problem.question = least ? 'least' : job.ask === 'draw' || job.ask === 'value' ? job.ask : 'win';
  if (least?.[1]) problem.least = least[1];
  // An uploaded proof has none.
  problem.algorithm = job.algorithm ?? 'auto';
  problem.settings = { ...job.settings };
}
