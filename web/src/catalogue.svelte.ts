// What the server offers: games, algorithms and its budgets. Fetched once, when the page opens.

import { api } from './api';
import { capital } from './format';
import type { AlgorithmInfo, GameInfo, Status } from './types';

export const catalogue = $state<{
  games: GameInfo[];
  algorithms: AlgorithmInfo[];
  status: Status | null;
}>({ games: [], algorithms: [], status: null });

export async function fetchCatalogue(): Promise<void> {
  const [games, algorithms, status] = await Promise.all([api.games(), api.algorithms(), api.status()]);
  Object.assign(catalogue, { games, algorithms, status });
}

/** Fetches the budgets again; the known ones stay if the server does not answer. */
export function fetchStatus(): void {
  api.status().then(
    (status) => {
      catalogue.status = status;
    },
    () => undefined,
  );
}

export function gameInfo(name: string): GameInfo | undefined {
  return catalogue.games.find((game) => game.name === name);
}

/** What a game is called: summaries begin with it where it is more than a word. */
export function gameTitle(name: string): string {
  const summary = gameInfo(name)?.summary ?? '';
  return summary.includes(':') ? (summary.split(':')[0] ?? name) : capital(name);
}

export function algorithmInfo(name: string): AlgorithmInfo | undefined {
  return catalogue.algorithms.find((algorithm) => algorithm.name === name);
}

/** The algorithm that `auto` stands for, and what it sets: a game says `df-pn+` and then `init=game`. */
export function automatic(game: GameInfo): { name: string; settings: Record<string, string> } {
  const [name = 'df-pn', ...rest] = game.auto;
  const settings = Object.fromEntries(
    rest.map((part) => {
      const sign = part.indexOf('=');
      return [part.slice(0, sign), part.slice(sign + 1)];
    }),
  );
  return { name, settings };
}
