// The list of jobs as far as it is shown, kept up to date by what the server tells.

import { api, type JobFilter } from './api';
import { listen, type FeedMessage } from './feed.svelte';
import type { JobState, JobSummary } from './types';

/** The jobs of a page of the list. */
export const PAGE = 50;

/** The server sends no more at a time. */
const MOST = 500;

/** How long to wait for further changes before the list is fetched again, in milliseconds. */
const SETTLE = 400;

type Shown = Required<Pick<JobFilter, 'state' | 'game'>>;

export const jobs = $state<{
  list: JobSummary[];
  more: boolean;
  fitting: number;
  states: Partial<Record<JobState, number>>;
  known: boolean;
  filter: Shown;
  trouble: string;
}>({
  list: [],
  more: false,
  fitting: 0,
  states: {},
  known: false,
  filter: { state: '', game: '' },
  trouble: '',
});

let wanted = PAGE;
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

/** Fetches as much of the list as is shown. */
async function fetchJobs(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const number = (asked += 1);
  try {
    const list: JobSummary[] = [];
    let cursor: number | null = null;
    do {
      const page = await api.jobs({
        ...jobs.filter,
        limit: Math.min(wanted - list.length, MOST),
        cursor,
      });
      // Another filter was chosen in the meantime.
      if (number !== asked) return;
      list.push(...page.jobs);
      cursor = page.next;
      Object.assign(jobs, { fitting: page.fitting, states: page.states });
    } while (cursor !== null && list.length < wanted);
    Object.assign(jobs, { list, more: cursor !== null, known: true, trouble: '' });
  } catch (error) {
    if (number === asked) jobs.trouble = error instanceof Error ? error.message : String(error);
  }
}

function fetchSoon(): void {
  timer ??= setTimeout(() => void fetchJobs(), SETTLE);
}

export function showMore(): void {
  wanted += PAGE;
  void fetchJobs();
}

export function choose(filter: Shown): void {
  jobs.filter = filter;
  wanted = PAGE;
  void fetchJobs();
}

function hear(message: FeedMessage): void {
  if (message.kind === 'reset') fetchSoon();
  if (message.kind !== 'jobs') return;
  const { changed, deleted, states } = message.news;
  jobs.states = states;
  let others = deleted.length > 0;
  for (const job of changed) {
    const at = jobs.list.findIndex(({ id }) => id === job.id);
    if (at >= 0) jobs.list[at] = job;
    // It is new, or it is on a page that is not shown, or it did not fit the filter.
    if (at < 0 || jobs.filter.state !== '') others = true;
  }
  if (deleted.length > 0) jobs.list = jobs.list.filter(({ id }) => !deleted.includes(id));
  if (others) fetchSoon();
}

export function followJobs(): void {
  listen(hear);
  void fetchJobs();
}

/** Deletes everything that fits the filter. */
export async function deleteFitting(): Promise<void> {
  const { state, game } = jobs.filter;
  await api.forgetAll({ state: state || 'waiting,running,paused,done,failed', game });
  await fetchJobs();
}
