// Numbers, sizes, times and words as people read them.

import type { Count, Job, JobSummary, PlyBounds, Progress, Values } from './types';

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** 1234567 → `1,234,567`. */
export function whole(value: number | null | undefined): string {
  return value == null ? '–' : grouped.format(value);
}

/** 1234567 → `1.23 M`; what has up to four digits stays as it is. */
export function short(value: number | null | undefined): string {
  if (value == null) return '–';
  if (Math.abs(value) < 10_000) return grouped.format(value);
  for (const [limit, sign] of [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (Math.abs(value) >= limit) return `${(value / limit).toPrecision(3)} ${sign}`;
  }
  return grouped.format(value);
}

/** A proof or disproof number. */
export function count(value: Count | undefined): string {
  if (value === 'inf') return '∞';
  return short(value);
}

export function bytes(value: number | null | undefined): string {
  if (value == null) return '–';
  let rest = value;
  for (const unit of ['B', 'KiB', 'MiB']) {
    if (rest < 1024) return `${rest < 10 && unit !== 'B' ? rest.toFixed(1) : Math.round(rest)} ${unit}`;
    rest /= 1024;
  }
  return `${rest < 10 ? rest.toFixed(1) : Math.round(rest)} GiB`;
}

export function seconds(value: number | null | undefined): string {
  if (value == null) return '–';
  if (value < 0.001) return `${Math.round(value * 1e6)} µs`;
  if (value < 1) return `${Math.round(value * 1000)} ms`;
  if (value < 60) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(value / 60);
  const rest = Math.floor(value % 60);
  if (minutes < 60) return `${minutes} min${rest === 0 ? '' : ` ${rest} s`}`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
}

const UNITS: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };

/** `256M`, `1.5 GiB` or a plain number as bytes, as on the command line; null if it is none of them. */
export function readBytes(text: string): number | null {
  const found = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*$/i.exec(text);
  if (!found) return null;
  return Math.floor(Number(found[1]) * (UNITS[(found[2] ?? '').toLowerCase()] ?? 1));
}

/** `1000000`, `1e6`, `1,000,000`, `5M` or `200k` as a count; null if it is none of them. */
export function readCount(text: string): number | null {
  const found = /^\s*(\d[\d,_ ]*(?:\.\d+)?(?:e\d+)?)\s*([kmg]?)\s*$/i.exec(text);
  if (!found) return null;
  const scale = { '': 1, k: 1e3, m: 1e6, g: 1e9 }[(found[2] ?? '').toLowerCase()] ?? 1;
  const value = Number((found[1] ?? '').replace(/[,_ ]/g, '')) * scale;
  return Number.isSafeInteger(value) ? value : null;
}

/** `hex:size=5,swap=on` as its name and its parameters. */
export function readGame(text: string): { name: string; parameters: Values } {
  const colon = text.indexOf(':');
  if (colon < 0) return { name: text, parameters: {} };
  const parameters: Values = {};
  for (const part of text.slice(colon + 1).split(',')) {
    const sign = part.indexOf('=');
    if (sign > 0) parameters[part.slice(0, sign).trim()] = part.slice(sign + 1).trim();
  }
  return { name: text.slice(0, colon), parameters };
}

/** Settings as in an address or a label: `epsilon=0.25,init=game`. */
export function writeSettings(settings: Values): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

export function readSettings(text: string): Values {
  return readGame(`:${text}`).parameters;
}

export function writeGame(name: string, parameters: Values): string {
  const parts = Object.entries(parameters).filter(([, value]) => value.trim() !== '');
  return parts.length === 0 ? name : `${name}:${parts.map(([key, value]) => `${key}=${value}`).join(',')}`;
}

/** A player in a sentence: `the first player` where the name is no more than a number. */
export function player(name: string): string {
  return name === 'first' || name === 'second' ? `the ${name} player` : name;
}

/** A line of moves as one text. Some moves of Arimaa have commas in them; then there are semicolons. */
export function writeLine(line: readonly string[]): string {
  const commas = line.some((move) => move.includes(','));
  return commas ? line.map((move) => `${move};`).join('') : line.join(',');
}

export function readLine(text: string): string[] {
  return text
    .split(text.includes(';') ? ';' : ',')
    .map((move) => move.trim())
    .filter((move) => move !== '');
}

/** What is to be forced, in words: `a win within 7 plies`. */
function aim(ask: string): string {
  const [, target = ask, number] = /^(.+?)(?: within (\d+)| shortest)$/.exec(ask) ?? [];
  const what =
    target === 'win' ? 'a win' : target === 'draw' ? 'at least a draw' : target.replace('>=', 'at least ');
  return number === undefined ? what : `${what} within ${plies(Number(number))}`;
}

/** A number of plies; in some games they are turns. */
export function plies(count: number, ply = 'ply'): string {
  const many = ply === 'ply' ? 'plies' : `${ply}s`;
  return `${whole(count)} ${count === 1 ? ply : many}`;
}

/** What is known about the least number of plies while it is looked for. */
export function bounds({ not_within, within, asking }: PlyBounds, ply = 'ply'): string {
  const parts = [];
  if (not_within !== null) parts.push(`not within ${plies(not_within, ply)}`);
  if (within !== null) parts.push(`within ${plies(within, ply)}`);
  parts.push(`asking about ${whole(asking)}`);
  return parts.join(', ');
}

/** The question as a sentence. */
export function question(who: string, ask: string): string {
  const attacker = player(who);
  if (ask === 'grundy') return 'What is the Grundy value of the position?';
  if (ask === 'value') return `What is the position worth to ${attacker}?`;
  if (ask.endsWith(' shortest')) return `How fast can ${attacker} force ${aim(ask)}?`;
  return `Can ${attacker} force ${aim(ask)}?`;
}

const STOPS: Record<string, string> = {
  nodes: 'the limit of nodes was reached',
  time: 'the time was over',
  memory: 'the memory was full',
  interrupted: 'it was stopped',
};

/** What has been found, in a sentence; null as long as there is nothing to say. */
export function finding(job: Job): { tone: 'proved' | 'disproved' | 'unknown'; text: string } | null {
  const report = job.report;
  if (!report) return null;
  const attacker = player(job.attacker);
  const { ask } = job;
  if (report.verdict === 'unknown') {
    const why = report.stop ? (STOPS[report.stop] ?? report.stop) : 'nothing was found';
    return { tone: 'unknown', text: `Not known: ${why}.` };
  }
  if (ask === 'grundy') return { tone: 'proved', text: `The Grundy value is ${report.value ?? 0}.` };
  if (ask === 'value' || report.value != null) {
    const value = report.value ?? 0;
    const sign = value > 0 ? `+${value}` : `${value}`;
    return {
      tone: value < 0 ? 'disproved' : 'proved',
      text: `The position is worth ${sign} to ${attacker}.`,
    };
  }
  const can = report.verdict === 'proved' ? 'can' : 'cannot';
  const what = report.plies == null ? ask : `${ask.replace(/ shortest$/, '')} within ${report.plies}`;
  const fewer = report.plies == null || report.not_within == null ? '' : ', and not faster';
  const text = `${attacker} ${can} force ${aim(what)}${fewer}.`;
  return { tone: report.verdict === 'proved' ? 'proved' : 'disproved', text };
}

/** The state of a job, with its verdict if it has one. */
export function stateWords(job: Pick<JobSummary, 'state' | 'place' | 'result'>): string {
  if (job.state === 'waiting') return job.place ? `waiting, ${job.place}` : 'waiting';
  if (job.state !== 'done') return job.state;
  const verdict = job.result?.verdict;
  return verdict === undefined ? 'done' : verdict === 'unknown' ? 'not known' : verdict;
}

/** What a job is doing after its verdict. */
export function doing(progress: Progress | null): string {
  if (progress?.phase === 'checking' && progress.checked) {
    const [checked, records] = progress.checked;
    return `checking the certificate, ${short(checked)} of ${short(records)} records`;
  }
  if (progress?.phase === 'certifying')
    return `making the certificate, ${short(progress.certificate_steps)} steps so far`;
  return 'looking at the moves';
}

/** The move to play, in a sentence; what is only likely to be good is named as such. */
export function advice(job: Job): string {
  const { report } = job;
  if (report?.move) return `Best move: ${report.move}.`;
  if (report?.promising_move) return `Most promising move so far, not proved: ${report.promising_move}.`;
  return '';
}

const LINE_ENDS: Record<string, string> = {
  'game-over': 'to the end of the game',
  repetition: 'to the first repetition',
  open: 'as far as it is known',
};

/** How far a line goes. */
export function lineEnd(end: string | null | undefined): string {
  return end ? (LINE_ENDS[end] ?? '') : '';
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A time of day, with the date if it is not today's. */
export function moment(unix: number, now = Date.now()): string {
  const date = new Date(unix * 1000);
  const today = new Date(now).toDateString() === date.toDateString();
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return today ? time : `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
}
