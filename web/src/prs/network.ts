// The network of West 1998 for paper, rock, scissors: as in crates/winproof-experiments/src/prs.rs, which has the same
// games as a test (tests/golden/prs.json there).

export const CHOICES = ['paper', 'rock', 'scissors'] as const;
export type Choice = (typeof CHOICES)[number];

const number = (choice: Choice) => CHOICES.indexOf(choice);

/** What a trial adds to the lead of a player: 1 for a win, 0 for a tie, -1 for a loss. */
export function lead(mine: Choice, opponent: Choice): -1 | 0 | 1 {
  // Each beats the next one.
  const apart = (3 + number(opponent) - number(mine)) % 3;
  return apart === 0 ? 0 : apart === 1 ? 1 : -1;
}

type Weights = [number, number, number];

export class Network {
  readonly lag: number;
  /** For each lag and each choice of the opponent, the weights to the three output nodes. */
  readonly #weights: Weights[][];
  /** The opponent's last choices, the latest first. */
  #remembered: Choice[] = [];

  constructor(lag: number) {
    this.lag = lag;
    this.#weights = Array.from({ length: lag }, () => CHOICES.map((): Weights => [0, 0, 0]));
  }

  /** The active connections: a set of weights for each choice that is remembered. */
  *#active(): Generator<Weights> {
    for (const [back, choice] of this.#remembered.entries()) {
      const weights = this.#weights[back]?.[number(choice)];
      if (weights) yield weights;
    }
  }

  /** The sums of the active weights, for each choice. */
  sums(): Weights {
    const sums: Weights = [0, 0, 0];
    for (const weights of this.#active()) weights.forEach((weight, node) => (sums[node]! += weight));
    return sums;
  }

  /** Chooses; `random` gives numbers from 0 to 1 and decides among equals. */
  choose(random: () => number = Math.random): Choice {
    const sums = this.sums();
    const greatest = Math.max(...sums);
    const best = CHOICES.filter((_, node) => sums[node] === greatest);
    return best[Math.min(Math.floor(random() * best.length), best.length - 1)]!;
  }

  /** After a win the active connections to the choice that was played get 1; after a loss or a tie they lose 1. */
  learn(played: Choice, opponent: Choice): void {
    const change = lead(played, opponent) === 1 ? 1 : -1;
    for (const weights of this.#active()) weights[number(played)]! += change;
    this.#remembered = [opponent, ...this.#remembered].slice(0, this.lag);
  }
}
