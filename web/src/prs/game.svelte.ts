// The game that is being played against a network and the records of others, kept for this browser.

import { Network, type Choice } from './network';
import { readCsv, toCsv, type GameRecord, type Trial } from './records';

interface State {
  player: string;
  lag: number;
  trials: Trial[];
  /** Records of others, in the order in which they are joined. */
  others: GameRecord[];
}

const KEY = 'winproof-prs';

/** Records are kept as a file, and read like any other. A game that was being played is one of them: its weights are gone. */
function stored(): State {
  const state: State = { player: '', lag: 1, trials: [], others: [] };
  try {
    const { player, lag, file } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    if (typeof player === 'string') state.player = player;
    if (typeof lag === 'number' && Number.isInteger(lag) && lag >= 1 && lag <= 5) state.lag = lag;
    if (typeof file === 'string' && file !== '') state.others = readCsv(file);
  } catch {
    // What cannot be read is not missed.
  }
  return state;
}

export const game = $state<State>(stored());

// Not a state: nothing shows its weights.
let network = new Network(game.lag);

export function keepGame(): void {
  const records = [...game.others, ...(game.trials.length > 0 ? [current()] : [])];
  const file = records.length > 0 ? toCsv(records) : '';
  try {
    localStorage.setItem(KEY, JSON.stringify({ player: game.player, lag: game.lag, file }));
  } catch {
    // There is no room: it is kept as long as the page is open.
  }
}

export function current(): GameRecord {
  return { player: game.player.trim() || 'person', lag: game.lag, trials: game.trials };
}

/** Plays one trial. The network chooses before it learns what the person chose. */
export function play(person: Choice): Trial {
  const trial = { person, network: network.choose() };
  network.learn(trial.network, person);
  game.trials.push(trial);
  return trial;
}

/** Starts again with weights of 0. What was played joins the records of others. */
export function startAgain(lag = game.lag): void {
  if (game.trials.length > 0) game.others.push(current());
  game.trials = [];
  game.lag = lag;
  network = new Network(lag);
}

export function addRecords(text: string): number {
  const records = readCsv(text);
  game.others.push(...records);
  return records.length;
}

export function removeRecord(at: number): void {
  game.others.splice(at, 1);
}
