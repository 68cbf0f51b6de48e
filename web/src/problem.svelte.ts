// The problem that is being set up, kept for this tab, and the last one for the next day: coming back to the first
// page finds it as it was.

import { algorithmInfo, automatic, gameInfo } from './catalogue.svelte';
import { readPositions, type FoundPosition } from './files';
import { hasGrundyValues } from './games';
import { readBytes, readCount, readGame, readSettings, writeGame, writeSettings } from './format';
import type { Job, JobRequest, PositionView, Values } from './types';

export type Question = 'win' | 'draw' | 'least' | 'value' | 'grundy';
export type Speed = 'any' | 'within' | 'shortest';

const NEW = {
  game: 'hex',
  parameters: { size: '5' } as Values,
  position: 'start',
  attacker: 'usual',
  question: 'win' as Question,
  least: '1',
  speed: 'any' as Speed,
  within: '7',
  algorithm: 'auto',
  settings: {} as Values,
  nodes: '',
  time: '60',
  memory: '',
  threads: '1',
  seed: '0',
  certify: true,
  certifyTime: '',
  moves: false,
};

const KEY = 'winproof-problem';

function stored(): typeof NEW {
  try {
    const text = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? '{}';
    return { ...NEW, ...(JSON.parse(text) as Partial<typeof NEW>) };
  } catch {
    return { ...NEW };
  }
}

export const problem = $state(stored());

export function keepProblem(): void {
  const text = JSON.stringify(problem);
  try {
    sessionStorage.setItem(KEY, text);
    localStorage.setItem(KEY, text);
  } catch {
    // There is no room for a large graph: it is kept as long as the page is open.
  }
}

/** The positions of the last file, if it has several. */
export const loaded = $state<{ name: string; positions: FoundPosition[] }>({ name: '', positions: [] });

/** Sets up a position of a file. */
export function takeFound(found: FoundPosition): void {
  if (found.game !== problem.game) chooseGame(found.game);
  if (found.parameters !== null) problem.parameters = { ...found.parameters };
  problem.position = found.position;
}

/** Sets up the first position of a text, and offers the others. */
export function takeText(text: string, name: string): void {
  const positions = readPositions(text, problem.game, gameInfo(problem.game)?.multiline ?? false);
  Object.assign(loaded, { name, positions: positions.length > 1 ? positions : [] });
  const [first] = positions;
  if (first) takeFound(first);
}

/** A longer position does not fit into an address that people could send to each other. */
const LONGEST_LINK = 4000;

/** The problem as the query of an address; what is as usual is left out. */
export function problemQuery(): Record<string, string> {
  const { position, algorithm, settings, attacker, nodes, time, memory, threads, seed } = problem;
  const unusual = (value: string, usual: string) => (value === usual ? '' : value);
  return {
    game: spec(),
    position: position.length > LONGEST_LINK ? '' : position,
    attacker: unusual(attacker, NEW.attacker),
    ask: unusual(asked(), NEW.question),
    algorithm: unusual(algorithm, NEW.algorithm),
    set: writeSettings(settings),
    nodes: unusual(nodes, NEW.nodes),
    time: unusual(time, NEW.time),
    memory: unusual(memory, NEW.memory),
    threads: unusual(threads, NEW.threads),
    seed: unusual(seed, NEW.seed),
    certify: problem.certify ? '' : 'no',
    'certify-time': unusual(problem.certifyTime, NEW.certifyTime),
    moves: problem.moves ? 'yes' : '',
  };
}

/** Whether the address of the problem would say all of it. */
export function fitsLink(): boolean {
  return problem.position.length <= LONGEST_LINK;
}

/** Takes the problem of an address over. */
export function takeQuery(query: Record<string, string>): void {
  const { name, parameters } = readGame(query.game ?? NEW.game);
  const ask = readAsk(query.ask ?? NEW.question);
  Object.assign(problem, {
    ...NEW,
    game: name,
    parameters,
    // A long position is not in the address; it may be the one that was kept.
    position: query.position ?? (name === problem.game ? problem.position : firstPosition(name)),
    attacker: query.attacker ?? NEW.attacker,
    ...ask,
    algorithm: query.algorithm ?? NEW.algorithm,
    settings: readSettings(query.set ?? ''),
    nodes: query.nodes ?? NEW.nodes,
    time: query.time ?? NEW.time,
    memory: query.memory ?? NEW.memory,
    threads: query.threads ?? NEW.threads,
    seed: query.seed ?? NEW.seed,
    certify: query.certify !== 'no',
    certifyTime: query['certify-time'] ?? NEW.certifyTime,
    moves: query.moves === 'yes',
  });
}

/** Reads a question, such as `win within 7`. */
function readAsk(text: string): { question: Question; least?: string; speed: Speed; within?: string } {
  const [ask = '', how, plies] = text.split(' ');
  const speed: ReturnType<typeof readAsk> = { question: 'win', speed: 'any' };
  if (how === 'shortest') speed.speed = 'shortest';
  else if (how === 'within' && plies) Object.assign(speed, { speed: 'within', within: plies });
  const least = /^>=(.+)$/.exec(ask)?.[1];
  if (least !== undefined) return { ...speed, question: 'least', least };
  return { ...speed, question: ask === 'draw' || ask === 'value' || ask === 'grundy' ? ask : 'win' };
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
  problem.attacker = NEW.attacker;
  if (!gameInfo(name)?.draws && problem.question === 'draw') problem.question = 'win';
  if (!hasGrundyValues(name) && problem.question === 'grundy') problem.question = 'win';
  if (problem.algorithm === 'auto') problem.settings = {};
}

/** What is wrong with the numbers, by field, checked before a request is sent. */
export function wrongLimits(limits: {
  nodes: string;
  time: string;
  memory: string;
  certifyTime?: string;
  threads?: string;
}): Record<string, string> {
  const wrong: Record<string, string> = {};
  if (limits.nodes.trim() !== '' && readCount(limits.nodes) === null)
    wrong.nodes = 'expected a number of nodes such as 1000000, 5M or 1e6';
  if (limits.time.trim() !== '' && !(Number(limits.time) > 0))
    wrong.time = 'expected a number of seconds such as 60';
  if ((limits.certifyTime ?? '').trim() !== '' && !(Number(limits.certifyTime) > 0))
    wrong.certify_time = 'expected a number of seconds such as 60';
  if (limits.memory.trim() !== '' && readBytes(limits.memory) === null)
    wrong.memory = 'expected a size such as 256M or 1.5G';
  if (limits.threads !== undefined && !/^[1-9]\d*$/.test(limits.threads.trim()))
    wrong.threads = 'expected a number of threads such as 2';
  return wrong;
}

export function readLimits(limits: { nodes: string; time: string; memory: string }) {
  return {
    nodes: limits.nodes.trim() === '' ? null : readCount(limits.nodes),
    time: limits.time.trim() === '' ? null : Number(limits.time),
    memory: limits.memory.trim() === '' ? null : readBytes(limits.memory),
  };
}

/** What is to be reached, at any time. */
export function target(): string {
  return problem.question === 'least' ? `>=${problem.least.trim()}` : problem.question;
}

export function asked(): string {
  if (problem.speed === 'any' || problem.question === 'value') return target();
  return problem.speed === 'shortest'
    ? `${target()} shortest`
    : `${target()} within ${problem.within.trim()}`;
}

/** Who is asked about. */
export function attackerIn(view: PositionView | null): string {
  const [first, second] = gameInfo(problem.game)?.players ?? ['first', 'second'];
  switch (problem.attacker) {
    case 'usual':
      return view?.attacker ?? 'the attacker';
    case 'mover':
      return view?.mover ?? 'the player to move';
    case 'opponent':
      return view === null ? 'the opponent' : view.mover === first ? second : first;
    default:
      return problem.attacker;
  }
}

/** Whether an algorithm, or what `auto` stands for, can search with several threads. */
export function canThread(algorithm: string, game = problem.game): boolean {
  const info = gameInfo(game);
  const name = algorithm === 'auto' && info ? automatic(info).name : algorithm;
  return algorithmInfo(name)?.threads ?? false;
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
    threads: canThread(changes.algorithm ?? problem.algorithm) ? Number(problem.threads) : 1,
    seed: Number(problem.seed) || 0,
    certify: problem.certify,
    certify_time: problem.certifyTime.trim() === '' ? null : Number(problem.certifyTime),
    moves: problem.moves,
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
  Object.assign(problem, readAsk(job.ask));
  // An uploaded proof has none.
  problem.algorithm = job.algorithm ?? 'auto';
  problem.threads = String(job.threads);
  problem.settings = { ...job.settings };
}
