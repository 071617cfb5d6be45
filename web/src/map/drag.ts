// Counters dragged over the map by mouse or finger. A press that goes nowhere stays a click, and a drag is none.

/** So far the pointer goes before a press is a drag. */
const FAR = 6;

export interface Carrier {
  /** The units that would come along from where a press is; none if nothing is dragged from there. */
  grip: (target: Element, touch: boolean) => number[];
  grab: (pieces: number[]) => void;
  over: (x: number, y: number) => void;
  drop: (x: number, y: number, shift: boolean) => void;
  release: () => void;
}

interface Press {
  pointer: number;
  x: number;
  y: number;
  pieces: number[];
  moving: boolean;
}

export class Drag {
  #press: Press | null = null;
  /** The click that ends a drag is not one. */
  #deaf = false;

  constructor(private readonly carrier: Carrier) {}

  /** Whether the pointer has hold of something, so that it does not pan the map. */
  get holds(): boolean {
    return this.#press !== null;
  }

  get moving(): boolean {
    return this.#press?.moving ?? false;
  }

  down(event: PointerEvent): void {
    this.#deaf = false;
    if (this.#press !== null) return this.cancel(); // a second finger zooms
    if (event.button !== 0 || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
    const pieces = this.carrier.grip(event.target, event.pointerType === "touch");
    if (pieces.length > 0) this.#press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, pieces, moving: false };
  }

  move(event: PointerEvent, host: Element): void {
    const press = this.#press;
    if (press?.pointer !== event.pointerId) return;
    if (!press.moving) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      press.moving = true;
      host.setPointerCapture(event.pointerId);
      this.carrier.grab(press.pieces);
    }
    this.carrier.over(event.clientX, event.clientY);
  }

  up(event: PointerEvent): void {
    const press = this.#press;
    if (press?.pointer !== event.pointerId) return;
    this.#press = null;
    if (!press.moving) return;
    this.#deaf = true;
    this.carrier.drop(event.clientX, event.clientY, event.shiftKey);
  }

  /** Let everything go where it came from. */
  cancel(): void {
    const press = this.#press;
    this.#press = null;
    if (press?.moving !== true) return;
    this.#deaf = true;
    this.carrier.release();
  }

  /** Swallow the click that comes with the end of a drag. */
  click(event: MouseEvent): void {
    if (!this.#deaf) return;
    this.#deaf = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
