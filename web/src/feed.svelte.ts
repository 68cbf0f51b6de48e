// What the server tells without being asked, through one connection for all tabs.

import { token } from './api';
import { FeedConnection, type FeedMessage } from './feed-connection';

export type { FeedMessage } from './feed-connection';

/** Whether the server can be reached; true until something else is known. */
export const feed = $state({ up: true });

const listeners = new Set<(message: FeedMessage) => void>();

function hear(message: FeedMessage): void {
  if (message.kind === 'state') feed.up = message.up;
  listeners.forEach((listener) => listener(message));
}

/** Hears everything from now on. Returns how to stop that. */
export function listen(listener: (message: FeedMessage) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function share(): void {
  const worker = new SharedWorker(new URL('./feed-worker.ts', import.meta.url), {
    type: 'module',
    name: 'winproof-feed',
  });
  const hello = () => worker.port.postMessage({ token: token() });
  worker.port.onmessage = ({ data }: MessageEvent<FeedMessage>) => hear(data);
  hello();
  addEventListener('pagehide', () => worker.port.postMessage('bye'));
  addEventListener('pageshow', (event) => {
    if (event.persisted) hello();
  });
}

/** Where there are no shared workers, as on phones, tabs that are not seen do without the connection. */
function connectWhileSeen(): void {
  const connection = new FeedConnection(hear);
  const look = () => (document.hidden ? connection.close() : connection.open(token()));
  document.addEventListener('visibilitychange', look);
  look();
}

export function followServer(): void {
  if (typeof SharedWorker === 'undefined') connectWhileSeen();
  else share();
}
