// Requests to the server. Errors carry the server's sentence and the field that it is about.

import { readEvents } from './event-stream';
import { writeLine } from './format';
import type {
  AlgorithmInfo,
  AuditProgress,
  AuditReport,
  Changes,
  GameInfo,
  Job,
  JobList,
  JobRequest,
  JobSummary,
  PositionRequest,
  PositionView,
  Problem,
  Progress,
  ProofNode,
  Status,
  TreeNode,
  Verification,
} from './types';

export class ApiError extends Error {
  constructor(
    message: string,
    readonly field: string | null,
    readonly status: number,
  ) {
    super(message);
  }
}

const TOKEN = 'winproof-token';

/** Stores the token of an address such as `/#token=…`, and removes it from the address. */
export function keepToken(): void {
  const found = /^#token=([^&]+)/.exec(location.hash);
  if (!found?.[1]) return;
  sessionStorage.setItem(TOKEN, decodeURIComponent(found[1]));
  history.replaceState(null, '', location.pathname + '#/');
}

export function setToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

export function token(): string | null {
  return sessionStorage.getItem(TOKEN);
}

/** An address for the browser itself, which sends no headers: event streams and downloads. */
export function address(path: string): string {
  const given = token();
  if (!given) return path;
  return `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(given)}`;
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Response> {
  const given = token();
  if (given) headers.authorization = `Bearer ${given}`;
  let content: BodyInit | undefined;
  if (body instanceof Blob) {
    headers['content-type'] = 'application/octet-stream';
    content = body;
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json';
    content = JSON.stringify(body);
  }
  try {
    return await fetch(path, { method, headers, body: content ?? null, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(UNREACHABLE, null, 0);
  }
}

const UNREACHABLE = 'The server cannot be reached. Is `winproof serve` still running?';

/** Why a request was refused. */
async function refusal(response: Response): Promise<ApiError> {
  const otherwise = `The server answered ${response.status} ${response.statusText}`.trim();
  try {
    const said = (await response.json()) as Partial<Problem>;
    return new ApiError(said.error ?? otherwise, said.field ?? null, response.status);
  } catch {
    // Not a JSON response of the server: only the status is known.
    return new ApiError(otherwise, null, response.status);
  }
}

async function request<T>(...what: Parameters<typeof send>): Promise<T> {
  const response = await send(...what);
  if (response.status === 204) return undefined as T;
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as T;
}

/** Audits a problem, and tells how far that is. */
async function audit(
  what: JobRequest,
  economy: boolean,
  signal: AbortSignal,
  tell: (progress: AuditProgress) => void,
): Promise<AuditReport> {
  const path = `/api/audits${economy ? '?economy=1' : ''}`;
  const response = await send('POST', path, what, signal, { accept: 'text/event-stream' });
  if (!response.ok || !response.body) throw await refusal(response);
  try {
    for await (const { name, data } of readEvents(response.body)) {
      if (name === 'progress') tell(JSON.parse(data) as AuditProgress);
      else if (name === 'audit') return JSON.parse(data) as AuditReport;
      else if (name === 'error') {
        const { error, field } = JSON.parse(data) as Problem;
        throw new ApiError(error, field ?? null, response.status);
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw new ApiError(UNREACHABLE, null, 0);
  }
  throw new ApiError('The server ended before the audit did.', null, 0);
}

/** Which jobs; what is empty is no condition. */
export interface JobFilter {
  state?: string;
  game?: string;
  ids?: string;
}

function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value != null && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : '';
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const job = (id: string) => `/api/jobs/${encodeURIComponent(id)}`;

export const api = {
  status: () => request<Status>('GET', '/api/status'),
  games: () => request<GameInfo[]>('GET', '/api/games'),
  algorithms: () => request<AlgorithmInfo[]>('GET', '/api/algorithms'),
  position: (game: string, position: string, moves: string[] = [], signal?: AbortSignal) =>
    request<PositionView>(
      'POST',
      '/api/position',
      { game, position, moves } satisfies PositionRequest,
      signal,
    ),
  jobs: ({ limit, cursor, ...filter }: JobFilter & { limit?: number; cursor?: number | null }) =>
    request<JobList>('GET', `/api/jobs${query({ ...filter, limit, cursor })}`),
  job: (id: string) => request<Job>('GET', job(id)),
  /** Sends the request once more if the connection breaks; the key makes sure that it makes one job. */
  start: async (what: JobRequest) => {
    const key = newKey();
    const send = () => request<JobSummary>('POST', '/api/jobs', what, undefined, { 'idempotency-key': key });
    try {
      return await send();
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) return send();
      throw error;
    }
  },
  pause: (id: string) => request<JobSummary>('POST', `${job(id)}/pause`, {}),
  stop: (id: string) => request<JobSummary>('POST', `${job(id)}/stop`, {}),
  save: (id: string) => request<JobSummary>('POST', `${job(id)}/save`, {}),
  resume: (id: string, changes: Changes) => request<JobSummary>('POST', `${job(id)}/resume`, changes),
  forget: (id: string) => request<void>('DELETE', job(id)),
  forgetAll: (filter: JobFilter) =>
    request<{ deleted: number }>('DELETE', `/api/jobs${query({ ...filter })}`),
  history: (id: string) => request<Progress[]>('GET', `${job(id)}/history`),
  tree: (id: string, line: string[], fresh = false) =>
    request<TreeNode>('GET', `${job(id)}/tree${query({ moves: writeLine(line), fresh: fresh ? 1 : null })}`),
  proof: (id: string, line: string[], which: string) =>
    request<ProofNode>('GET', `${job(id)}/proof${query({ moves: writeLine(line), which })}`),
  audit,
  verify: (file: Blob) => request<Verification>('POST', '/api/verify', file),
  keepProof: (file: Blob) => request<JobSummary>('POST', '/api/proofs', file),
  keepSave: (file: Blob) => request<JobSummary>('POST', '/api/saves', file),
  download: (id: string, what: 'certificate' | 'save' | 'position', which = '') =>
    address(`${job(id)}/${what}${which ? `?which=${encodeURIComponent(which)}` : ''}`),
};
