// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { Goal, Piece, Verb } from "../wire/types";
import { happens, reached, solved, type Seen } from "./learn.svelte";

const seen = (part: Partial<Seen>): Seen => ({ look: { picked: [], ending: null }, given: [], log: [], myTurn: true, away: false, ...part });
const goal = (kind: Goal["kind"], verb = "", targets: number[] = []): Goal => ({ kind, verb, targets });

test("an answer counts with any of the targets named, and with every target where none is", () => {
  expect(reached(goal("did", "unit", [4, 5]), seen({ given: [{ verb: "unit", target: 5 }] }))).toBe(true);
  expect(reached(goal("did", "unit", [4]), seen({ given: [{ verb: "unit", target: 5 }] }))).toBe(false);
  expect(reached(goal("did", "done"), seen({ given: [{ verb: "done", target: null }] }))).toBe(true);
});

test("all the pieces named have to be taken up", () => {
  expect(reached(goal("picked", "", [1, 2]), seen({ look: { picked: [2], ending: null } }))).toBe(false);
  expect(reached(goal("picked", "", [1, 2]), seen({ look: { picked: [2, 1], ending: null } }))).toBe(true);
});

test("one's own turn counts only after another's", () => {
  expect(reached(goal("turn"), seen({}))).toBe(false);
  expect(reached(goal("turn"), seen({ away: true }))).toBe(true);
  expect(reached(goal("next"), seen({ away: true }))).toBe(false);
});

test("a lesson is solved by any of its answers", () => {
  expect(solved([["area", 7], ["stop", null]], [{ verb: "stop", target: null }])).toBe(true);
  expect(solved([["area", 7]], [{ verb: "area", target: 8 }])).toBe(false);
});

test("a lesson happens where its answers lead, or where the one who decides has units", () => {
  const verbs = [{ key: "unit", target: "piece" }, { key: "hex", target: "place", first: 1 }, { key: "move", target: "none" }] as unknown as Verb[];
  const scene = { verbs, gone: 99, pieces: [{ id: 0, side: 0 }, { id: 1, side: 0 }, { id: 2, side: 0 }, { id: 3, side: 1 }] as Piece[] };
  const look = { place: [12, 99, 0, 17], side: 0 };
  expect(happens([["unit", 0], ["hex", 14]], scene, look)).toEqual([12, 15]);
  expect(happens([["unit", 2], ["hex", 14]], scene, look)).toEqual([15]);
  expect(happens([["move", null]], scene, look)).toEqual([12]);
});
