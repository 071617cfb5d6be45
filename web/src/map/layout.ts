// Where counters lie: one stack per side and place, spread out when somebody wants to see it.
import type { Look, Place, Scene, Sheet } from "../wire/types";
import { placeOf } from "./places";

export interface Stack {
  key: string;
  place: number;
  side: number;
  /** The middle of the lowest counter. */
  x: number;
  y: number;
  /** Bottom first. */
  pieces: number[];
  strength: number;
}

export interface Spot {
  x: number;
  y: number;
}

/** How far each counter of a stack is shifted from the one below, in parts of a counter. */
const LEAN = 0.085;

/** All stacks of a position. Where both sides are in a place they lie side by side. */
export function stacks(scene: Scene, look: Pick<Look, "place" | "strength">, size: number): Stack[] {
  const found = new Map<string, Stack>();
  for (const piece of scene.pieces) {
    const id = look.place[piece.id] ?? 0;
    const place = placeOf(scene, id);
    if (id <= 0 || id === scene.gone || place === undefined) continue;
    const key = `${id}/${piece.side}`;
    let stack = found.get(key);
    if (stack === undefined) {
      stack = { key, place: id, side: piece.side, x: place.stack[0], y: place.stack[1], pieces: [], strength: 0 };
      found.set(key, stack);
    }
    stack.pieces.push(piece.id);
    stack.strength += look.strength[piece.id] ?? 0;
  }
  for (const stack of found.values()) {
    const other = found.get(`${stack.place}/${1 - stack.side}`);
    if (other !== undefined) stack.x += (facing(scene, stack) ? 1 : -1) * size * 0.56;
    stack.pieces.sort((a, b) => (look.strength[a] ?? 0) - (look.strength[b] ?? 0) || b - a);
  }
  return [...found.values()];
}

/** The side that comes from the east lies to the east. */
const facing = (_scene: Scene, stack: Stack): boolean => stack.side === 0;

/** Middles of the counters of a stack as it lies. */
export function piled(stack: Stack, size: number): Spot[] {
  return stack.pieces.map((_, level) => ({ x: stack.x + level * size * LEAN, y: stack.y - level * size * LEAN }));
}

/** Middles of the counters of a stack fanned out, kept on the sheet. */
export function fanned(stack: Stack, size: number, sheet: Pick<Sheet, "width" | "height">): Spot[] {
  const count = stack.pieces.length;
  const columns = count <= 4 ? count : Math.ceil(count / Math.ceil(count / 5));
  const rows = Math.ceil(count / columns);
  const step = size * 1.1;
  const half = { x: ((columns - 1) * step + size) / 2, y: ((rows - 1) * step + size) / 2 };
  const x = Math.min(Math.max(stack.x, half.x + 6), sheet.width - half.x - 6);
  const y = Math.min(Math.max(stack.y, half.y + 6), sheet.height - half.y - 6);
  return stack.pieces.map((_, number) => ({
    x: x + ((number % columns) - (columns - 1) / 2) * step,
    y: y + (Math.floor(number / columns) - (rows - 1) / 2) * step,
  }));
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The rectangle around spots, for the plate under a fan. */
export function plate(spots: Spot[], size: number): Area {
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const pad = size * 0.62;
  const x = Math.min(...xs) - pad;
  const y = Math.min(...ys) - pad;
  return { x, y, width: Math.max(...xs) + pad - x, height: Math.max(...ys) + pad - y };
}

/** The part of the sheet that a scenario is played on, with some air around. */
export function playground(places: Place[], sheet: Pick<Sheet, "width" | "height">): Area {
  const used = places.filter((place) => place.inside !== false);
  if (used.length === 0 || used.length === places.length) return { x: 0, y: 0, width: sheet.width, height: sheet.height };
  const xs = used.map((place) => place.at[0]);
  const ys = used.map((place) => place.at[1]);
  const air = 95;
  const x = Math.max(0, Math.min(...xs) - air);
  const y = Math.max(0, Math.min(...ys) - air);
  return {
    x,
    y,
    width: Math.min(sheet.width, Math.max(...xs) + air) - x,
    height: Math.min(sheet.height, Math.max(...ys) + air) - y,
  };
}

/** The part of the sheet where most counters lie: a tenth on every side may be left out. */
export function thick(scene: Scene, look: Pick<Look, "place">, sheet: Pick<Sheet, "width" | "height">, whole: Area): Area {
  const at = scene.pieces.flatMap((piece) => {
    const place = placeOf(scene, look.place[piece.id] ?? 0);
    return place === undefined ? [] : [place.stack];
  });
  if (at.length < 8) return whole;
  const range = (axis: 0 | 1, room: number): [number, number] => {
    const sorted = at.map((point) => point[axis]).sort((a, b) => a - b);
    const cut = Math.floor(sorted.length / 10);
    const air = room * 0.06;
    return [Math.max(0, (sorted[cut] ?? 0) - air), Math.min(room, (sorted[sorted.length - 1 - cut] ?? room) + air)];
  };
  const [left, right] = range(0, sheet.width);
  const [top, bottom] = range(1, sheet.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
