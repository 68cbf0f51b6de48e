// Text is readable: every colour of text has a contrast of at least 4.5 on the grounds that it stands on.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./app.css', import.meta.url), 'utf8');

function colours(theme: string): Map<string, string> {
  const block = new RegExp(`data-theme='${theme}'\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const PAIRS = [
  ...['text', 'muted', 'accent', 'proved', 'disproved', 'unknown', 'pn', 'dn'].flatMap((text) =>
    ['ground', 'surface'].map((ground) => [text, ground]),
  ),
  ['text', 'raised'],
  ['text', 'chosen'],
  ['muted', 'raised'],
  ['text', 'accent-soft'],
  ['muted', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['proved', 'accent-soft'],
  ['disproved', 'accent-soft'],
  ['on-accent', 'accent'],
  ['proved', 'proved-soft'],
  ['disproved', 'disproved-soft'],
  ['unknown', 'unknown-soft'],
  ['text', 'unknown-soft'],
  ['wood-ink', 'wood'],
  ['wood-red', 'wood'],
];

describe.each(['light', 'dark'])('%s colours', (theme) => {
  const names = colours(theme);

  it.each(PAIRS)('%s on %s', (text = '', ground = '') => {
    expect(contrast(names.get(text) ?? '', names.get(ground) ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it('show where the focus is, and where fields end', () => {
    for (const line of ['focus', 'strong-line'])
      for (const ground of ['ground', 'surface'])
        expect(contrast(names.get(line) ?? '', names.get(ground) ?? '')).toBeGreaterThanOrEqual(3);
  });
});
