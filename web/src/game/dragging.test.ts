import { beforeEach, expect, test } from "vitest";
import { look as opening } from "../small";
import type { Dragging } from "./dragging.svelte";
import type { March } from "./march.svelte";
import { GOING, Practice } from "./practice";

let ground: Practice;
let march: March;
let dragging: Dragging;

beforeEach(() => {
  ground = new Practice();
  ({ march, dragging } = ground);
});

test("those who were dropped and could not be taken up do not set out later", () => {
  dragging.grab([0]);
  dragging.drop(3, false);
  march.refused();
  dragging.refused();
  march.add(0); // taken up by a click, to go elsewhere
  ground.holds({ picked: [0], choices: GOING });
  expect(ground.said.at(-1)).toEqual(["lift", 0]);
});

test("a unit dragged is taken up, and goes where it is dropped when it is in hand", () => {
  expect([dragging.canGrab(0, false), dragging.canGrab(0, true), dragging.canGrab(2, false)]).toEqual([true, false, false]);
  dragging.grab([0]);
  expect(ground.said).toEqual([["lift", 0]]);
  dragging.drop(3, false); // faster than the line
  expect(ground.said.length).toBe(1);
  ground.holds({ picked: [0], choices: GOING });
  expect(ground.said.at(-1)).toEqual(["act", "area", 3]);
  ground.comes({ picked: [], place: [3, 1, 2, 99], choices: opening.choices });
  expect(march.reach).toBe(1);
});

test("a unit dropped nowhere, or let go, lies where it lay", () => {
  dragging.grab([0]);
  ground.holds({ picked: [0], choices: GOING });
  dragging.drop(null, false);
  expect(ground.said.at(-1)).toEqual(["put down"]);
  dragging.grab([0]);
  dragging.release(); // before it is in hand
  expect([ground.said.at(-1), ground.reaching]).toEqual([["put down"], false]);
});

test("a unit dropped where it cannot go is told why, and lies where it lay", () => {
  dragging.grab([0]);
  ground.holds({ picked: [0], choices: { unit: [0], area: [2] } });
  dragging.drop(3, false);
  expect(ground.said.slice(1)).toEqual([["ask", "area", 3], ["put down"]]);
});
