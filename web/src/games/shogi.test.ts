import { describe, expect, it } from 'vitest';
import { KANJI } from '../boards/kanji';
import { orient, UPRIGHT } from './orient';
import { shogi, type Setup } from './shogi';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
const MATE = '9/7L1/9/8k/6+R2/9/8N/9/9 b Sr2b4g3s3n3l18p 1';

function read(text: string): Setup {
  const setup = shogi.parse(text, {});
  if (!setup) throw new Error(`${text} was not read`);
  return setup;
}

describe('positions of shogi', () => {
  it.each([
    START,
    MATE,
    'l4kgs1/4g3l/p1ppppnpp/6R2/9/2P6/PP1PPPP1P/2G6/LNSK1G1NL b BSNrbs2p 1',
    '8k/6G2/9/8P/9/9/9/9/9 w rb2g 1',
    '8k/9/9/9/9/9/9/9/K8 b - 1 attacker white',
    '8k/8g/8G/7L1/9/9/9/9/9 b - 1 rest',
  ])('%s is written as it was read', (text) => {
    expect(shogi.format(read(text))).toBe(text);
  });

  it.each([
    'start',
    '8k/9/9/9/9/9/9/9 b - 1',
    '9k/9/9/9/9/9/9/9/9 b - 1',
    '8+k/9/9/9/9/9/9/9/9 b - 1',
    '8k/9/9/9/9/9/9/9/9 b K 1',
    '8k/9/9/9/9/9/9/9/9 b 3 1',
    '8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b',
  ])('%s is left to the server', (text) => {
    expect(shogi.parse(text, {})).toBeNull();
  });

  it('show hands, empty places of them only while they are edited', () => {
    const places = (editing: boolean) =>
      shogi.scene(read(MATE), editing).cells.filter(({ count }) => count !== undefined);
    expect(places(false)).toHaveLength(8);
    expect(places(true)).toHaveLength(14);
    const pawns = places(false).find(({ id }) => id === 'p*');
    expect(pawns?.count).toBe(18);
    expect(pawns?.name).toBe('in White’s hand: 18 pawn');
  });

  it('show the rest in the hand of the defender', () => {
    const scene = shogi.scene(read('8k/8g/8G/7L1/9/9/9/9/9 b 2S rest'), false);
    const counts = Object.fromEntries(
      scene.cells.filter(({ count }) => count !== undefined).map(({ id, count }) => [id, count]),
    );
    expect(counts).toEqual({ 'S*': 2, 'r*': 2, 'b*': 2, 'g*': 2, 's*': 2, 'n*': 4, 'l*': 3, 'p*': 18 });
  });

  it('have a drawing for every piece', () => {
    for (const { id } of shogi.pieces) expect(KANJI[id.toUpperCase()]).toBeTruthy();
  });

  it('turn their pieces with the board', () => {
    const scene = shogi.scene(read(START), false);
    const facing = (turns: number, flipped: boolean) =>
      ((orient(scene, { ...UPRIGHT, turns, flipped }).facing ?? 0) + 360) % 360;
    expect([0, 1, 2, 3].map((turns) => facing(turns, false))).toEqual([0, 90, 180, 270]);
    expect([0, 1, 2, 3].map((turns) => facing(turns, true))).toEqual([0, 270, 180, 90]);
  });
});

describe('the editor of shogi', () => {
  const edited = (text: string, cell: string, piece: string | null) =>
    shogi.format(shogi.edit?.(read(text), cell, piece) ?? read(text));

  it('puts pieces on squares and takes them away', () => {
    expect(edited(START, '5e', '+P')).toBe(START.replace('/9/9/9/', '/9/4+P4/9/'));
    expect(edited('8k/9/9/9/9/9/9/9/9 b - 1', '5e', 'G')).toBe('8k/9/9/9/4G4/9/9/9/9 b - 1');
    expect(edited('8k/9/9/9/4G4/9/9/9/9 b - 1', '5e', 'G')).toBe('8k/9/9/9/9/9/9/9/9 b - 1');
    expect(edited('8k/9/9/9/4G4/9/9/9/9 b - 1', '5e', null)).toBe('8k/9/9/9/9/9/9/9/9 b - 1');
  });

  it('moves a king instead of adding one', () => {
    expect(edited('8k/9/9/9/9/9/9/9/9 b - 1', '9i', 'k')).toBe('9/9/9/9/9/9/9/9/k8 b - 1');
  });

  it('takes what it needs from a hand when none is left', () => {
    expect(edited('8k/9/9/9/9/9/9/9/9 b R2g2Gr 1', '5e', 'R')).toBe('8k/9/9/9/4R4/9/9/9/9 b R2G2g 1');
    expect(edited('8k/9/9/9/9/9/9/9/9 b 2R 1', '5e', 'R')).toBe('8k/9/9/9/4R4/9/9/9/9 b R 1');
  });

  it('fills and empties hands', () => {
    const bare = '8k/9/9/9/9/9/9/9/9 b - 1';
    expect(edited(bare, 'G*', 'P')).toBe('8k/9/9/9/9/9/9/9/9 b G 1');
    expect(edited('8k/9/9/9/9/9/9/9/9 b 2Gp 1', 'G*', null)).toBe('8k/9/9/9/9/9/9/9/9 b Gp 1');
    expect(edited('8k/9/9/9/9/9/9/9/9 b 2R 1', 'R*', 'P')).toBe('8k/9/9/9/9/9/9/9/9 b 2R 1');
    expect(edited('8k/9/9/9/9/9/9/9/9 b 2R 1', 'r*', 'P')).toBe('8k/9/9/9/9/9/9/9/9 b Rr 1');
  });

  it('gives the rest to the defender, and says what that is when it is changed', () => {
    const [rest, attacker] = shogi.extras ?? [];
    if (!rest || !attacker) throw new Error('nothing to choose');
    const bare = read('8k/8g/8G/7L1/9/9/9/9/9 b Gr 1');
    const chosen = rest.set(bare, 'rest');
    expect(shogi.format(chosen)).toBe('8k/8g/8G/7L1/9/9/9/9/9 b G 1 rest');
    expect(shogi.format(rest.set(chosen, ''))).toBe('8k/8g/8G/7L1/9/9/9/9/9 b G2r2bg4s4n3l18p 1');
    expect(shogi.format(shogi.edit?.(chosen, 'r*', null) ?? chosen)).toBe(
      '8k/8g/8G/7L1/9/9/9/9/9 b Gr2bg4s4n3l18p 1',
    );
    expect(attacker.options(bare)).toEqual([]);
  });

  it('lets the attacker be chosen where both have kings', () => {
    const attacker = shogi.extras?.[1];
    const both = read('8k/9/9/9/9/9/9/9/K8 b - 1');
    expect(attacker?.options(both)).toHaveLength(2);
    expect(shogi.format(attacker?.set(both, '1') ?? both)).toBe('8k/9/9/9/9/9/9/9/K8 b - 1 attacker white');
    expect(shogi.format(attacker?.set(both, '0') ?? both)).toBe('8k/9/9/9/9/9/9/9/K8 b - 1');
  });
});

describe('moves of shogi', () => {
  it('slide, or come from a hand', () => {
    const setup = read(MATE);
    expect(shogi.shape('3e1e', setup)).toEqual({ clicks: ['3e', '1e'], marks: [], arrows: [['3e', '1e']] });
    expect(shogi.shape('S*2e', setup)).toEqual({ clicks: ['S*', '2e'], marks: ['2e'], arrows: [] });
    expect(shogi.shape('9a9b', setup).clicks).toEqual([]);
    expect(shogi.shape('resign', setup).clicks).toEqual([]);
  });

  it('promote, capture and drop', () => {
    const after = (text: string, move: string) => shogi.format(shogi.play?.(read(text), move) ?? read(text));
    expect(after('8k/8p/8R/9/9/9/9/9/9 b - 1', '1c1b+')).toBe('8k/8+R/9/9/9/9/9/9/9 w P 1');
    expect(after('8k/8+p/8R/9/9/9/9/9/9 b - 1', '1c1b')).toBe('8k/8R/9/9/9/9/9/9/9 w P 1');
    expect(after('8k/9/8P/9/9/9/9/9/9 b 2G 1', 'G*1b')).toBe('8k/8G/8P/9/9/9/9/9/9 w G 1');
    expect(after('8k/8G/8P/9/9/9/9/9/9 w G 1', '1a1b')).toBe('9/8k/8P/9/9/9/9/9/9 b Gg 1');
    expect(shogi.becomes?.('1c1b+', read('8k/8p/8R/9/9/9/9/9/9 b - 1'))).toBe('+R');
    expect(shogi.becomes?.('G*1b', read('8k/9/8P/9/9/9/9/9/9 b 2G 1'))).toBe('G');
  });
});
