// A board seen from another side: turned by quarters, or flipped.

import type { Point, Scene } from './game';

export interface Orientation {
  /** Quarter turns, clockwise. */
  turns: number;
  /** Whether left and right are exchanged, after the turns. */
  flipped: boolean;
  /** Whether the names of rows and columns are shown. */
  names: boolean;
  /** Whether pieces that can be shown as letters are. */
  letters: boolean;
}

export const UPRIGHT: Orientation = { turns: 0, flipped: false, names: true, letters: false };

export function orient(scene: Scene, { turns, flipped, names }: Orientation): Scene {
  const labels = names ? scene.labels : [];
  if (turns % 4 === 0 && !flipped) return { ...scene, labels };
  const quarter = ((turns % 4) + 4) % 4;
  const { width, height } = scene;
  const wide = quarter % 2 === 0 ? width : height;
  const place = ({ x, y }: Point): Point => {
    const turned = [
      { x, y },
      { x: height - y, y: x },
      { x: width - x, y: height - y },
      { x: y, y: width - x },
    ][quarter] ?? { x, y };
    return flipped ? { x: wide - turned.x, y: turned.y } : turned;
  };
  const points = (text: string) =>
    text
      .split(' ')
      .map((pair) => {
        const [x = 0, y = 0] = pair.split(',').map(Number);
        const at = place({ x, y });
        return `${at.x.toFixed(1)},${at.y.toFixed(1)}`;
      })
      .join(' ');
  return {
    ...scene,
    width: wide,
    height: quarter % 2 === 0 ? height : width,
    cells: scene.cells.map((cell) => ({
      ...cell,
      ...place(cell),
      outline: cell.outline === null ? null : points(cell.outline),
    })),
    labels: labels.map((label) => ({ ...label, ...place(label) })),
    edges: scene.edges.map((edge) => ({ ...edge, points: points(edge.points) })),
    dots: scene.dots.map(place),
    facing: (flipped ? -90 : 90) * quarter,
  };
}
