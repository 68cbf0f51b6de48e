import { describe, expect, it } from 'vitest';
import { readRoute, writeRoute, type Route } from './route';

describe('addresses', () => {
  it.each<Route>([
    { parts: [], query: {} },
    { parts: ['jobs', '0123', 'tree'], query: { line: 'a1,b2' } },
    { parts: [], query: { game: 'hex:size=5', position: '5/1x3/5/5/5 o', ask: '>=2' } },
    { parts: ['compare'], query: { set: 'a&b=c+d%?#' } },
    { parts: [], query: { position: 'start a\na A b\nb = 1\n' } },
  ])('%o is read as it was written', (route) => {
    expect(readRoute(writeRoute(route))).toEqual(route);
  });

  it('leave out what is empty, and can be read by people', () => {
    expect(writeRoute({ parts: [], query: { game: 'nim', ask: '' } })).toBe('#/?game=nim');
    expect(writeRoute({ parts: ['jobs', 'x', 'proof'], query: { line: 'h1-2,h2-1' } })).toBe(
      '#/jobs/x/proof?line=h1-2,h2-1',
    );
  });

  it('that are damaged are read as far as possible', () => {
    expect(readRoute('#/jobs/%zz')).toEqual({ parts: ['jobs', '%zz'], query: {} });
    expect(readRoute('')).toEqual({ parts: [], query: {} });
    expect(readRoute('#token')).toEqual({ parts: ['token'], query: {} });
  });
});

it('a token is no place', () => {
  expect(readRoute('#token=open-sesame')).toEqual({ parts: [], query: {} });
});
