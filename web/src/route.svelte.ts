// Where we are, kept in the fragment of the address so that a reload comes back: #/jobs/ID/tree, #/compare/ID,ID.

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(): string[] {
  return location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(unescaped);
}

export const route = $state({ parts: read() });

addEventListener('hashchange', () => {
  route.parts = read();
});

export function link(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

export function go(...parts: string[]): void {
  location.hash = link(...parts);
}
