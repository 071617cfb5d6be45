// Panning and zooming by mouse, touch and keyboard; and a camera that follows others' moves and comes back.
import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import { centred, clamped, nearest, NOTHING, sees, type Covered, type Size, type View } from "./camera";
import type { Area } from "./layout";

/** A point nearer to the edge than this is not well in sight. */
const MARGIN = 90;

const transformed = (view: View): ZoomTransform => zoomIdentity.translate(view.x, view.y).scale(view.k);

export class MapZoom {
  #zoom: ZoomBehavior<HTMLElement, unknown>;
  #host: Selection<HTMLElement, unknown, null, undefined>;
  #settle = 0;
  #glide = 0;
  /** Where the camera is gliding to; null while it rests. */
  #aim: View | null = null;
  /** What panels hide for now: the sheet may be drawn out from under them. */
  #covered: Covered = NOTHING;
  /** Where the player looked before the camera followed others; null while it is where he left it. */
  #home: View | null = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly size: Size,
    moved: (transform: ZoomTransform, moving: boolean) => void,
    /** While this is true, dragging does not pan. */
    held: () => boolean = () => false,
  ) {
    this.#host = select(element);
    this.#zoom = zoom<HTMLElement, unknown>()
      .scaleExtent([0.2, 6])
      .clickDistance(5)
      .constrain((transform) => transformed(clamped(transform, this.#room(), this.size, this.#covered)))
      .filter((event: Event) => !(held() && event.type !== "wheel") && !(event instanceof MouseEvent && event.type === "dblclick") && !(event as MouseEvent).button)
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (event.sourceEvent) this.#taken();
        moved(event.transform, true);
        clearTimeout(this.#settle);
        this.#settle = window.setTimeout(() => moved(event.transform, false), 140);
      });
    this.#host.call(this.#zoom).on("dblclick.zoom", null);
    this.limit();
  }

  /** No smaller than needed to see all of the sheet, and in a window of a new size still on the table. */
  limit(): void {
    const { width, height } = this.#room();
    if (width === 0 || height === 0) return;
    const least = Math.min(width / this.size.width, height / this.size.height) * 0.95;
    this.#zoom.scaleExtent([least, 6]);
    const now = this.#now();
    const right = clamped(now, this.#room(), this.size, this.#covered);
    if (right.x !== now.x || right.y !== now.y) this.#go(right, false);
  }

  fit(box: Area, animate = false): void {
    this.#taken();
    const room = this.#room();
    const k = Math.min(Math.min(room.width / box.width, room.height / box.height), 2.2);
    // The table beside the sheet is shown only when the whole sheet is.
    const along = (free: number, middle: number, length: number) => {
      const at = free / 2 - k * middle;
      return k * length <= free ? (free - k * length) / 2 : Math.min(0, Math.max(at, free - k * length));
    };
    const x = along(room.width, box.x + box.width / 2, this.size.width);
    const y = along(room.height, box.y + box.height / 2, this.size.height);
    this.#go({ x, y, k }, animate);
  }

  /** Bring a part of the sheet into view, clear of what covers it, and no nearer than it is; nothing happens if it is seen. */
  reveal(box: Area, covered: Covered = NOTHING): void {
    const [room, now] = [this.#room(), this.#aim ?? this.#now()];
    const corners: [number, number][] = [[box.x, box.y], [box.x + box.width, box.y + box.height]];
    if (corners.every((corner) => sees(now, room, corner, 0, covered))) return;
    this.#taken();
    this.#covered = covered;
    const k = Math.min(now.k, (room.width - covered.left) / box.width, (room.height - covered.bottom) / box.height);
    this.#go(centred(room, [box.x + box.width / 2, box.y + box.height / 2], k, covered), true);
  }

  /** Bring a point into view if it is not, zooming in if it is too small to see. */
  show(at: [number, number], least: number, covered: Covered = NOTHING): void {
    this.#taken();
    this.#bring(at, least, covered);
  }

  /** The same for what others do: `back` returns to where the player was looking. */
  follow(at: [number, number], least: number, covered: Covered = NOTHING): void {
    this.#home ??= this.#aim ?? this.#now(); // where it is on its way to, not where it just passes
    this.#bring(at, least, covered);
  }

  /** Back to where the player was looking, and if nothing he can act on is there, to the nearest that is. */
  back(points: [number, number][], least: number): void {
    const to = this.#home ?? this.#aim ?? this.#now();
    this.#taken();
    this.#covered = NOTHING;
    const view = clamped(to, this.#room(), this.size);
    const seen = points.length === 0 || points.some((point) => sees(view, this.#room(), point, 20));
    const nearby = seen ? undefined : nearest(view, this.#room(), points);
    this.#go(nearby === undefined ? view : centred(this.#room(), nearby, Math.max(view.k, least)), true);
  }

  pan(right: number, down: number): void {
    this.#taken();
    this.#host.call(this.#zoom.translateBy, -right / this.#now().k, -down / this.#now().k);
  }

  by(factor: number): void {
    this.#taken();
    this.#host.call(this.#zoom.scaleBy, factor);
  }

  #bring(at: [number, number], least: number, covered: Covered): void {
    this.#covered = covered;
    const now = this.#now();
    const k = Math.max(now.k, least);
    if (k === now.k && sees(now, this.#room(), at, MARGIN, covered)) return;
    this.#go(centred(this.#room(), at, k, covered), true);
  }

  /** The player has the camera in hand: where it is now is where he wants it. */
  #taken(): void {
    this.#home = null;
    this.#aim = null;
    cancelAnimationFrame(this.#glide);
  }

  #room(): Size {
    return { width: this.element.clientWidth, height: this.element.clientHeight };
  }

  #now(): ZoomTransform {
    return (this.element as HTMLElement & { __zoom: ZoomTransform }).__zoom;
  }

  #go(wished: View, animate: boolean): void {
    cancelAnimationFrame(this.#glide);
    this.#aim = null;
    const to = clamped(wished, this.#room(), this.size, this.#covered);
    const from = this.#now();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!animate || calm) {
      this.#host.call(this.#zoom.transform, transformed(to));
      return;
    }
    this.#aim = to;
    const start = performance.now();
    const step = (now: number) => {
      const t = Math.min((now - start) / 320, 1);
      const ease = t * t * (3 - 2 * t);
      const between = { x: from.x + (to.x - from.x) * ease, y: from.y + (to.y - from.y) * ease, k: from.k * (to.k / from.k) ** ease };
      this.#host.call(this.#zoom.transform, transformed(t < 1 ? between : to));
      if (t < 1) this.#glide = requestAnimationFrame(step);
      else this.#aim = null;
    };
    this.#glide = requestAnimationFrame(step);
  }

  destroy(): void {
    clearTimeout(this.#settle);
    cancelAnimationFrame(this.#glide);
    this.#host.on(".zoom", null);
  }
}
