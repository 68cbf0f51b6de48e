// The list of jobs, which the server sends whenever a state or the queue changes.

import { api } from './api';
import type { Job } from './types';

export const jobs = $state<{ list: Job[]; known: boolean }>({ list: [], known: false });

let source: EventSource | null = null;

function listen(): void {
  source?.close();
  source = null;
  // A hidden page closes its connection: a browser has only six for a server, for all pages together.
  if (document.hidden) return;
  source = api.allEvents();
  source.addEventListener('jobs', (event) => {
    jobs.list = JSON.parse((event as MessageEvent<string>).data) as Job[];
    jobs.known = true;
  });
}

export function followJobs(): void {
  document.addEventListener('visibilitychange', listen);
  listen();
  // A stream that breaks off is opened again by the browser; the list is asked for once in any case, so that it
  // is there before the first change.
  api.jobs().then(
    (list) => {
      jobs.list = list;
      jobs.known = true;
    },
    () => undefined,
  );
}

/** Puts a job into the list without waiting for the server to send it. */
export function note(job: Job): void {
  const at = jobs.list.findIndex(({ id }) => id === job.id);
  if (at < 0) jobs.list.unshift(job);
  else jobs.list[at] = job;
}
