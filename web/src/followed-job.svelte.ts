// A job that a view shows: fetched, and fetched again whenever the server tells that it has changed.

import { api, ApiError } from './api';
import { listen } from './feed.svelte';
import type { Job, JobSummary, Progress } from './types';

/** More points than can be distinguished. */
const MOST_POINTS = 1200;

export class FollowedJob {
  job = $state.raw<Job | null>(null);
  history = $state.raw<Progress[]>([]);
  trouble = $state('');
  /** The job was deleted, here or elsewhere. */
  gone = $state(false);

  private fetching = false;
  private stale = false;

  constructor(private readonly id: string) {}

  /** Follows the job until the function that is returned is called. */
  follow(): () => void {
    void this.fetch();
    // Its place in the queue changes with other jobs.
    const places = setInterval(() => this.job?.state === 'waiting' && void this.fetch(), 2000);
    const deaf = listen((message) => {
      if (message.kind === 'reset') void this.fetch();
      else if (message.kind === 'jobs') {
        if (message.news.deleted.includes(this.id)) this.gone = true;
        else if (message.news.changed.some((changed) => changed.id === this.id)) void this.fetch();
      } else if (message.kind === 'progress' && message.news.id === this.id) {
        this.add(message.news.progress);
        if (this.job) this.job = { ...this.job, progress: message.news.progress };
      }
    });
    return () => {
      clearInterval(places);
      deaf();
    };
  }

  /** Changes the job, and shows what became of it. */
  async act(what: () => Promise<JobSummary>): Promise<void> {
    this.trouble = '';
    try {
      const changed = await what();
      if (this.job) this.job = { ...this.job, ...changed };
      await this.fetch();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  // What is fetched while something else is being fetched is fetched once more after that: the last answer is the
  // newest.
  private async fetch(): Promise<void> {
    if (this.fetching) {
      this.stale = true;
      return;
    }
    this.fetching = true;
    try {
      do {
        this.stale = false;
        this.job = await api.job(this.id);
        if (this.job.progress) this.add(this.job.progress);
        this.gone = false;
        this.trouble = '';
        if (this.job.state !== 'waiting') await this.fetchHistory();
      } while (this.stale);
    } catch (error) {
      this.gone = error instanceof ApiError && error.status === 404;
      this.trouble = error instanceof Error ? error.message : String(error);
    } finally {
      this.fetching = false;
    }
  }

  private async fetchHistory(): Promise<void> {
    try {
      const told = await api.history(this.id);
      if (told.length >= this.history.length) this.history = told;
    } catch {
      // The charts start with the next progress.
    }
  }

  private add(progress: Progress): void {
    const last = this.history.at(-1);
    if (last && progress.seconds <= last.seconds && progress.nodes <= last.nodes) return;
    const thin = this.history.length > MOST_POINTS;
    this.history = [...(thin ? this.history.filter((_, at) => at % 2 === 0) : this.history), progress];
  }
}
