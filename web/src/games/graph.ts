// Graphs: their text, edited node by node, and where the nodes are drawn.

import type { Side } from '../types';
import type { Point } from './game';

export interface GraphNode {
  name: string;
  /** Who moves; null at an end. */
  side: Side | null;
  /** What an end is worth to A. */
  value: number | null;
  successors: readonly string[];
}

export interface Graph {
  start: string;
  infinite: number | null;
  nodes: readonly GraphNode[];
}

/** Reads a graph; ignores errors that the server will report, as far as there is something to draw. */
export function parseGraph(text: string): Graph | null {
  let start: string | null = null;
  let infinite: number | null = null;
  const nodes = new Map<string, GraphNode>();
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const comment = line.search(/(^|\s)#/);
    const [name, sign, ...rest] = (comment < 0 ? line : line.slice(0, comment)).trim().split(/\s+/);
    if (!name) continue;
    if (name === 'start') start = sign ?? null;
    else if (name === 'infinite') infinite = Number(sign);
    else if (sign === '=') nodes.set(name, { name, side: null, value: Number(rest[0]), successors: [] });
    else if (sign === 'A' || sign === 'B')
      nodes.set(name, { name, side: sign === 'A' ? 0 : 1, value: null, successors: [...new Set(rest)] });
    else return null;
  }
  if (start === null || !nodes.has(start)) return null;
  return { start, infinite, nodes: [...nodes.values()] };
}

export function formatGraph(graph: Graph): string {
  const lines = [`start ${graph.start}`];
  if (graph.infinite !== null && graph.infinite !== 0) lines.push(`infinite ${graph.infinite}`);
  for (const { name, side, value, successors } of graph.nodes)
    lines.push(
      side === null ? `${name} = ${value ?? 0}` : [name, side === 0 ? 'A' : 'B', ...successors].join(' '),
    );
  return lines.join('\n') + '\n';
}

function changed(graph: Graph, name: string, change: (node: GraphNode) => GraphNode): Graph {
  return { ...graph, nodes: graph.nodes.map((node) => (node.name === name ? change(node) : node)) };
}

export function withStart(graph: Graph, start: string): Graph {
  return { ...graph, start };
}

/** Gives a node to a player, or makes it an end of the given value. */
export function withKind(graph: Graph, name: string, kind: Side | { value: number }): Graph {
  return changed(graph, name, (node) =>
    typeof kind === 'number'
      ? { ...node, side: kind, value: null }
      : { ...node, side: null, value: kind.value, successors: [] },
  );
}

/** Adds a move from one node to another, or takes it away. */
export function withLink(graph: Graph, from: string, to: string): Graph {
  return changed(graph, from, (node) => {
    if (node.side === null) return node;
    const there = node.successors.includes(to);
    return {
      ...node,
      successors: there ? node.successors.filter((name) => name !== to) : [...node.successors, to],
    };
  });
}

/** A graph with one more node, an end worth nothing to either player, and its name. */
export function withNode(graph: Graph): { graph: Graph; name: string } {
  const names = new Set(graph.nodes.map((node) => node.name));
  let number = graph.nodes.length;
  while (names.has(`n${number}`)) number += 1;
  const name = `n${number}`;
  return {
    name,
    graph: { ...graph, nodes: [...graph.nodes, { name, side: null, value: 0, successors: [] }] },
  };
}

/** A graph without a node and the moves to it. */
export function without(graph: Graph, name: string): Graph {
  if (name === graph.start) return graph;
  const nodes = graph.nodes
    .filter((node) => node.name !== name)
    .map((node) => ({ ...node, successors: node.successors.filter((other) => other !== name) }));
  return { ...graph, nodes };
}

/** Where nodes are drawn; `left` counts those that are not, since a drawing of more is not readable. */
export interface GraphLayout {
  places: Map<string, Point>;
  width: number;
  height: number;
  left: number;
}

const ACROSS = 92;
const DOWN = 84;
/** More take seconds to lay out. */
export const MOST_DRAWN = 20_000;
/** So many are laid out at once, and each is drawn with its name. */
export const FEW = 150;
/** A layer of more nodes goes on in the next row. */
const WIDEST = 60;

/**
 * Layers by the distance from `from`; within a layer by the average place of predecessors, a few times back and
 * forth. Nodes that cannot be reached stand in a layer of their own at the end.
 */
export function layoutGraph(graph: Graph, from: string = graph.start): GraphLayout {
  const byName = new Map(graph.nodes.map((node) => [node.name, node]));
  const distance = new Map([[from, 0]]);
  const order = [from];
  for (let at = 0; at < order.length && order.length < MOST_DRAWN; at += 1) {
    const name = order[at] ?? from;
    for (const next of byName.get(name)?.successors ?? []) {
      if (distance.has(next) || !byName.has(next) || order.length >= MOST_DRAWN) continue;
      distance.set(next, (distance.get(name) ?? 0) + 1);
      order.push(next);
    }
  }
  const distances: string[][] = [];
  for (const name of order) (distances[distance.get(name) ?? 0] ??= []).push(name);
  const layers = distances.flatMap((layer) =>
    Array.from({ length: Math.ceil(layer.length / WIDEST) }, (_, row) =>
      layer.slice(row * WIDEST, (row + 1) * WIDEST),
    ),
  );
  const alone = graph.nodes.map((node) => node.name).filter((name) => !distance.has(name));
  const room = Math.max(0, MOST_DRAWN - order.length);
  for (let at = 0; at < Math.min(alone.length, room); at += 8)
    layers.push(alone.slice(at, Math.min(at + 8, room)));

  const neighbours = new Map<string, string[]>();
  const meet = (name: string, other: string) => {
    const known = neighbours.get(name);
    if (known) known.push(other);
    else neighbours.set(name, [other]);
  };
  for (const { name, successors } of graph.nodes)
    for (const next of successors) {
      meet(name, next);
      meet(next, name);
    }
  const place = new Map<string, number>();
  const spread = (layer: string[]) =>
    layer.forEach((name, at) => place.set(name, at - (layer.length - 1) / 2));
  layers.forEach(spread);
  for (let round = 0; round < 4; round += 1)
    for (const layer of round % 2 === 0 ? layers : [...layers].reverse()) {
      const here = new Set(layer);
      const wish = new Map(
        layer.map((name) => {
          const near = (neighbours.get(name) ?? []).filter((other) => place.has(other) && !here.has(other));
          const sum = near.reduce((total, other) => total + (place.get(other) ?? 0), 0);
          return [name, near.length === 0 ? (place.get(name) ?? 0) : sum / near.length];
        }),
      );
      layer.sort((one, other) => (wish.get(one) ?? 0) - (wish.get(other) ?? 0));
      spread(layer);
    }

  const widest = Math.max(...layers.map((layer) => layer.length), 3);
  const places = new Map<string, Point>();
  layers.forEach((layer, depth) => {
    for (const [at, name] of layer.entries()) {
      // Every other node of a layer a little lower: else a move along the layer runs through those between.
      const shift = layer.length > 2 && at % 2 === 1 ? DOWN * 0.22 : 0;
      places.set(name, {
        x: ((widest + 1) / 2 + (at - (layer.length - 1) / 2)) * ACROSS,
        y: (depth + 0.7) * DOWN + shift,
      });
    }
  });
  return {
    places,
    width: (widest + 1) * ACROSS,
    height: (layers.length + 0.5) * DOWN,
    left: graph.nodes.length - places.size,
  };
}
