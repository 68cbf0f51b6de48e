// The fragment of an address as a path and a query, and back.

export interface Route {
  parts: string[];
  query: Record<string, string>;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function readRoute(hash: string): Route {
  // The token of a server is no place, and must not get into links.
  if (hash.startsWith('#token=')) return { parts: [], query: {} };
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return {
    parts: path
      .split('/')
      .filter((part) => part !== '')
      .map(unescaped),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Signs that stand for themselves in an address, so that people can read it. */
const READABLE: [RegExp, string][] = [
  [/%2F/g, '/'],
  [/%2C/g, ','],
  [/%3A/g, ':'],
  [/%3B/g, ';'],
  [/%3D/g, '='],
  [/%3E/g, '>'],
];

function escaped(value: string): string {
  return READABLE.reduce((text, [code, sign]) => text.replace(code, sign), encodeURIComponent(value));
}

export function writeRoute({ parts, query }: Route): string {
  const path = `#/${parts.map(encodeURIComponent).join('/')}`;
  const given = Object.entries(query).filter(([, value]) => value !== '');
  if (given.length === 0) return path;
  return `${path}?${given.map(([name, value]) => `${name}=${escaped(value)}`).join('&')}`;
}
