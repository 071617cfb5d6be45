// Where a camera may stand over a sheet, and what it sees from there. Views are in pixels: a point p of the sheet is seen at k * p + (x, y).
import type { Area } from "./layout";

export interface View {
  x: number;
  y: number;
  k: number;
}

export type Size = Pick<Area, "width" | "height">;

/** What panels hide of the map, in pixels from its edges. */
export interface Covered {
  left: number;
  bottom: number;
}

export const NOTHING: Covered = { left: 0, bottom: 0 };

/** So much of the bare table may be seen beyond an edge of the sheet. */
export const AIR = 60;

/** The nearest view that leaves the sheet on the table; a sheet smaller than the room lies in its middle. */
export function clamped(view: View, room: Size, sheet: Size, covered: Covered = NOTHING): View {
  const along = (at: number, first: number, last: number, length: number): number => {
    const [least, most] = [last - length - AIR, first + AIR];
    return least > most ? (first + last - length) / 2 : Math.min(Math.max(at, least), most);
  };
  return {
    x: along(view.x, covered.left, room.width, view.k * sheet.width),
    y: along(view.y, 0, room.height - covered.bottom, view.k * sheet.height),
    k: view.k,
  };
}

/** Whether a point of the sheet is in sight and not too near an edge. */
export function sees(view: View, room: Size, [x, y]: [number, number], margin: number, covered: Covered = NOTHING): boolean {
  const [px, py] = [view.k * x + view.x, view.k * y + view.y];
  return px > margin + covered.left && px < room.width - margin && py > margin && py < room.height - margin - covered.bottom;
}

/** The view with a point in the middle of what is free. */
export function centred(room: Size, [x, y]: [number, number], k: number, covered: Covered = NOTHING): View {
  return { x: (room.width + covered.left) / 2 - k * x, y: (room.height - covered.bottom) / 2 - k * y, k };
}

/** The point nearest to the middle of a view; undefined where there is none. */
export function nearest(view: View, room: Size, points: [number, number][]): [number, number] | undefined {
  const far = ([x, y]: [number, number]) => Math.hypot(view.k * x + view.x - room.width / 2, view.k * y + view.y - room.height / 2);
  return points.reduce<[number, number] | undefined>((best, point) => (best === undefined || far(point) < far(best) ? point : best), undefined);
}
