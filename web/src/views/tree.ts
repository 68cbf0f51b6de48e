// The part of a search tree that has been looked at, as rows from top to bottom.

import type { Variation } from '../games/sgf';
import type { Count, TreeChild, TreeNode, Verdict } from '../types';

/** A node that has been asked for. */
export interface Known {
  node: TreeNode | null;
  open: boolean;
  /** How many of its children are shown. */
  shown: number;
  trouble: string;
}

export const STEP = 50;

export interface NodeRow {
  kind: 'node';
  key: string;
  line: string[];
  level: number;
  name: string;
  role: 'or' | 'and';
  pn: Count;
  dn: Count;
  effort: number | null;
  verdict: Verdict;
  over: boolean;
  best: boolean;
  proving: boolean;
  open: boolean;
  trouble: string;
  position: number;
  siblings: number;
}

/** Stands for children that are not shown yet. */
export interface MoreRow {
  kind: 'more';
  key: string;
  parent: string;
  level: number;
  left: number;
}

export type Row = NodeRow | MoreRow;

/** A name for a line that no other line has: moves have no blanks in them. */
export const keyOf = (line: readonly string[]) => line.join(' ');

export function rowsOf(known: ReadonlyMap<string, Known>): Row[] {
  const rows: Row[] = [];
  const root = known.get('');
  if (!root?.node) return rows;
  const { node } = root;
  rows.push({
    kind: 'node',
    key: '',
    line: [],
    level: 1,
    name: 'root',
    role: node.role,
    pn: node.pn,
    dn: node.dn,
    effort: node.effort,
    verdict: node.verdict,
    over: node.over,
    best: false,
    proving: true,
    open: root.open,
    trouble: root.trouble,
    position: 1,
    siblings: 1,
  });
  if (root.open) addChildren(known, rows, [], root, 2, true);
  return rows;
}

function addChildren(
  known: ReadonlyMap<string, Known>,
  rows: Row[],
  line: string[],
  parent: Known,
  level: number,
  onPath: boolean,
): void {
  const children = parent.node?.children ?? [];
  for (const [at, child] of children.slice(0, parent.shown).entries()) {
    const below = [...line, child.move];
    const key = keyOf(below);
    const its = known.get(key);
    const proving = onPath && child.proving;
    rows.push({
      kind: 'node',
      key,
      line: below,
      level,
      name: child.move,
      role: child.role,
      pn: child.pn,
      dn: child.dn,
      effort: child.effort,
      verdict: child.verdict,
      over: child.over,
      best: child.best,
      proving,
      open: its?.open ?? false,
      trouble: its?.trouble ?? '',
      position: at + 1,
      siblings: children.length,
    });
    if (its?.open) addChildren(known, rows, below, its, level + 1, proving);
  }
  if (children.length > parent.shown)
    rows.push({
      kind: 'more',
      key: `${keyOf(line)} …`,
      parent: keyOf(line),
      level,
      left: children.length - parent.shown,
    });
}

/** The open part of a tree as indented text. */
export function treeText(rows: readonly Row[]): string {
  const written = rows.flatMap((row) => {
    if (row.kind === 'more') return [];
    const numbers = row.over ? 'end' : `${row.role} pn ${row.pn ?? '-'} dn ${row.dn ?? '-'}`;
    const verdict = row.verdict === 'unknown' ? '' : ` ${row.verdict}`;
    return [`${'  '.repeat(row.level - 1)}${row.name}  ${numbers}${verdict}\n`];
  });
  return written.join('');
}

/** The open part of a tree as variations. */
export function treeVariations(rows: readonly Row[]): Variation[] {
  interface Branch extends Variation {
    after: Branch[];
  }
  const root: Branch = { move: '', comment: '', after: [] };
  const path = [root];
  for (const row of rows) {
    if (row.kind === 'more' || row.level === 1) continue;
    const comment = row.over ? 'end' : `pn ${row.pn ?? '-'} dn ${row.dn ?? '-'}`;
    const branch: Branch = { move: row.name, comment, after: [] };
    path.length = row.level - 1;
    path.at(-1)?.after.push(branch);
    path.push(branch);
  }
  return root.after;
}

/** How many children have to be shown for one of them to be among them. */
export function reach(children: readonly TreeChild[], move: string, shown: number): number {
  const at = children.findIndex((child) => child.move === move);
  return at < shown ? shown : Math.ceil((at + 1) / STEP) * STEP;
}
