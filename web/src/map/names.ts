// Names of places on a map in play: each stands where it was printed, unless counters lie there, or it would stand in a neighbour's area.
import type { Label, Place, Scene, Sheet } from "../wire/types";
import { piled, type Stack } from "./layout";
import { placeOf } from "./places";

export interface Name {
  key: number;
  text: string;
  kind: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  dim: boolean;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Letters of each kind of place: their size in map units, the least size on the screen, their width in parts of the size, and whether they are seen from afar. */
const LETTERS: Record<string, { size: number; least: number; wide: number; far: boolean }> = {
  city: { size: 21, least: 12.5, wide: 0.66, far: true },
  town: { size: 17, least: 11, wide: 0.58, far: true },
  village: { size: 14.5, least: 9.6, wide: 0.5, far: false },
  hamlet: { size: 13.5, least: 9.2, wide: 0.5, far: false },
  spot: { size: 12.5, least: 9.2, wide: 0.5, far: false },
};
const RANK = Object.keys(LETTERS);
/** Below this zoom only the larger towns keep their names; as in the style sheet. */
const FAR = 0.62;
/** A name that would stand worse than this is left out. */
const DEAREST = 1.2;
/** A name of which more than this part lies over another is left out. */
const CROWDED = 0.15;

/** Whether the client sets this name itself; rivers, regions and countries are printed with the sheet. */
export const isPlaceName = (label: Label): boolean => label.kind in LETTERS && !label.path;

const overlap = (a: Box, b: Box): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Things by where they lie, to ask only those that are near. */
class Ground {
  readonly #cell = 120;
  readonly #boxes = new Map<string, Box[]>();

  *#keys(box: Box): Iterable<string> {
    for (let x = Math.floor(box.left / this.#cell); x <= Math.floor(box.right / this.#cell); x += 1)
      for (let y = Math.floor(box.top / this.#cell); y <= Math.floor(box.bottom / this.#cell); y += 1) yield `${x},${y}`;
  }

  add(box: Box): void {
    for (const key of this.#keys(box)) this.#boxes.set(key, [...(this.#boxes.get(key) ?? []), box]);
  }

  /** How much of a box is covered. */
  covered(box: Box): number {
    const near = new Set<Box>();
    for (const key of this.#keys(box)) for (const other of this.#boxes.get(key) ?? []) near.add(other);
    let sum = 0;
    for (const other of near) sum += overlap(box, other);
    return sum;
  }
}

/** The room that a stack takes, with a little air. */
export function pileBox(stack: Stack, size: number): Box {
  const [first, last] = [piled(stack, size)[0] ?? stack, piled(stack, size).at(-1) ?? stack];
  return { left: first.x - size / 2 - 1, top: last.y - size / 2 - 1, right: last.x + size / 2 + 1, bottom: first.y + size / 2 + 1 };
}

const outlines = new WeakMap<Place, [number, number][]>();
/** The corners of an outline; the middles of its curves lie on its edge well enough. */
function corners(place: Place): [number, number][] {
  let found = outlines.get(place);
  if (found === undefined) {
    const numbers = [...(place.outline ?? "").matchAll(/-?[\d.]+/g)].map(Number);
    found = numbers.flatMap((x, n): [number, number][] => (n % 2 === 0 ? [[x, numbers[n + 1] ?? 0]] : []));
    outlines.set(place, found);
  }
  return found;
}

export function within(place: Place, x: number, y: number): boolean {
  let found = false;
  const all = corners(place);
  for (let n = 0, m = all.length - 1; n < all.length; m = n, n += 1) {
    const [[ax, ay], [bx, by]] = [all[n] as [number, number], all[m] as [number, number]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  }
  return found;
}

interface Spot {
  x: number;
  y: number;
  anchor: Name["anchor"];
}

/** The room that words take, by their base line. */
function roomOf(spot: Spot, width: number, size: number): Box {
  const left = spot.x - (spot.anchor === "middle" ? width / 2 : spot.anchor === "end" ? width : 0);
  return { left, top: spot.y - size * 0.72, right: left + width, bottom: spot.y + size * 0.2 };
}

/** How much of a name lies outside its area, by its two ends and its middle, wherever that is with letters a little wider or narrower than reckoned; a hex is too small to hold its name. */
function astray(home: Place | undefined, box: Box): number {
  if (home === undefined || home.kind !== "area") return 0;
  const y = (box.top + box.bottom) / 2;
  const ends = [box.left, box.left * 0.75 + box.right * 0.25, box.left * 0.25 + box.right * 0.75, box.right].filter((x) => !within(home, x, y)).length;
  const middles = [0.4, 0.5, 0.6].map((part) => box.left + (box.right - box.left) * part);
  const heights = [y, y - (box.bottom - box.top) * 0.15];
  return ends + (heights.every((high) => middles.every((x) => within(home, x, high))) ? 0 : 8);
}

/** Places for a name: around the counters that lie at its home, around its houses, and in an area wherever there is room. */
function* around(home: Place, pile: Box | undefined, width: number, size: number): Iterable<Spot> {
  const [high, low] = [size * 0.72, size * 0.2];
  const boxes = [pile, { left: home.at[0] - 8, top: home.at[1] - 8, right: home.at[0] + 8, bottom: home.at[1] + 8 }];
  for (const box of boxes) {
    if (box === undefined) continue;
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    yield { x, y: box.bottom + high + 1, anchor: "middle" };
    yield { x, y: box.top - low - 1, anchor: "middle" };
    yield { x: box.right + 3, y: y + high / 2, anchor: "start" };
    yield { x: box.left - 3, y: y + high / 2, anchor: "end" };
    for (const side of [box.bottom + high + 1, box.top - low - 1]) {
      yield { x: box.left, y: side, anchor: "start" };
      yield { x: box.right, y: side, anchor: "end" };
    }
  }
  if (home.kind !== "area") return;
  const all = corners(home);
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  for (let y = top + high; y < bottom; y += size * 0.6) for (let x = left + width / 2; x <= right - width / 2 + 1; x += size * 0.7) yield { x, y, anchor: "middle" };
}

/** Where every name stands among the counters at a zoom; one that finds no room is left out, and the inspector tells it. */
export function names(scene: Pick<Scene, "places">, sheet: Pick<Sheet, "labels" | "counter">, piles: Stack[], k: number, markers: Box[] = []): Name[] {
  const [counters, words] = [new Ground(), new Ground()];
  const byPlace = new Map<number, Box>();
  for (const marker of markers) counters.add(marker);
  // The number of an area and what is printed beside it.
  for (const place of scene.places) {
    const half = place.word.length * 4 + 6 + (place.badges ?? []).length * 10;
    if (place.kind === "area") words.add({ left: place.print[0] - half, top: place.print[1] - 8, right: place.print[0] + half, bottom: place.print[1] + 8 });
  }
  for (const stack of piles) {
    const box = pileBox(stack, sheet.counter);
    counters.add(box);
    const before = byPlace.get(stack.place);
    byPlace.set(stack.place, before === undefined ? box : { left: Math.min(box.left, before.left), top: Math.min(box.top, before.top), right: Math.max(box.right, before.right), bottom: Math.max(box.bottom, before.bottom) });
  }
  const byName = new Map(scene.places.map((place) => [place.name, place]));
  const found: Name[] = [];
  const shown = sheet.labels
    .map((label, key) => ({ label, key, letters: LETTERS[label.kind], home: label.place === undefined || label.place === null ? byName.get(label.text) : placeOf(scene, label.place) }))
    .filter(({ label, letters }) => isPlaceName(label) && (k >= FAR || letters?.far))
    .sort((a, b) => RANK.indexOf(a.label.kind) - RANK.indexOf(b.label.kind));
  const sized = shown.map((one) => {
    const size = Math.max(one.letters?.size ?? 0, (one.letters?.least ?? 0) / k);
    const width = one.label.text.length * size * (one.letters?.wide ?? 0.5);
    const spot: Spot = { x: one.label.at?.[0] ?? 0, y: one.label.at?.[1] ?? 0, anchor: one.label.anchor ?? "middle" };
    const box = roomOf(spot, width, size);
    return { ...one, size, width, spot, box, free: counters.covered(box) === 0 && astray(one.home, box) < 8 };
  });
  const set = (one: (typeof sized)[number], spot: Spot) => {
    words.add(roomOf(spot, one.width, one.size));
    found.push({ key: one.key, text: one.label.text, kind: one.label.kind, ...spot, dim: one.home?.inside === false });
  };
  /** How much of a name lies over others; in an area it may, there is no other place for it. */
  const crowded = (one: (typeof sized)[number], box: Box) => (one.home?.kind === "hex" ? words.covered(box) / (one.width * one.size) : 0);
  // Those that may stay where they were printed stay, the larger first; the others look for room among them.
  const moved = sized.filter((one) => {
    const stays = one.free && crowded(one, one.box) < CROWDED;
    if (stays) set(one, one.spot);
    return !stays;
  });
  for (const one of moved) {
    if (one.home === undefined) continue;
    let best: { spot: Spot; price: number } | undefined;
    for (const spot of [one.spot, ...around(one.home, byPlace.get(one.home.id), one.width, one.size)]) {
      const box = roomOf(spot, one.width, one.size);
      const far = Math.hypot((box.left + box.right) / 2 - one.home.at[0], (box.top + box.bottom) / 2 - one.home.at[1]);
      const way = (far / one.size) * 0.03;
      if (way >= (best?.price ?? DEAREST)) continue; // too far already, whatever else is there
      if (counters.covered(box) > 0 || crowded(one, box) >= CROWDED) continue;
      const out = astray(one.home, box);
      if (out >= 8) continue;
      const price = words.covered(box) / (one.width * one.size) + out * 0.2 + way;
      if (best === undefined || price < best.price) best = { spot, price };
    }
    if (best !== undefined && best.price < DEAREST) set(one, best.spot);
  }
  return found;
}
