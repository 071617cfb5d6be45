// Counters dragged over the map by mouse or finger. A press that goes nowhere stays a click, and a drag is none;
// a finger that rests on a counter asks what is on it.

/** So far the pointer goes before a press is a drag. */
const FAR = 6;
/** So long a finger rests before it asks, in milliseconds. */
const LONG = 550;

export interface Carrier {
  /** The units that would come along from where a press is; none if nothing is dragged from there. */
  grip: (target: Element, touch: boolean) => number[];
  grab: (pieces: number[]) => void;
  over: (x: number, y: number) => void;
  drop: (x: number, y: number, shift: boolean) => void;
  release: () => void;
  /** A finger rests on something. */
  rest: (target: Element) => void;
}

/** The finger is lifted from whatever has come up under it: until it comes down again that is no click. */
function deafen(): void {
  const swallow = (event: Event) => (event.stopPropagation(), event.preventDefault());
  window.addEventListener("click", swallow, { capture: true, once: true });
  window.addEventListener("pointerdown", () => window.removeEventListener("click", swallow, { capture: true }), { capture: true, once: true });
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
  #resting: { x: number; y: number; timer: number } | null = null;

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
    this.#rest(event);
    const held = this.#press;
    if (held !== null && held.pointer !== event.pointerId) return this.cancel(); // a second finger zooms
    this.#press = null; // what was let go where nobody told us is over
    if (held?.moving === true) this.carrier.release();
    if (event.button !== 0 || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
    const pieces = this.carrier.grip(event.target, event.pointerType === "touch");
    if (pieces.length > 0) this.#press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, pieces, moving: false };
  }

  /** A finger comes down; a second one is no rest. */
  #rest(event: PointerEvent): void {
    const { target, clientX: x, clientY: y } = event;
    const first = this.#resting === null;
    this.#stir();
    if (event.pointerType !== "touch" || !first || !(target instanceof Element)) return;
    const asked = () => {
      this.#resting = null;
      this.cancel();
      deafen();
      this.carrier.rest(target);
    };
    this.#resting = { x, y, timer: window.setTimeout(asked, LONG) };
  }

  #stir(): void {
    if (this.#resting !== null) clearTimeout(this.#resting.timer);
    this.#resting = null;
  }

  move(event: PointerEvent, host: Element): void {
    if (this.#resting !== null && Math.hypot(event.clientX - this.#resting.x, event.clientY - this.#resting.y) >= FAR) this.#stir();
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
    this.#stir();
    const press = this.#press;
    if (press?.pointer !== event.pointerId) return;
    this.#press = null;
    if (!press.moving) return;
    this.#deaf = true;
    this.carrier.drop(event.clientX, event.clientY, event.shiftKey);
  }

  /** Let everything go where it came from. */
  cancel(): void {
    this.#stir();
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
