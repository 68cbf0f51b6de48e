// Hex: rows from the top one down, with numbers of empty cells, and who is to move, as in `3/1x1/3 o`.
// Black joins top and bottom, White the two sides.

import { readGame } from '../format';
import { letter, NOWHERE, placeOn, type BoardGame, type Scene } from './game';
import { cellIndex, cellName, emptied, putOn, readSided, sizeOf, writeSided, type Grid } from './grid';

const RADIUS = 26;
const WIDTH = Math.sqrt(3) * RADIUS;
const MARGIN = 30;

/** The corners of a cell clockwise from the top one. */
function corners(x: number, y: number): string[] {
  const places = [
    [0, -RADIUS],
    [WIDTH / 2, -RADIUS / 2],
    [WIDTH / 2, RADIUS / 2],
    [0, RADIUS],
    [-WIDTH / 2, RADIUS / 2],
    [-WIDTH / 2, -RADIUS / 2],
  ] as const;
  return places.map(([dx, dy]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`);
}

function hexScene(grid: Grid): Scene {
  const { size } = grid;
  const centre = (row: number, column: number) => ({
    x: MARGIN + WIDTH / 2 + column * WIDTH + (row * WIDTH) / 2,
    y: MARGIN + RADIUS + row * 1.5 * RADIUS,
  });
  const scene: Scene = {
    width: 2 * MARGIN + size * WIDTH + ((size - 1) * WIDTH) / 2,
    height: 2 * MARGIN + (1.5 * (size - 1) + 2) * RADIUS,
    radius: RADIUS * 0.66,
    cells: [],
    labels: [],
    edges: [],
    dots: [],
  };
  const last = size - 1;
  for (const [index, piece] of grid.pieces.entries()) {
    const row = Math.floor(index / size);
    const column = index % size;
    const { x, y } = centre(row, column);
    const outline = corners(x, y);
    const edge = (side: 0 | 1, ...at: number[]) =>
      scene.edges.push({ side, points: at.map((corner) => outline[corner % 6]).join(' ') });
    if (row === 0) edge(0, 5, 6, 7);
    if (row === last) edge(0, 2, 3, 4);
    if (column === 0) edge(1, 3, 4, 5);
    if (column === last) edge(1, 0, 1, 2);
    const name = cellName(grid, index, 'top');
    scene.cells.push({ id: name, x, y, outline: outline.join(' '), piece, tone: 'plain' });
  }
  for (let place = 0; place < size; place += 1) {
    const top = centre(0, place);
    const left = centre(place, 0);
    scene.labels.push({ x: top.x - WIDTH / 4, y: top.y - RADIUS * 1.5, text: letter(place) });
    scene.labels.push({ x: left.x - WIDTH * 0.82, y: left.y, text: String(place + 1) });
  }
  return scene;
}

/** The board of a Hex position; null in other games. */
export function hexGrid(spec: string, position: string): Grid | null {
  const { name, parameters } = readGame(spec);
  return name === 'hex' ? hex.parse(position, parameters) : null;
}

export const hex: BoardGame<Grid> = {
  pieces: [
    { id: 'x', side: 0, name: 'black stone' },
    { id: 'o', side: 1, name: 'white stone' },
  ],
  parse: (text, parameters) => readSided(text, sizeOf(parameters, 11)),
  format: writeSided,
  scene: hexScene,
  put: (grid, cell, piece) => putOn(grid, cellIndex(grid, cell, 'top'), piece),
  clear: emptied,
  turn: (grid) => grid.turn,
  withTurn: (grid, turn) => ({ ...grid, turn }),
  shape: (move) => (/^[a-z]\d{1,2}$/.test(move) ? placeOn(move) : NOWHERE),
};
