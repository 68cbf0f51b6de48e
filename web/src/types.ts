// What the server sends, by the names that the page uses. The types are made from the server's own, through
// the description at /api: see `generated/`.

import type { components } from './generated/openapi';

type Schemas = components['schemas'];

export type AlgorithmInfo = Schemas['Algorithm'];
export type AuditMove = Schemas['OtherMove'];
export type AuditProgress = Schemas['AuditProgress'];
export type AuditReport = Schemas['Audit'];
export type AuditTurn = Schemas['SolutionTurn'];
export type GameInfo = Schemas['Game'];
export type Job = Schemas['Job'];
export type JobRequest = Schemas['JobRequest'];
export type JobList = Schemas['JobList'];
export type JobState = Schemas['JobState'];
export type JobSummary = Schemas['JobSummary'];
export type News = Schemas['News'];
export type Changes = Schemas['Changes'];
export type MoveReport = Schemas['MoveReport'];
export type Parameter = Schemas['Parameter'];
export type PlyBounds = Schemas['PlyBounds'];
export type PositionRequest = Schemas['PositionRequest'];
export type PositionView = Schemas['Position'];
export type Problem = Schemas['Problem'];
export type Progress = Schemas['Progress'];
export type ProgressNews = Schemas['ProgressNews'];
export type ProofMove = Schemas['ProofMove'];
export type ProofNode = Schemas['ProofNode'];
export type Report = Schemas['Report'];
export type Status = Schemas['Status'];
export type TreeChild = Schemas['Child'];
export type TreeNode = Schemas['Node'];
export type Verdict = Schemas['Verdict'];
export type Verification = Schemas['Checked'];

/** A proof number, or nothing where none is known. */
export type Count = Schemas['ProofNumber'] | null;

/** The first or the second player. */
export type Side = 0 | 1;

/** Values of parameters by name, as the page's fields hold them. */
export type Values = Record<string, string>;
