// Panning and zooming by mouse, touch and keyboard.
import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import type { Area } from "./layout";

export class MapZoom {
  #zoom: ZoomBehavior<HTMLElement, unknown>;
  #host: Selection<HTMLElement, unknown, null, undefined>;
  #settle = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly size: { width: number; height: number },
    moved: (transform: ZoomTransform, moving: boolean) => void,
    /** While this is true, dragging does not pan. */
    held: () => boolean = () => false,
  ) {
    this.#host = select(element);
    this.#zoom = zoom<HTMLElement, unknown>()
      .scaleExtent([0.2, 6])
      .clickDistance(5)
      .filter((event: Event) => !(held() && event.type !== "wheel") && !(event instanceof MouseEvent && event.type === "dblclick") && !(event as MouseEvent).button)
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        moved(event.transform, true);
        clearTimeout(this.#settle);
        this.#settle = window.setTimeout(() => moved(event.transform, false), 140);
      });
    this.#host.call(this.#zoom).on("dblclick.zoom", null);
    this.limit();
  }

  /** Keep the sheet in sight, and no smaller than needed to see all of it. */
  limit(): void {
    const { clientWidth: w, clientHeight: h } = this.element;
    if (w === 0 || h === 0) return;
    const least = Math.min(w / this.size.width, h / this.size.height) * 0.95;
    this.#zoom.scaleExtent([least, 6]).translateExtent([
      [-120, -120],
      [this.size.width + 120, this.size.height + 120],
    ]);
  }

  fit(box: Area, animate = false): void {
    const { clientWidth: w, clientHeight: h } = this.element;
    const k = Math.min(Math.min(w / box.width, h / box.height), 2.2);
    // The table beside the sheet is shown only when the whole sheet is.
    const along = (room: number, middle: number, length: number) => {
      const centred = room / 2 - k * middle;
      return k * length <= room ? (room - k * length) / 2 : Math.min(0, Math.max(centred, room - k * length));
    };
    const x = along(w, box.x + box.width / 2, this.size.width);
    const y = along(h, box.y + box.height / 2, this.size.height);
    this.#go(zoomIdentity.translate(x, y).scale(k), animate);
  }

  /** Bring a point into view if it is not, zooming in if it is too small to see. On the left so much is covered. */
  show(x: number, y: number, k: number, covered = 0): void {
    const { clientWidth: w, clientHeight: h } = this.element;
    const now = this.#now();
    const scale = Math.max(now.k, k);
    const px = now.applyX(x);
    const py = now.applyY(y);
    const margin = 90;
    if (scale === now.k && px > margin + covered && px < w - margin && py > margin && py < h - margin) return;
    this.#go(zoomIdentity.translate((w + covered) / 2 - scale * x, h / 2 - scale * y).scale(scale), true);
  }

  pan(right: number, down: number): void {
    this.#host.call(this.#zoom.translateBy, -right / this.#now().k, -down / this.#now().k);
  }

  by(factor: number): void {
    this.#host.call(this.#zoom.scaleBy, factor);
  }

  #now(): ZoomTransform {
    return (this.element as HTMLElement & { __zoom: ZoomTransform }).__zoom;
  }

  #go(to: ZoomTransform, animate: boolean): void {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!animate || calm) {
      this.#host.call(this.#zoom.transform, to);
      return;
    }
    const from = this.#now();
    const start = performance.now();
    const step = (now: number) => {
      const t = Math.min((now - start) / 320, 1);
      const ease = t * t * (3 - 2 * t);
      const k = from.k * (to.k / from.k) ** ease;
      this.#host.call(
        this.#zoom.transform,
        zoomIdentity.translate(from.x + (to.x - from.x) * ease, from.y + (to.y - from.y) * ease).scale(k),
      );
      if (t < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  destroy(): void {
    clearTimeout(this.#settle);
    this.#host.on(".zoom", null);
  }
}
