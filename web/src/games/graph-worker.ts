// Lays out large graphs beside the page, which stays responsive.

import { layoutGraph, parseGraph, type GraphLayout } from './graph';

export interface LayoutRequest {
  number: number;
  text: string;
  from: string | undefined;
}

export interface LayoutReply {
  number: number;
  layout: GraphLayout | null;
}

addEventListener('message', ({ data: { number, text, from } }: MessageEvent<LayoutRequest>) => {
  const graph = parseGraph(text);
  postMessage({ number, layout: graph && layoutGraph(graph, from) } satisfies LayoutReply);
});
