// Shogi: SFEN, as in `8k/9/8G/9/9/9/9/9/9 b G 1`, then perhaps `rest` (the defender has all missing pieces in hand) and
// who attacks, unless that goes without saying. Squares are named as in USI, from 9a at the top left to 1i; the place of
// golds in Black's hand is `G*`, in White's `g*`.

import type { Side } from '../types';
import { NOWHERE, slide, type BoardGame, type Cell, type MoveShape, type Piece, type Scene } from './game';

/** How many pieces of each kind a player has in hand, by their capital letters. */
type Hand = Readonly<Record<string, number>>;

export interface Setup {
  /** Row by row from 9a, as in SFEN: `P`, `+p`. */
  squares: readonly (string | null)[];
  hands: readonly [Hand, Hand];
  turn: Side;
  /** Who attacks, if the position says so. */
  attacker: Side | null;
  /** Whether the defender also has all missing pieces in hand. */
  rest: boolean;
}

/** The kinds, and how many of each a set has. */
const KINDS: [string, string, number][] = [
  ['K', 'king', 2],
  ['R', 'rook', 2],
  ['B', 'bishop', 2],
  ['G', 'gold', 4],
  ['S', 'silver', 4],
  ['N', 'knight', 4],
  ['L', 'lance', 4],
  ['P', 'pawn', 18],
  ['+R', 'dragon', 0],
  ['+B', 'horse', 0],
  ['+S', 'promoted silver', 0],
  ['+N', 'promoted knight', 0],
  ['+L', 'promoted lance', 0],
  ['+P', 'promoted pawn', 0],
];

/** The kinds that can be in hand, in the order of SFEN. */
const IN_HAND = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];
const NAMES = new Map(KINDS.map(([id, name]) => [id, name]));
const IN_SET = new Map(KINDS.map(([id, , count]) => [id, count]));

const SIDES = ['black', 'white'] as const;
const PIECES: Piece[] = ([0, 1] as const).flatMap((side) =>
  KINDS.map(([id, name]) => ({
    id: side === 0 ? id : id.toLowerCase(),
    side,
    name: `${SIDES[side]} ${name}`,
  })),
);

const sideOf = (piece: string): Side => (piece === piece.toUpperCase() ? 0 : 1);
/** What a piece is in hand: the unpromoted kind. */
const kindOf = (piece: string) => piece.replace('+', '').toUpperCase();
const pieceOf = (kind: string, side: Side) => (side === 0 ? kind : kind.toLowerCase());
const other = (side: Side): Side => (side === 0 ? 1 : 0);

function has(setup: Setup, king: 'K' | 'k'): boolean {
  return setup.squares.includes(king);
}

/** Who attacks if the position does not say so: the player without a king, or who is to move. */
function usualAttacker(setup: Setup): Side {
  const [black, white] = [has(setup, 'K'), has(setup, 'k')];
  return black === white ? setup.turn : black ? 1 : 0;
}

export function attackerOf(setup: Setup): Side {
  return setup.attacker ?? usualAttacker(setup);
}

/** How many pieces of a kind are neither on the board nor in hand. */
function missing(setup: Setup, kind: string): number {
  const board = setup.squares.filter((piece) => piece !== null && kindOf(piece) === kind).length;
  const [black, white] = setup.hands;
  return Math.max(0, (IN_SET.get(kind) ?? 0) - board - (black[kind] ?? 0) - (white[kind] ?? 0));
}

function withHand(setup: Setup, side: Side, kind: string, count: number): Setup {
  const hand = { ...setup.hands[side], [kind]: count };
  return { ...setup, hands: side === 0 ? [hand, setup.hands[1]] : [setup.hands[0], hand] };
}

/** The position with what `rest` means in the defender's hand. */
function literal(setup: Setup): Setup {
  if (!setup.rest) return setup;
  const defender = other(attackerOf(setup));
  const full = IN_HAND.reduce(
    (so_far, kind) =>
      withHand(so_far, defender, kind, (so_far.hands[defender][kind] ?? 0) + missing(so_far, kind)),
    setup,
  );
  return { ...full, rest: false };
}

function readSquares(text: string): (string | null)[] | null {
  const ranks = text.split('/');
  if (ranks.length !== 9) return null;
  const squares: (string | null)[] = [];
  for (const [number, rank] of ranks.entries()) {
    for (const [token] of rank.matchAll(/[1-9]|\+?[A-Za-z]|./g)) {
      const empty = Number(token);
      if (Number.isInteger(empty)) squares.push(...Array<null>(empty).fill(null));
      else if (NAMES.has(token.toUpperCase())) squares.push(token);
      else return null;
    }
    if (squares.length !== (number + 1) * 9) return null;
  }
  return squares;
}

function writeSquares(squares: readonly (string | null)[]): string {
  const ranks = [];
  for (let start = 0; start < 81; start += 9) {
    const rank = squares.slice(start, start + 9).map((piece) => piece ?? ' ');
    ranks.push(rank.join('').replace(/ +/g, (empty) => String(empty.length)));
  }
  return ranks.join('/');
}

function readHands(text: string): [Hand, Hand] | null {
  const hands: [Record<string, number>, Record<string, number>] = [{}, {}];
  if (text === '-') return hands;
  if (!/^(?:[1-9]?\d?[A-Za-z])+$/.test(text)) return null;
  for (const [, count, letter = ''] of text.matchAll(/(\d*)([A-Za-z])/g)) {
    const kind = letter.toUpperCase();
    if (!IN_HAND.includes(kind)) return null;
    const hand = hands[sideOf(letter)];
    hand[kind] = (hand[kind] ?? 0) + (count ? Number(count) : 1);
  }
  return hands;
}

function writeHands(hands: readonly [Hand, Hand]): string {
  const written = ([0, 1] as const).flatMap((side) =>
    IN_HAND.map((kind) => {
      const count = hands[side][kind] ?? 0;
      return count === 0 ? '' : (count > 1 ? String(count) : '') + pieceOf(kind, side);
    }),
  );
  return written.join('') || '-';
}

// ---- The drawing: White's hand, the board, Black's hand.

const WIDTH = 44;
const HEIGHT = 48;
const MARGIN = 22;
const HAND = 54;
/** A place in a hand: a piece, and its number beside it. */
const PLACE = 54;
const TOP = HAND + MARGIN;

function squareName(index: number): string {
  return `${9 - (index % 9)}${'abcdefghi'[Math.floor(index / 9)] ?? ''}`;
}

function squareIndex(name: string): number {
  const found = /^([1-9])([a-i])$/.exec(name);
  return found?.[2] ? 9 * (found[2].charCodeAt(0) - 97) + 9 - Number(found[1]) : -1;
}

function rectangle(left: number, top: number, width: number, height: number): string {
  const [right, bottom] = [left + width, top + height];
  return `${left},${top} ${right},${top} ${right},${bottom} ${left},${bottom}`;
}

/** The places of a hand. Those that have nothing are there while the position is edited. */
function handCells(setup: Setup, side: Side, editing: boolean): Cell[] {
  const kinds = IN_HAND.filter((kind) => editing || (setup.hands[side][kind] ?? 0) > 0);
  const top = side === 0 ? TOP + 9 * HEIGHT + 6 : 2;
  // Each player's hand is at their right.
  const first = side === 0 ? MARGIN + 9 * WIDTH - kinds.length * PLACE : MARGIN;
  const ordered = side === 0 ? kinds : kinds.toReversed();
  return ordered.map((kind, at) => {
    const left = first + at * PLACE;
    const count = setup.hands[side][kind] ?? 0;
    return {
      id: `${pieceOf(kind, side)}*`,
      name: `in ${side === 0 ? 'Black' : 'White'}’s hand: ${count} ${NAMES.get(kind) ?? kind}`,
      x: left + WIDTH / 2,
      y: top + HEIGHT / 2,
      outline: rectangle(left, top, PLACE - 2, HEIGHT),
      piece: pieceOf(kind, side),
      count,
      tone: 'bare',
    };
  });
}

function scene(raw: Setup, editing: boolean): Scene {
  const setup = literal(raw);
  const squares = setup.squares.map((piece, index): Cell => {
    const left = MARGIN + (index % 9) * WIDTH;
    const top = TOP + Math.floor(index / 9) * HEIGHT;
    return {
      id: squareName(index),
      x: left + WIDTH / 2,
      y: top + HEIGHT / 2,
      outline: rectangle(left, top, WIDTH, HEIGHT),
      piece,
      tone: 'plain',
    };
  });
  const labels = Array.from({ length: 9 }, (_, at) => [
    { x: MARGIN + (at + 0.5) * WIDTH, y: HAND + MARGIN / 2, text: String(9 - at) },
    { x: 1.5 * MARGIN + 9 * WIDTH, y: TOP + (at + 0.5) * HEIGHT, text: 'abcdefghi'[at] ?? '' },
  ]).flat();
  return {
    width: 2 * MARGIN + 9 * WIDTH,
    height: TOP + 9 * HEIGHT + HAND + 2,
    radius: WIDTH * 0.4,
    cells: [...handCells(setup, 1, editing), ...squares, ...handCells(setup, 0, editing)],
    labels,
    edges: [],
    dots: [3, 6].flatMap((x) => [3, 6].map((y) => ({ x: MARGIN + x * WIDTH, y: TOP + y * HEIGHT }))),
  };
}

// ---- Moves and changes.

type Action = { from: number | null; to: number; piece: string };

function action(setup: Setup, move: string): Action | null {
  const drop = /^([RBGSNLP])\*([1-9][a-i])$/.exec(move);
  if (drop?.[1] && drop[2])
    return { from: null, to: squareIndex(drop[2]), piece: pieceOf(drop[1], setup.turn) };
  const step = /^([1-9][a-i])([1-9][a-i])(\+?)$/.exec(move);
  if (!step?.[1] || !step[2]) return null;
  const from = squareIndex(step[1]);
  const piece = setup.squares[from];
  return piece ? { from, to: squareIndex(step[2]), piece: `${step[3] ?? ''}${piece}` } : null;
}

function shape(move: string, setup: Setup): MoveShape {
  const done = action(setup, move);
  if (!done) return NOWHERE;
  const to = squareName(done.to);
  if (done.from !== null) return slide(squareName(done.from), to);
  return { clicks: [`${done.piece}*`, to], marks: [to], arrows: [] };
}

function play(raw: Setup, move: string): Setup {
  const setup = literal(raw);
  const done = action(setup, move);
  if (!done) return setup;
  const mover = setup.turn;
  const taken = setup.squares[done.to];
  let next: Setup = { ...setup, squares: setup.squares.with(done.to, done.piece), turn: other(mover) };
  const add = (kind: string, count: number) => {
    next = withHand(next, mover, kind, Math.max(0, (next.hands[mover][kind] ?? 0) + count));
  };
  if (taken) add(kindOf(taken), 1);
  if (done.from === null) add(kindOf(done.piece), -1);
  else next = { ...next, squares: next.squares.with(done.from, null) };
  return { ...next, attacker: attackerOf(setup) };
}

/** Takes a piece of a kind from a hand, the given player's first, if there is none left beside the board. */
function freed(setup: Setup, kind: string, first: Side): Setup {
  if (missing(setup, kind) > 0) return setup;
  const side = [first, other(first)].find((side) => (setup.hands[side][kind] ?? 0) > 0);
  return side === undefined ? setup : withHand(setup, side, kind, (setup.hands[side][kind] ?? 0) - 1);
}

/** Adds a piece to a hand, if there is one left, or takes one away. */
function changedHand(raw: Setup, side: Side, kind: string, more: boolean): Setup {
  const setup = literal(raw);
  const count = setup.hands[side][kind] ?? 0;
  if (!more) return withHand(setup, side, kind, Math.max(0, count - 1));
  const free = (setup.hands[other(side)][kind] ?? 0) > 0 ? freed(setup, kind, other(side)) : setup;
  return missing(free, kind) > 0 ? withHand(free, side, kind, count + 1) : setup;
}

function put(setup: Setup, cell: string, piece: string | null): Setup {
  const hand = /^([A-Za-z])\*$/.exec(cell)?.[1];
  if (hand) return changedHand(setup, sideOf(hand), kindOf(hand), piece !== null);
  const index = squareIndex(cell);
  if (index < 0) return setup;
  let squares = setup.squares.with(index, null);
  if (piece === null) return { ...setup, squares };
  // A king comes from where it was.
  if (kindOf(piece) === 'K') squares = squares.map((there) => (there === piece ? null : there));
  const free = freed({ ...setup, squares }, kindOf(piece), other(sideOf(piece)));
  return { ...free, squares: squares.with(index, piece) };
}

export const shogi: BoardGame<Setup> = {
  pieces: PIECES,
  lettered: true,
  parse(text) {
    const found = /^(\S+) ([bw]) (\S+)(?: \d+)?( rest)?(?: attacker (black|white))?$/.exec(text.trim());
    if (!found?.[1] || !found[3]) return null;
    const [squares, hands] = [readSquares(found[1]), readHands(found[3])];
    if (!squares || !hands) return null;
    const named = found[5];
    return {
      squares,
      hands,
      turn: found[2] === 'b' ? 0 : 1,
      attacker: named === undefined ? null : named === 'black' ? 0 : 1,
      rest: found[4] !== undefined,
    };
  },
  format(setup) {
    const side = setup.turn === 0 ? 'b' : 'w';
    const attacker = attackerOf(setup);
    const named = attacker === usualAttacker(setup) ? '' : ` attacker ${SIDES[attacker]}`;
    const rest = setup.rest ? ' rest' : '';
    return `${writeSquares(setup.squares)} ${side} ${writeHands(setup.hands)} 1${rest}${named}`;
  },
  scene,
  put,
  /** A place in a hand is for pieces of its kind, whichever is chosen. */
  edit(setup, cell, piece) {
    const there = setup.squares[squareIndex(cell)] ?? null;
    return put(setup, cell, there === piece ? null : piece);
  },
  clear: (setup) => ({
    ...setup,
    squares: setup.squares.map(() => null),
    hands: [{}, {}],
    attacker: null,
    rest: false,
  }),
  turn: (setup) => setup.turn,
  withTurn: (setup, turn) => ({ ...setup, turn }),
  extras: [
    {
      name: 'rest',
      legend: 'Missing pieces',
      options: () => [
        { value: '', label: 'Missing pieces left out' },
        { value: 'rest', label: '… in the defender’s hand' },
      ],
      get: (setup) => (setup.rest ? 'rest' : ''),
      set(setup, value) {
        if (value === '') return literal(setup);
        const attacker = attackerOf(setup);
        const hands: [Hand, Hand] = attacker === 0 ? [setup.hands[0], {}] : [{}, setup.hands[1]];
        return { ...setup, hands, rest: true };
      },
    },
    {
      name: 'attacker',
      legend: 'Attacker',
      // Without a king of both, the one without it attacks.
      options: (setup) =>
        has(setup, 'K') && has(setup, 'k')
          ? [
              { value: '0', label: 'Black attacks' },
              { value: '1', label: 'White attacks' },
            ]
          : [],
      get: (setup) => String(attackerOf(setup)),
      set: (setup, value) => ({ ...literal(setup), attacker: value === '0' ? 0 : 1 }),
    },
  ],
  shape,
  play,
  becomes: (move, setup) => action(setup, move)?.piece ?? null,
};
