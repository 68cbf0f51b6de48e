// The server's stream of events, opened again whenever it breaks off.

import type { News, ProgressNews } from './types';

/** What the page hears. After `reset` whatever it knows may be out of date. */
export type FeedMessage =
  | { kind: 'state'; up: boolean }
  | { kind: 'reset' }
  | { kind: 'jobs'; news: News }
  | { kind: 'progress'; news: ProgressNews };

/** The time before the next try, in milliseconds. */
const AGAIN = 2000;

export class FeedConnection {
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private up = false;

  constructor(private readonly tell: (message: FeedMessage) => void) {}

  isOpen(): boolean {
    return this.source !== null;
  }

  isUp(): boolean {
    return this.up;
  }

  open(token: string | null): void {
    this.close();
    const query = token === null ? '' : `?token=${encodeURIComponent(token)}`;
    const source = new EventSource(`/api/events${query}`);
    this.source = source;
    const on = (name: string, message: (data: string) => FeedMessage) =>
      source.addEventListener(name, (event) => this.tell(message((event as MessageEvent<string>).data)));
    source.addEventListener('open', () => this.set(true));
    source.addEventListener('error', () => {
      this.set(false);
      // After a refusal the browser does not try again by itself.
      if (source.readyState === EventSource.CLOSED) this.timer = setTimeout(() => this.open(token), AGAIN);
    });
    on('reset', () => ({ kind: 'reset' }));
    on('jobs', (data) => ({ kind: 'jobs', news: JSON.parse(data) as News }));
    on('progress', (data) => ({ kind: 'progress', news: JSON.parse(data) as ProgressNews }));
  }

  close(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.up = false;
  }

  private set(up: boolean): void {
    this.up = up;
    this.tell({ kind: 'state', up });
  }
}
