// What the server sends, as the description at /api has it.

export type Side = 0 | 1;
export type Count = number | 'inf' | null;
export type Verdict = 'proved' | 'disproved' | 'unknown';
export type Values = Record<string, string>;

export interface Parameter {
  name: string;
  kind: 'integer' | 'real' | 'choice';
  default: number | string;
  min: number | null;
  max: number | null;
  options: string[] | null;
  help: string;
}

export interface GameInfo {
  name: string;
  summary: string;
  players: [string, string];
  draws: boolean;
  position: string;
  multiline: boolean;
  auto: string[];
  parameters: Parameter[];
  examples: { label: string; position: string }[];
}

export interface AlgorithmInfo {
  name: string;
  summary: string;
  source: string;
  auto: string[];
  parameters: Parameter[];
}

export interface Status {
  version: string;
  threads: number;
  memory: number;
  job_memory: number;
  job_seconds: number | null;
  request_bytes: number;
  running: number;
  waiting: number;
  memory_in_use: number;
}

export interface Outcome {
  value: number;
  text: string;
}

export interface PositionView {
  game: string;
  position: string;
  drawing: string;
  mover: string;
  moves: string[];
  outcome: Outcome | null;
}

export type JobState = 'waiting' | 'running' | 'paused' | 'done' | 'failed';

export interface Progress {
  seconds: number;
  nodes: number;
  generated: number;
  iterations: number;
  leaf_nodes: number;
  pn: Count;
  dn: Count;
  memory: number;
  entries: number;
  nodes_per_second: number;
  line: string[] | null;
  phase: 'searching' | 'certifying';
}

export interface Report {
  verdict: Verdict;
  stop: string | null;
  value: number | null;
  move: string | null;
  line: string[] | null;
  algorithm: string;
  nodes: number;
  generated: number;
  iterations: number;
  seconds: number;
  certify_seconds: number | null;
  memory_bytes: number;
  table_entries: number;
  pn: Count;
  dn: Count;
  certified: boolean | null;
  error: string | null;
  leaf_nodes?: number;
}

export interface Job {
  id: string;
  label: string;
  created: number;
  state: JobState;
  place: number | null;
  game: string;
  position: string;
  attacker: string;
  mover: string;
  ask: string;
  algorithm: string;
  settings: Values;
  nodes_limit: number | null;
  time_limit: number | null;
  memory_limit: number | null;
  seed: number;
  certify: boolean;
  progress: Progress | null;
  report: Report | null;
  has_tree: boolean;
  has_certificate: boolean;
  certificates: string[];
  error: string | null;
}

/** What a new job asks for; a resumed one may change the last five. */
export interface JobRequest {
  game: string;
  position: string;
  attacker: string;
  ask: string;
  algorithm: string;
  settings: Values;
  nodes: number | null;
  time: number | null;
  memory: number | null;
  seed: number;
  certify: boolean;
  label: string;
}

export interface TreeChild {
  /** Who moves there; left out where the server does not know without looking. */
  role?: 'or' | 'and';
  move: string;
  pn: Count;
  dn: Count;
  effort: number | null;
  verdict: Verdict;
  over: boolean;
  best: boolean;
  proving: boolean;
}

export interface TreeNode {
  line: string[];
  position: string;
  mover: string;
  role: 'or' | 'and';
  pn: Count;
  dn: Count;
  effort: number | null;
  verdict: Verdict;
  over: boolean;
  proving: string[];
  children: TreeChild[];
}

export interface ProofMove {
  move: string;
  chosen: boolean;
  longest: boolean;
  rank: number | null;
  covered: boolean;
}

export interface ProofNode {
  line: string[];
  position: string;
  mover: string;
  role: 'or' | 'and';
  outcome: Outcome | null;
  claim: 'move' | 'all' | 'minimax' | 'end' | 'none';
  note: string;
  rank: number | null;
  moves: ProofMove[];
  records: number;
}

export type Verification =
  | {
      accepted: true;
      game: string;
      position: string;
      attacker: string;
      claim: string;
      verdict: Verdict;
      records: number;
      seconds: number;
    }
  | { accepted: false; reason: string };
