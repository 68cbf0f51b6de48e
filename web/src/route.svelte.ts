// Where we are, kept in the fragment of the address so that a reload comes back and a link leads there:
// #/?game=hex&position=…, #/jobs/ID/tree?line=…, #/compare/ID,ID.

import { readRoute, writeRoute, type Route } from './route';

export const route = $state<Route>(readRoute(location.hash));

addEventListener('hashchange', () => {
  Object.assign(route, readRoute(location.hash));
});

/** What the view that comes next should know: the problem was just sent. */
export const arriving = { solved: false };

export function link(...parts: string[]): string {
  return writeRoute({ parts, query: {} });
}

export function go(...parts: string[]): void {
  location.hash = link(...parts);
}

export function goWith(query: Record<string, string>, ...parts: string[]): void {
  location.hash = writeRoute({ parts, query });
}

/** Changes the address of the view that is shown, without a step in the browser's history. */
export function amend(query: Record<string, string>): void {
  const hash = writeRoute({ parts: route.parts, query });
  if (hash === location.hash) return;
  history.replaceState(history.state, '', hash);
  route.query = query;
}
