import { describe, expect, it } from 'vitest';
import { arimaa, stepsLeft } from './arimaa';
import {
  formatGraph,
  layoutGraph,
  parseGraph,
  withKind,
  withLink,
  withNode,
  without,
  MOST_DRAWN,
} from './graph';
import { cellIndex, cellName } from './grid';
import { hex } from './hex';
import { boardGame } from './index';
import { loa } from './loa';
import { heaps } from './heaps';
import { nim } from './nim';
import { wythoff } from './wythoff';
import { othello } from './othello';
import { tictactoe } from './tictactoe';
import { formatPath, parsePath } from './tree';

// Positions as the server writes them: what is read from them is written again letter by letter.
const CANONICAL: [string, Record<string, string>, string][] = [
  ['othello', {}, '---------------------------OX------XO--------------------------- X'],
  ['othello', { size: '4' }, '-----OX--XO----- O'],
  ['hex', {}, '11/11/11/7x3/11/5o5/11/11/1x9/11/11 o'],
  ['hex', { size: '3' }, '3/1x1/oox x'],
  ['loa', {}, '3o4/8/x1oxx1ox/xxox1o2/3oo3/4o3/8/3xoo2 o'],
  ['loa', { size: '5' }, '1xxx1/o3o/o3o/o3o/1xxx1 x'],
  ['tictactoe', {}, 'X.O/.X./..O'],
  ['connect', {}, '......./......./......./......./...O.../..XX...'],
  ['connect', { width: '4', height: '3' }, '..../.O../.XX.'],
  ['nim', {}, '1,3,5,7'],
  ['nim', {}, '2,0,1 second'],
  ['nim', {}, '0 second'],
  ['wythoff', {}, '3,5'],
  ['wythoff', {}, '0,255,*7 second'],
  ['heaps', {}, '9,7,7'],
  ['heaps', {}, '0 second'],
  ['heaps', {}, '*3'],
  ['heaps', {}, '5,3,*2 second'],
  ['arimaa', {}, 'g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]'],
  ['arimaa', {}, `s [${'r'.padEnd(63)}R] left 2 since [${'r'.padEnd(63)}R]`],
];

describe('positions', () => {
  it.each(CANONICAL)('%s %o %s is written as it was read', (name, parameters, text) => {
    const game = boardGame(name);
    const model = game?.parse(text, parameters);
    expect(model).not.toBeNull();
    expect(game?.format(model)).toBe(text);
    const scene = game?.scene(model, true);
    const names = scene?.cells.map((cell) => cell.id) ?? [];
    expect(new Set(names).size).toBe(names.length);
    for (const cell of scene?.cells ?? []) {
      expect(cell.x > 0 && cell.x < (scene?.width ?? 0)).toBe(true);
      expect(cell.y > 0 && cell.y < (scene?.height ?? 0)).toBe(true);
    }
  });

  it.each([
    ['othello', 'start'],
    ['othello', '--- X'],
    ['othello', 'f5d6c3'],
    ['hex', '3/3/3 x'],
    ['hex', '11/11 x'],
    ['hex', '99/11/11/11/11/11/11/11/11/11/11 x'],
    ['hex', '011/11/11/11/11/11/11/11/11/11/11 z'],
    ['loa', '8/8/8/8/8/8/8/8'],
    ['loa', '9/8/8/8/8/8/8/8 x'],
    ['loa', '8/8/8/8/8/8/8/q7 x'],
    ['tictactoe', 'X.O'],
    ['connect', '4435'],
    ['connect', '..../....'],
    ['nim', '3,,4'],
    ['nim', '3,256'],
    ['nim', '1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1'],
    ['wythoff', '3'],
    ['wythoff', '3,256'],
    ['wythoff', '3,5,2'],
    ['heaps', ''],
    ['heaps', '60,41'],
    ['heaps', '3,*2,4'],
    ['arimaa', 'g [rr]'],
    ['arimaa', `g [${'q'.padEnd(64)}]`],
    ['arimaa', `g [${'r'.padEnd(64)}] left 9`],
    ['arimaa', ''],
  ])('%s leaves %j to the server', (name, text) => {
    expect(boardGame(name)?.parse(text, {})).toBeNull();
  });

  it('knows no other games', () => {
    expect(boardGame('chess')).toBeNull();
    expect(boardGame('toString')).toBeNull();
  });
});

describe('cells', () => {
  it('count rows from the top or from the bottom', () => {
    expect(cellName({ size: 8 }, 0, 'top')).toBe('a1');
    expect(cellName({ size: 8 }, 0, 'bottom')).toBe('a8');
    for (const one of ['top', 'bottom'] as const)
      for (let index = 0; index < 169; index += 1)
        expect(cellIndex({ size: 13 }, cellName({ size: 13 }, index, one), one)).toBe(index);
    expect(cellIndex({ size: 8 }, 'a9', 'top')).toBe(-1);
    expect(cellIndex({ size: 8 }, 'i1', 'top')).toBe(-1);
    expect(cellIndex({ size: 8 }, 'pass', 'top')).toBe(-1);
  });

  it('take pieces', () => {
    const board = hex.parse('3/3/3 x', { size: '3' });
    expect(board).not.toBeNull();
    if (!board) return;
    const placed = hex.put(board, 'b3', 'o');
    expect(hex.format(placed)).toBe('3/3/1o1 x');
    expect(hex.format(hex.put(placed, 'b3', null))).toBe('3/3/3 x');
    expect(hex.format(hex.clear(placed))).toBe('3/3/3 x');
    expect(hex.withTurn(placed, 1)?.turn).toBe(1);
  });

  it('of tic-tac-toe tell who is to move', () => {
    const board = tictactoe.parse('.../.../...', {});
    if (!board) throw new Error('no board');
    const crossed = tictactoe.put(board, 'b2', 'X');
    expect(tictactoe.format(crossed)).toBe('.../.X./...');
    expect(tictactoe.turn(crossed)).toBe(1);
    expect(tictactoe.withTurn(crossed, 0)).toBeNull();
  });

  it('of nim grow and shrink heaps', () => {
    const model = nim.parse('3,4', {});
    if (!model) throw new Error('no heaps');
    expect(nim.format(nim.put(model, 'h1:5', '*'))).toBe('5,4');
    expect(nim.format(nim.put(model, 'h2:2', null))).toBe('3,1');
    expect(nim.format(nim.put(model, 'h3:1', '*'))).toBe('3,4,1');
    expect(nim.format(nim.put(model, 'h2:1', null))).toBe('3');
  });

  it('of arimaa forget a turn that has begun when they are changed', () => {
    const turn = arimaa.parse(`s [${'r'.padEnd(64)}] left 2`, {});
    if (!turn) throw new Error('no turn');
    expect(stepsLeft(arimaa.format(turn))).toBe(2);
    expect(arimaa.format(arimaa.put(turn, 'b8', 'E'))).toBe(`s [${'rE'.padEnd(64)}]`);
  });
});

describe('moves', () => {
  const grid = { size: 8, pieces: [], turn: 0 } as const;
  it('name the cells they touch', () => {
    expect(othello.shape('f5', grid).marks).toEqual(['f5']);
    expect(othello.shape('pass', grid).clicks).toEqual([]);
    expect(hex.shape('swap', grid).clicks).toEqual([]);
    expect(hex.shape('k11', grid).clicks).toEqual(['k11']);
    expect(loa.shape('c1c3', grid).arrows).toEqual([['c1', 'c3']]);
    expect(loa.shape('pass', grid).arrows).toEqual([]);
  });

  it('of arimaa are steps, pushes and pulls', () => {
    const turn = { ...grid, rest: '' };
    expect(arimaa.shape('Ra2n', turn).clicks).toEqual(['a2', 'a3']);
    expect(arimaa.shape('rb3e,rc3x,Hb2n', turn).arrows).toEqual([
      ['b3', 'c3'],
      ['b2', 'b3'],
    ]);
    expect(arimaa.shape('pass', turn).clicks).toEqual([]);
  });

  it('of nim take the objects to the right', () => {
    const model = nim.parse('3,4,5', {});
    if (!model || !nim.play) throw new Error('no heaps');
    expect(nim.shape('h2-3', model)).toEqual({
      clicks: ['h2:2'],
      marks: ['h2:2', 'h2:3', 'h2:4'],
      arrows: [],
    });
    expect(nim.format(nim.play(model, 'h2-3'))).toBe('3,1,5 second');
    expect(nim.shape('h9-1', model).clicks).toEqual([]);
  });

  it('of wythoff take from one heap or both', () => {
    const model = wythoff.parse('3,5,*2', {});
    if (!model || !wythoff.play) throw new Error('no heaps');
    expect(wythoff.shape('h2-1', model)).toEqual({ clicks: ['h2:5'], marks: ['h2:5'], arrows: [] });
    expect(wythoff.shape('h1-2,h2-1', model)).toEqual({
      clicks: ['h1:2', 'h2:5'],
      marks: ['h1:2', 'h1:3', 'h2:5'],
      arrows: [],
    });
    expect(wythoff.shape('h3-1', model).clicks).toEqual([]);
    expect(wythoff.format(wythoff.play(model, 'h1-2,h2-1'))).toBe('1,4,*2 second');
    expect(wythoff.format(wythoff.play(model, '*-2'))).toBe('3,5 second');
    expect(wythoff.format(wythoff.put(model, 'h1:4', '*'))).toBe('4,5,*2');
    expect(wythoff.format(wythoff.clear(model))).toBe('0,0');
  });

  it('of heaps take a run of objects', () => {
    const model = heaps.parse('9,5,*2', {});
    if (!model || !heaps.play) throw new Error('no heaps');
    expect(heaps.shape('9-2=3+4', model)).toEqual({
      clicks: ['h1:4', 'h1:5'],
      marks: ['h1:4', 'h1:5'],
      arrows: [],
    });
    expect(heaps.shape('5-1', model).clicks).toEqual(['h2:5', 'h2:5']);
    expect(heaps.shape('9=4+5', model).clicks).toEqual([]);
    expect(heaps.shape('7-1', model).clicks).toEqual([]);
    expect(heaps.format(heaps.play(model, '9-2=3+4'))).toBe('5,4,3,*2 second');
    expect(heaps.format(heaps.play(model, '5-5'))).toBe('9,*2 second');
    expect(heaps.format(heaps.play(model, '*-1'))).toBe('9,5,*1 second');
    expect(heaps.format(heaps.put(model, 'h3:6', '*'))).toBe('9,6,5,*2');
    expect(heaps.format(heaps.put(model, 'h2:1', null))).toBe('9,*2');
  });
});

describe('graphs', () => {
  const text = 'start a\ninfinite 2\na A b c\nb B a low\nc B high a\nlow = -3\nhigh = 7\n';

  it('are written as they were read', () => {
    const graph = parseGraph(text);
    expect(graph && formatGraph(graph)).toBe(text);
  });

  it('may have comments, and need a start', () => {
    expect(parseGraph('# one\nstart a # here\na = 1')?.nodes).toHaveLength(1);
    expect(parseGraph('a = 1')).toBeNull();
    expect(parseGraph('start b\na = 1')).toBeNull();
    expect(parseGraph('start a\na C b')).toBeNull();
    expect(parseGraph('')).toBeNull();
  });

  it('are edited', () => {
    const graph = parseGraph('start a\na A b\nb = 1\n');
    if (!graph) throw new Error('no graph');
    const { graph: more, name } = withNode(graph);
    expect(name).toBe('n2');
    const linked = withLink(withKind(more, 'n2', 1), 'n2', 'a');
    expect(formatGraph(withLink(linked, 'a', 'n2'))).toBe('start a\na A b n2\nb = 1\nn2 B a\n');
    expect(formatGraph(withLink(withLink(linked, 'a', 'n2'), 'a', 'n2'))).toBe(formatGraph(linked));
    expect(formatGraph(without(withLink(linked, 'a', 'n2'), 'n2'))).toBe(formatGraph(graph));
    expect(without(graph, 'a')).toBe(graph);
    expect(withKind(linked, 'n2', { value: -1 }).nodes.at(-1)?.successors).toEqual([]);
  });

  it('have a place for every node, and for no more than can be laid out', () => {
    const graph = parseGraph(text);
    if (!graph) throw new Error('no graph');
    const layout = layoutGraph(graph);
    expect(layout.places.size).toBe(5);
    expect(new Set([...layout.places.values()].map(({ x, y }) => `${x},${y}`)).size).toBe(5);
    const names = Array.from({ length: MOST_DRAWN + 10 }, (_, index) => `n${index}`);
    const large = parseGraph(`start n0\nn0 A ${names.join(' ')}\n${names.slice(1).join(' = 1\n')} = 1\n`);
    if (!large) throw new Error('no graph');
    const drawn = layoutGraph(large);
    expect(drawn.places.size).toBe(MOST_DRAWN);
    expect(drawn.left).toBe(10);
    expect(new Set([...drawn.places.values()].map(({ x, y }) => `${x},${y}`)).size).toBe(MOST_DRAWN);
  });
});

describe('paths', () => {
  it('are written as they were read', () => {
    expect(parsePath('start')).toEqual([]);
    expect(parsePath('/3/0/12')).toEqual([3, 0, 12]);
    expect(formatPath([3, 0, 12])).toBe('/3/0/12');
    expect(formatPath([])).toBe('start');
    expect(parsePath('3/0')).toBeNull();
    expect(parsePath('/a')).toBeNull();
  });
});
