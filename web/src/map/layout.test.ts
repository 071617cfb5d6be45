import { expect, test } from "vitest";
import { look, scene } from "../small";
import { fanned, piled, plate, playground, stacks, thick } from "./layout";

test("one stack a side and place, the strongest on top; what is gone lies nowhere", () => {
  const found = stacks(scene, look, 40);
  expect(found.map((stack) => [stack.key, stack.pieces, stack.strength])).toEqual([
    ["1/0", [1, 0], 5],
    ["2/1", [2], 2],
  ]);
});

test("enemies in one place lie side by side, the Germans to the east", () => {
  const [german, allied] = stacks(scene, { ...look, place: [2, 0, 2, 99] }, 40);
  expect(german?.x).toBeGreaterThan(allied?.x ?? Infinity);
  expect((german?.x ?? 0) - (allied?.x ?? 0)).toBeGreaterThan(40); // not one on the other
});

test("a fan shows every counter apart, and stays on the sheet", () => {
  const stack = { key: "1/0", place: 1, side: 0, x: 5, y: 5, pieces: [0, 1, 2, 3, 4, 5, 6], strength: 9 };
  const spots = fanned(stack, 40, { width: 1000, height: 1000 });
  const around = plate(spots, 40);
  expect(around.x).toBeGreaterThanOrEqual(0);
  expect(around.y).toBeGreaterThanOrEqual(0);
  for (const [n, a] of spots.entries()) for (const b of spots.slice(n + 1)) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThan(40);
  expect(piled(stack, 40).at(-1)?.y).toBeLessThan(5); // a pile leans up
});

test("a scenario that uses part of the map opens on that part", () => {
  const sheet = { width: 2000, height: 1500 };
  expect(playground(scene.places, sheet)).toEqual({ x: 0, y: 0, ...sheet });
  const part = playground(scene.places.map((place) => ({ ...place, inside: place.id < 3 })), sheet);
  expect(part.x + part.width).toBeLessThan(500);
});

test("the thick of the fight leaves far outliers out", () => {
  const whole = { x: 0, y: 0, width: 2000, height: 1500 };
  expect(thick(scene, look, whole, whole)).toBe(whole); // too few to tell
  const places = Array.from({ length: 12 }, (_, n) => ({ ...scene.places[0]!, id: n + 1, stack: [n === 0 ? 1900 : 400 + n, n === 0 ? 1400 : 300] as [number, number] }));
  const pieces = Array.from({ length: 12 }, (_, id) => ({ ...scene.pieces[0]!, id }));
  const box = thick({ ...scene, places, pieces }, { place: pieces.map((piece) => piece.id + 1) }, whole, whole);
  expect(box.x + box.width).toBeLessThan(1000);
  expect(box.x).toBeLessThan(400);
});
