// Files that the page makes itself: tables, reports, drawings.

export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export type Cell = string | number | boolean | null | undefined;

/** A table as comma-separated values, as RFC 4180 has them. */
export function csv(rows: Cell[][]): string {
  const written = (cell: Cell) => {
    const text = cell == null ? '' : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(written).join(',') + '\r\n').join('');
}

/** What a drawing needs to look the same without the page's style sheet. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
  'dominant-baseline',
];

/** A drawing of the page as a file of its own. */
export function drawingOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg, copy].map((root) => [...root.querySelectorAll<SVGElement>('*')]);
  to?.forEach((element, at) => {
    const original = from?.[at];
    if (!original) return;
    const style = getComputedStyle(original);
    element.setAttribute('style', STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'));
    for (const name of ['class', 'tabindex', 'role', 'data-cell', 'data-piece'])
      element.removeAttribute(name);
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** How many pixels a unit of a drawing has. */
const SCALE = 2;

export async function pictureOf(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([drawingOf(svg)], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    const { width, height } = svg.viewBox.baseVal;
    [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('the picture is empty')))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
