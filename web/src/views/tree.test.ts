import { describe, expect, it } from 'vitest';
import type { TreeChild, TreeNode } from '../types';
import { reach, rowsOf, STEP, type Known } from './tree';

function child(move: string, more: Partial<TreeChild> = {}): TreeChild {
  return {
    move,
    role: 'and',
    pn: 1,
    dn: 1,
    effort: 1,
    verdict: 'unknown',
    over: false,
    best: false,
    proving: false,
    ...more,
  };
}

function node(line: string[], children: TreeChild[]): TreeNode {
  return {
    line,
    position: '',
    drawing: '',
    mover: 'black',
    role: line.length % 2 === 0 ? 'or' : 'and',
    pn: 1,
    dn: 1,
    effort: 1,
    verdict: 'unknown',
    over: false,
    proving: [],
    children,
  };
}

const known = (it: TreeNode, open = true, shown = STEP): Known => ({ node: it, open, shown, trouble: '' });

describe('the rows of a tree', () => {
  it('are those of open nodes, in order', () => {
    const tree = new Map([
      ['', known(node([], [child('a'), child('b', { proving: true })]))],
      ['b', known(node(['b'], [child('c', { role: 'or', proving: true })]))],
      ['a', known(node(['a'], [child('x', { proving: true })]), false)],
    ]);
    const rows = rowsOf(tree);
    expect(rows.map((row) => row.key)).toEqual(['', 'a', 'b', 'b c']);
    expect(rows.map((row) => row.level)).toEqual([1, 2, 2, 3]);
    expect(rows.map((row) => row.kind === 'node' && row.role)).toEqual(['or', 'and', 'and', 'or']);
  });

  it('mark the most-proving path only where it leads from the root', () => {
    const tree = new Map([
      ['', known(node([], [child('a'), child('b', { proving: true })]))],
      ['a', known(node(['a'], [child('x', { proving: true })]))],
    ]);
    const marked = rowsOf(tree).filter((row) => row.kind === 'node' && row.proving);
    expect(marked.map((row) => row.key)).toEqual(['', 'b']);
  });

  it('are never more than have been asked for', () => {
    const many = Array.from({ length: 500 }, (_, at) => child(`m${at}`));
    const rows = rowsOf(new Map([['', known(node([], many))]]));
    expect(rows).toHaveLength(1 + STEP + 1);
    expect(rows.at(-1)).toMatchObject({ kind: 'more', left: 450, parent: '' });
    expect(reach(many, 'm3', STEP)).toBe(STEP);
    expect(reach(many, 'm120', STEP)).toBe(150);
  });

  it('are none before there is a root', () => {
    expect(rowsOf(new Map())).toEqual([]);
  });
});
