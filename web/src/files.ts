// What a file is that somebody drops or chooses: a certificate, a saved search, or positions of a game.

import type { Values } from './types';

export type Kind = 'certificate' | 'save' | 'text';

const startsWith = (bytes: Uint8Array, text: string) =>
  bytes[0] === 0x89 && [...text].every((sign, at) => bytes[at + 1] === sign.charCodeAt(0));

/** By its first bytes, as the program writes them. */
export async function kindOf(file: Blob): Promise<Kind> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (startsWith(start, 'WPS')) return 'save';
  return startsWith(start, 'WPC') ? 'certificate' : 'text';
}

export interface FoundPosition {
  game: string;
  /** Null where the file does not say: the parameters stay as they are. */
  parameters: Values | null;
  position: string;
  label: string;
}

const SGF = /^\s*\(\s*;/;
/** A line of an OBF file: 64 squares and who is to move, then scores of moves. */
const OBF = /^[-.XO*]{64}\s+[XO*]\s*(;|$)/i;

/** Lines that only records of shogi have: diagrams and headings of KIF, moves of KI2, boards of CSA. */
const SHOGI_RECORD = /^(?:\s*\|.*[・玉王]|.*持駒|\s*手合割|\s*手数|\s*[▲△▽▼☗☖]|PI|P1[ +-]|P[+-]\d)/m;
const SFEN = /^(?:position\s+)?(?:sfen\s+)?(?:[1-9KRBGSNLPkrbgsnlp+]+\/){8}[1-9KRBGSNLPkrbgsnlp+]+ [bw] /;

/** The text of a file: in UTF-8 or, as many records of shogi, in Shift JIS. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const japanese = new TextDecoder('shift_jis').decode(bytes);
    return SHOGI_RECORD.test(japanese) ? japanese : new TextDecoder().decode(bytes);
  }
}

const PROPERTY = /([A-Za-z]+)((?:\s*\[(?:\\[\s\S]|[^\]\\])*\])+)/g;

/** The properties of a record in SGF in their order, each with its values. What looks like one in a value is none. */
function properties(record: string): { name: string; values: string[] }[] {
  return [...record.matchAll(PROPERTY)].map(([, name = '', values = '']) => ({
    // Old records have small letters in names.
    name: name.replace(/[a-z]/g, ''),
    values: [...values.matchAll(/\[((?:\\[\s\S]|[^\]\\])*)\]/g)].map(([, value = '']) => value.trim()),
  }));
}

/** The game trees of a collection in SGF; brackets within values do not count. */
function records(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let begin = 0;
  let inValue = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inValue) {
      if (sign === '\\') at += 1;
      else if (sign === ']') inValue = false;
    } else if (sign === '[') inValue = true;
    else if (sign === '(') {
      if (depth === 0) begin = at;
      depth += 1;
    } else if (sign === ')') {
      depth -= 1;
      if (depth === 0) found.push(text.slice(begin, at + 1));
    }
  }
  return found.length > 0 ? found : [text];
}

/** Games by their numbers in SGF. */
const GAMES_OF_SGF: Record<string, string> = { 1: 'tsumego', 2: 'othello', 8: 'shogi', 9: 'loa', 11: 'hex' };

/**
 * The game of a record. One that does not name it shows it by its points: `b2` is of Hex, `bb` of Go. SGF takes a record
 * without either for one of Go; it is one of Hex if that is set up.
 */
function gameOfSgf(found: ReturnType<typeof properties>, game: string): string {
  const number = found.find(({ name }) => name === 'GM')?.values[0];
  // The reader of Hex says which game was expected and which was found.
  if (number !== undefined) return GAMES_OF_SGF[number] ?? 'hex';
  const points = found.flatMap(({ name, values }) => (/^(?:A?[BW])$/.test(name) ? values : []));
  if (points.some((point) => /^[a-z]\d{1,2}$/i.test(point))) return 'hex';
  return points.some((point) => /^[a-z]{2}/i.test(point)) || game !== 'hex' ? 'tsumego' : 'hex';
}

function readSgf(text: string, game: string): FoundPosition[] {
  return records(text).map((record, at): FoundPosition => {
    const found = properties(record);
    const property = (wanted: string) => found.find(({ name }) => name === wanted)?.values[0];
    const of = gameOfSgf(found, game);
    const size = property('SZ') ?? '';
    return {
      game: of,
      // A record of Go has its size in it for the game, too.
      parameters: of !== 'hex' ? {} : /^\d+$/.test(size) ? { size } : null,
      position: record.trim(),
      label: property('GN') || property('EV') || `record ${at + 1}`,
    };
  });
}

/** A link to a board of hexworld.org, as moves: `https://hexworld.org/board/#11c1,a2b10:s`. */
export function readHexWorld(text: string): FoundPosition | null {
  const found = /hexworld\.org\/board\/?#(\d{1,2})[a-z0-9]*,?([a-z0-9,:]*)/i.exec(text);
  if (!found?.[1]) return null;
  const moves = (found[2] ?? '').toLowerCase().match(/[a-z]+\d+/g) ?? [];
  return {
    game: 'hex',
    parameters: { size: found[1] },
    position: moves.length === 0 ? 'start' : moves.join(' '),
    label: 'HexWorld',
  };
}

/** Moves with capital letters, as some programs write them: `A1 B2` is `a1 b2`. */
export function readCapitals(text: string): string {
  return /^\s*(?:[A-Z]\d{1,2}[\s,]*)+$/.test(text) ? text.toLowerCase() : text;
}

/**
 * The positions of a text file. A graph is one position of many lines; other files have one in each line that is
 * not a comment. What does not show its game is of the game that is set up.
 */
export function readPositions(text: string, game: string, multiline: boolean): FoundPosition[] {
  const plain = text.replace(/^\uFEFF/, '');
  if (SGF.test(plain)) return readSgf(plain, game);
  const link = readHexWorld(plain);
  if (link) return [link];
  if (/^\s*(#.*\n\s*)*start\s+\S+\s*$/m.test(plain) && /^\s*\S+\s+([AB]\s|=)/m.test(plain))
    return [{ game: 'graph', parameters: {}, position: plain, label: 'graph' }];
  if (SHOGI_RECORD.test(plain)) return [{ game: 'shogi', parameters: {}, position: plain, label: 'record' }];
  if (multiline) return [{ game, parameters: null, position: plain, label: 'position' }];
  const lines = plain.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const all = (form: RegExp) => lines.length > 0 && lines.every((line) => form.test(line));
  const known = all(OBF) ? 'othello' : all(SFEN) ? 'shogi' : null;
  return lines.map((line, at) => {
    // A label stands behind a tab or a semicolon, as in the files of `winproof batch`.
    const cut = line.includes('\t') ? line.indexOf('\t') : line.indexOf(';');
    const position = (cut < 0 ? line : line.slice(0, cut)).trim();
    const label = cut < 0 ? '' : line.slice(cut + 1).trim();
    return {
      game: known ?? game,
      parameters: known === null ? null : {},
      position: game === 'hex' ? readCapitals(position) : position,
      label: label || `${at + 1}: ${position.slice(0, 60)}`,
    };
  });
}
