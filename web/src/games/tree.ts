// Random trees: a node is a path of child numbers from the root, as in `/3/0/12`; the root is `start`.

export function parsePath(text: string): number[] | null {
  const trimmed = text.trim();
  if (trimmed === 'start') return [];
  if (!/^(\/\d+)+$/.test(trimmed)) return null;
  return trimmed.slice(1).split('/').map(Number);
}

export function formatPath(path: readonly number[]): string {
  return path.length === 0 ? 'start' : path.map((child) => `/${child}`).join('');
}
