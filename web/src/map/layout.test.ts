import { expect, test } from "vitest";
import { look, scene } from "../small";
import { piled, playground, stacks, thick, TILE, viewer } from "./layout";

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

test("a stack is spread out in the same size at every zoom, apart from its pile and within what is seen", () => {
  const stack = { key: "1/0", place: 1, side: 0, x: 500, y: 300, pieces: [0, 1, 2, 3, 4, 5, 6], strength: 9 };
  for (const k of [0.3, 1, 2.5]) {
    const seen = { x: 400, y: 200, width: 900 / k, height: 700 / k };
    for (const at of [{ x: 500, y: 300 }, { x: 402, y: 201 }, { x: 400 + 900 / k, y: 200 + 700 / k - 30 }]) {
      const found = viewer({ ...stack, ...at }, 40, k, seen, true);
      expect([found.x - found.width / 2 / k, found.y - found.height / 2 / k].every((edge, n) => edge >= [seen.x, seen.y][n]! - 0.01)).toBe(true);
      expect(found.x + found.width / 2 / k).toBeLessThanOrEqual(seen.x + seen.width + 0.01);
      expect(found.y + found.height / 2 / k).toBeLessThanOrEqual(seen.y + seen.height + 0.01);
      for (const [n, a] of found.spots.entries()) for (const b of found.spots.slice(n + 1)) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThan(TILE);
    }
    expect(viewer(stack, 40, k, seen, false).width).toBe(viewer(stack, 40, 1, { x: 0, y: 0, width: 2000, height: 2000 }, false).width);
  }
  expect(piled(stack, 40).at(-1)?.y).toBeLessThan(300); // a pile leans up
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
