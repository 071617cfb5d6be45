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

/** The side of a counter in the stack viewer, in pixels of the screen: the same at every zoom. */
export const TILE = 54;
/** The line above the counters of the viewer, and the button below them. */
export const HEAD = 22;
export const FOOT = 34;

/** A stack spread out beside its pile: all in pixels around the middle of the plate, which lies at (x, y) of the map. */
export interface Viewer {
  spots: Spot[];
  width: number;
  height: number;
  x: number;
  y: number;
}

/** The counters of a stack spread out above its pile, or below it where there is no room; kept within what is seen of the map. */
export function viewer(stack: Stack, size: number, k: number, seen: Area, footed: boolean): Viewer {
  const count = stack.pieces.length;
  const room = Math.max(2, Math.floor((seen.width * k - 24) / (TILE + 5)));
  const columns = Math.min(room, count <= 5 ? count : Math.ceil(count / Math.ceil(count / 5)));
  const rows = Math.ceil(count / columns);
  const step = TILE + 5;
  const [width, height] = [Math.max(columns * step + 11, 190), rows * step + 11 + HEAD + (footed ? FOOT : 0)];
  const top = -height / 2 + HEAD + 8 + TILE / 2;
  const spots = stack.pieces.map((_, n) => ({ x: ((n % columns) - (columns - 1) / 2) * step, y: top + Math.floor(n / columns) * step }));
  const [half, tall] = [(width / 2 + 3) / k, (height / 2 + 3) / k]; // with its rim
  const pile = piled(stack, size);
  const above = (pile.at(-1)?.y ?? stack.y) - size / 2 - tall;
  const y = above - tall >= seen.y ? above : stack.y + size / 2 + tall;
  const within = (at: number, first: number, length: number, reach: number) => (2 * reach > length ? first + length / 2 : Math.min(Math.max(at, first + reach), first + length - reach));
  return { spots, width, height, x: within(stack.x, seen.x, seen.width, half), y: within(y, seen.y, seen.height, tall) };
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
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
