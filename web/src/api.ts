// Requests to the server. Errors carry the server's sentence and the field that it is about.

import type {
  AlgorithmInfo,
  Changes,
  GameInfo,
  Job,
  JobRequest,
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

/** An address for the browser itself, which sends no headers: event streams and downloads. */
export function address(path: string): string {
  const token = sessionStorage.getItem(TOKEN);
  if (!token) return path;
  return `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = {};
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.authorization = `Bearer ${token}`;
  let content: BodyInit | undefined;
  if (body instanceof Blob) {
    headers['content-type'] = 'application/octet-stream';
    content = body;
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json';
    content = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: content ?? null, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('The server cannot be reached. Is `winproof serve` still running?', null, 0);
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  let message = `The server answered ${response.status} ${response.statusText}`.trim();
  let field: string | null = null;
  try {
    const said = JSON.parse(text) as Partial<Problem>;
    message = said.error ?? message;
    field = said.field ?? null;
  } catch {
    // Not a JSON response of the server: only the status is known.
  }
  throw new ApiError(message, field, response.status);
}

const job = (id: string) => `/api/jobs/${encodeURIComponent(id)}`;

/** A line of moves as a parameter of an address. Some moves of Arimaa have commas in them; then there are semicolons. */
export function lineQuery(line: string[], more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more);
  const commas = line.some((move) => move.includes(','));
  if (line.length > 0) query.set('moves', commas ? line.map((move) => `${move};`).join('') : line.join(','));
  const text = query.toString();
  return text ? `?${text}` : '';
}

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
  jobs: () => request<Job[]>('GET', '/api/jobs'),
  job: (id: string) => request<Job>('GET', job(id)),
  start: (what: JobRequest) => request<Job>('POST', '/api/jobs', what),
  pause: (id: string) => request<Job>('POST', `${job(id)}/pause`, {}),
  stop: (id: string) => request<Job>('POST', `${job(id)}/stop`, {}),
  resume: (id: string, changes: Changes) => request<Job>('POST', `${job(id)}/resume`, changes),
  forget: (id: string) => request<void>('DELETE', job(id)),
  history: (id: string) => request<Progress[]>('GET', `${job(id)}/history`),
  tree: (id: string, line: string[], fresh = false) =>
    request<TreeNode>('GET', `${job(id)}/tree${lineQuery(line, fresh ? { fresh: '1' } : {})}`),
  proof: (id: string, line: string[], which: string) =>
    request<ProofNode>('GET', `${job(id)}/proof${lineQuery(line, which ? { which } : {})}`),
  verify: (file: Blob) => request<Verification>('POST', '/api/verify', file),
  keepProof: (file: Blob) => request<Job>('POST', '/api/proofs', file),
  keepSave: (file: Blob) => request<Job>('POST', '/api/saves', file),
  events: (id: string) => new EventSource(address(`${job(id)}/events`)),
  allEvents: () => new EventSource(address('/api/events')),
  download: (id: string, what: 'certificate' | 'save' | 'position', which = '') =>
    address(`${job(id)}/${what}${which ? `?which=${encodeURIComponent(which)}` : ''}`),
};
