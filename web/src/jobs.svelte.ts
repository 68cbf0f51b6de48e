// The list of jobs as far as it is shown, kept up to date by what the server tells.

import { api, type JobFilter } from './api';
import { listen, type FeedMessage } from './feed.svelte';
import type { JobList, JobState, JobSummary } from './types';

/** The jobs of a page of the list. */
export const PAGE = 50;

/** The server sends no more at a time. */
const MOST = 500;

/** How long to wait for further changes before the list is fetched again, in milliseconds. */
const SETTLE = 400;

type Shown = Required<Pick<JobFilter, 'state' | 'game'>>;

class Jobs {
  // Replaced as a whole, never changed: a thousand rows are not to be followed field by field, and a row whose job is
  // the same object is left alone.
  list = $state.raw<readonly JobSummary[]>([]);
  more = $state(false);
  fitting = $state(0);
  states = $state.raw<Partial<Record<JobState, number>>>({});
  known = $state(false);
  filter = $state.raw<Shown>({ state: '', game: '' });
  trouble = $state('');
}

export const jobs = new Jobs();

let wanted = PAGE;
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

/** The jobs of a new list, as the objects that are shown where they have not changed. */
function kept(list: readonly JobSummary[]): JobSummary[] {
  const shown = new Map(jobs.list.map((job) => [job.id, job]));
  return list.map((job) => {
    const before = shown.get(job.id);
    return before && JSON.stringify(before) === JSON.stringify(job) ? before : job;
  });
}

/** Fetches as much of the list as is shown, or what comes after a place. */
async function fetchJobs(
  after: { list: readonly JobSummary[]; cursor: number } | null = null,
): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const number = (asked += 1);
  try {
    const list = [...(after?.list ?? [])];
    let cursor = after?.cursor ?? null;
    do {
      const page: JobList = await api.jobs({
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
    next = cursor;
    Object.assign(jobs, { list: kept(list), more: cursor !== null, known: true, trouble: '' });
  } catch (error) {
    if (number === asked) jobs.trouble = error instanceof Error ? error.message : String(error);
  }
}

/** Where the list goes on. */
let next: number | null = null;

function fetchSoon(): void {
  timer ??= setTimeout(() => void fetchJobs(), SETTLE);
}

export function showMore(): void {
  wanted = jobs.list.length + PAGE;
  // A list that is to be fetched again is fetched from its beginning.
  void fetchJobs(timer === undefined && next !== null ? { list: jobs.list, cursor: next } : null);
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
  const news = new Map(changed.map((job) => [job.id, job]));
  const gone = new Set(deleted);
  const shown = jobs.list.filter(({ id }) => !gone.has(id));
  const known = new Set(shown.map(({ id }) => id));
  jobs.list = shown.map((job) => news.get(job.id) ?? job);
  // A job is new, or it is on a page that is not shown, or it did not fit the filter.
  const others = deleted.length > 0 || changed.some(({ id }) => jobs.filter.state !== '' || !known.has(id));
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
