import { expect, test } from "vitest";
import type { Label, Place } from "../wire/types";
import { stacks } from "./layout";
import { names, pileBox, within } from "./names";
import { scene as small } from "../small";

const square = (id: number, name: string, x: number, kind = "area"): Place => ({ id, word: String(id), name, kind, at: [x + 30, 60], stack: [x + 100, 100], print: [x, 0], outline: `M${x} 0L${x + 200} 0L${x + 200} 200L${x} 200Z` });
const places = [square(1, "Amel", 0), square(2, "St. Vith", 200)];
const label = (text: string, at: [number, number], more: Partial<Label> = {}): Label => ({ text, kind: "village", at, ...more });
const at = (text: string, labels: Label[], pieces: number[], k = 1, where = places) => {
  const scene = { ...small, places: where };
  const piles = stacks(scene, { place: pieces, strength: [] }, 44);
  return { name: names({ places: where }, { labels, counter: 44 }, piles, k).find((name) => name.text === text), piles };
};

test("a name stays where it was printed while nothing covers it and it is in its own area", () => {
  const { name } = at("Amel", [label("Amel", [60, 40])], []);
  expect([name?.x, name?.y]).toEqual([60, 40]);
});

test("a name printed in a neighbour's area comes home", () => {
  const { name } = at("Amel", [label("Amel", [260, 40])], []);
  expect(within(places[0]!, name?.x ?? -1, name?.y ?? -1)).toBe(true);
});

test("a name goes out from under counters, and stays in its area", () => {
  const { name, piles } = at("Amel", [label("Amel", [100, 104])], [1, 0, 0, 0]);
  const box = pileBox(piles[0]!, 44);
  expect(name).toBeDefined();
  expect(name!.y < box.top || name!.y - 10 > box.bottom || name!.x > box.right || name!.x < box.left).toBe(true);
  expect(within(places[0]!, name!.x, name!.y)).toBe(true);
});

test("a hex's name stands beside its counter, by the place its label names", () => {
  const hexes = [{ ...square(7, "Clervaux 1324", 0, "hex"), at: [100, 100] as [number, number] }];
  const { name } = at("Clervaux", [label("Clervaux", [100, 100], { place: 7 })], [7, 0, 0, 0], 1, hexes);
  expect(Math.abs((name?.y ?? 100) - 100)).toBeGreaterThan(22);
});

test("from afar only towns are named", () => {
  const labels = [label("Amel", [60, 40]), label("St. Vith", [260, 40], { kind: "town" })];
  expect(names({ places }, { labels, counter: 44 }, [], 0.4).map((name) => name.text)).toEqual(["St. Vith"]);
});

test("of two names of hexes that lie over each other the larger stays where it is, and the other finds room or is left out", () => {
  const hexes = [square(7, "Spa 1324", 0, "hex"), { ...square(8, "Theux 1325", 0, "hex"), at: [34, 64] as [number, number] }];
  const labels = [label("Theux", [62, 64], { place: 8 }), label("Spa", [60, 60], { place: 7, kind: "town" })];
  const found = names({ places: hexes }, { labels, counter: 44 }, [], 1);
  expect(found.find((name) => name.text === "Spa")).toMatchObject({ x: 60, y: 60 });
  const other = found.find((name) => name.text === "Theux");
  expect(other === undefined || Math.abs(other.y - 60) > 8 || Math.abs(other.x - 60) > 30).toBe(true);
});
