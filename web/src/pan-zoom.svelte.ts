// A drawing that is larger than its frame: a part of it is seen, moved by dragging and changed by pinching, by the
// wheel with the control key, or by buttons.

import type { Attachment } from 'svelte/attachments';

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** The most that a drawing can be enlarged, compared with seeing it all. */
const MOST = 60;

/** A shorter way is a click. */
const CLICK = 6;

/** The part of a drawing around a point that is seen at a scale, never beyond its edges. */
export function frameAt(size: Size, scale: number, middle: { x: number; y: number }): Frame {
  const [width, height] = [size.width / scale, size.height / scale];
  const within = (at: number, seen: number, all: number) => Math.min(Math.max(at - seen / 2, 0), all - seen);
  return {
    x: within(middle.x, width, size.width),
    y: within(middle.y, height, size.height),
    width,
    height,
  };
}

export class PanZoom {
  scale = $state(1);
  private middle = $state({ x: 0, y: 0 });
  private pointers = new Map<number, { x: number; y: number }>();
  private dragged = 0;

  constructor(private readonly size: () => Size) {}

  get frame(): Frame {
    return frameAt(this.size(), this.scale, this.middle);
  }

  get viewBox(): string {
    const { x, y, width, height } = this.frame;
    return `${x} ${y} ${width} ${height}`;
  }

  /** Shows the surroundings of a point. */
  look(at: { x: number; y: number }, scale: number): void {
    this.scale = Math.min(Math.max(scale, 1), MOST);
    this.middle = { ...at };
    this.settle();
  }

  /** Enlarges it by a factor; what is at a point stays there. */
  zoom(factor: number, at?: { x: number; y: number }): void {
    const { x, y, width, height } = this.frame;
    const centre = { x: x + width / 2, y: y + height / 2 };
    const fixed = at ?? centre;
    const scale = Math.min(Math.max(this.scale * factor, 1), MOST);
    const ratio = this.scale / scale;
    this.scale = scale;
    this.middle = {
      x: fixed.x + (centre.x - fixed.x) * ratio,
      y: fixed.y + (centre.y - fixed.y) * ratio,
    };
    this.settle();
  }

  reset(): void {
    this.scale = 1;
    this.settle();
  }

  /** Forgets what lies beyond the edges, so that dragging back has an effect at once. */
  private settle(): void {
    const { x, y, width, height } = this.frame;
    this.middle = { x: x + width / 2, y: y + height / 2 };
  }

  private move(dx: number, dy: number): void {
    this.middle = { x: this.middle.x - dx, y: this.middle.y - dy };
    this.settle();
  }

  /** Follows the pointers on a drawing. */
  readonly attach: Attachment<SVGSVGElement> = (svg) => {
    const unit = () => svg.getScreenCTM()?.a || 1;
    const place = (event: { clientX: number; clientY: number }) => {
      const matrix = svg.getScreenCTM()?.inverse();
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
      return { x, y };
    };
    const down = (event: PointerEvent) => {
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.pointers.size === 1) this.dragged = 0;
    };
    const moved = (event: PointerEvent) => {
      const before = this.pointers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      this.dragged += Math.hypot(dx, dy);
      this.pointers.set(event.pointerId, now);
      const other = others[0]?.[1];
      if (other) {
        const [far, near] = [now, before].map((it) => Math.hypot(it.x - other.x, it.y - other.y));
        if (far && near)
          this.zoom(far / near, place({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }));
      } else if (this.scale > 1 && this.dragged > CLICK) {
        svg.setPointerCapture(event.pointerId);
        this.move(dx / unit(), dy / unit());
      }
    };
    const up = (event: PointerEvent) => {
      this.pointers.delete(event.pointerId);
    };
    /** The end of a drag is no click on what is there. */
    const click = (event: MouseEvent) => {
      if (this.dragged <= CLICK || this.scale === 1) return;
      event.stopPropagation();
      this.dragged = 0;
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 200), place(event));
    };
    const listeners = [
      ['pointerdown', down],
      ['pointermove', moved],
      ['pointerup', up],
      ['pointercancel', up],
      ['pointerleave', up],
      ['wheel', wheel],
    ] as [string, EventListener][];
    for (const [name, listener] of listeners) svg.addEventListener(name, listener, { passive: false });
    svg.addEventListener('click', click, { capture: true });
    return () => {
      for (const [name, listener] of listeners) svg.removeEventListener(name, listener);
      svg.removeEventListener('click', click, { capture: true });
    };
  };
}
