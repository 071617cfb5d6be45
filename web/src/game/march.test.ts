import { beforeEach, expect, test } from "vitest";
import { look as opening } from "../small";
import type { FromClient } from "../wire/types";
import { Gestures } from "./gestures.svelte";
import type { March } from "./march.svelte";
import { GOING, Practice } from "./practice";

let ground: Practice;
let march: March;

beforeEach(() => {
  ground = new Practice();
  march = ground.march;
});

const led = (): void => {
  march.gather([0, 1]);
  ground.holds({ picked: [0], choices: GOING });
};

test("those who follow go where the leader went, by the same way", () => {
  led();
  expect(march.following).toEqual([1]);
  ground.act({ verb: "via", target: 2 });
  ground.comes({ picked: [0] });
  ground.act({ verb: "area", target: 3 });
  ground.comes({ picked: [], choices: opening.choices });
  expect(ground.said.at(-1)).toEqual({ t: "group", at: 9, parts: [[["unit", 1], ["via", 2], ["area", 3]]] });
});

test("an answer that was refused is no part of the way", () => {
  led();
  ground.act({ verb: "area", target: 1 });
  march.refused();
  ground.act({ verb: "area", target: 3 });
  ground.comes({ picked: [], choices: opening.choices });
  expect(ground.said.at(-1)).toEqual({ t: "group", at: 8, parts: [[["unit", 1], ["area", 3]]] });
});

test("where a group could not be sent the way of its leader is known all the same", () => {
  led();
  ground.act({ verb: "area", target: 3 });
  ground.comes({ picked: [], choices: opening.choices });
  expect(march.underWay).toBe(true);
  march.refused();
  expect([march.underWay, march.last?.trail]).toEqual([false, [{ verb: "area", target: 3 }]]);
});

test("a leader put down again leads nobody", () => {
  led();
  ground.putDown();
  expect([march.following, ground.said.filter((one) => (one as FromClient).t === "group")]).toEqual([[], []]);
});

test("units of several places are made a group one by one, and left out again", () => {
  march.add(0);
  expect(ground.said).toEqual([["lift", 0]]);
  ground.holds({ picked: [0], choices: GOING });
  march.add(1);
  expect(march.following).toEqual([1]);
  march.add(1);
  expect(march.following).toEqual([]);
  march.add(2); // the enemy's
  expect(march.following).toEqual([]);
});

test("those for whom the other side decides first go on when it has", () => {
  led();
  ground.act({ verb: "area", target: 2 });
  ground.comes({ picked: [], choices: opening.choices });
  march.heard([{ part: 0, rule: "", text: "", waits: true }]);
  expect([march.following, march.behind]).toEqual([[1], []]);
  ground.comes({ choices: { bridge: [0], done: [null] } }); // another question comes first
  expect(ground.said.filter((one) => (one as FromClient).t === "group").length).toBe(1);
  ground.comes({ choices: opening.choices });
  expect(ground.said.filter((one) => (one as FromClient).t === "group").length).toBe(2);
});

test("again: a mate of the unit that went goes after it, or the one pointed at", () => {
  march.add(0);
  ground.holds({ picked: [0], choices: GOING });
  ground.act({ verb: "area", target: 3 });
  ground.comes({ picked: [], place: [3, 1, 2, 99], choices: { unit: [1], done: [null] } });
  expect(march.last).toEqual({ piece: 0, from: 1, to: 3, trail: [{ verb: "area", target: 3 }] });
  expect(march.followers(null)).toEqual([1]);
  march.again(null);
  expect(ground.said.at(-1)).toEqual({ t: "group", at: 8, parts: [[["unit", 1], ["area", 3]]] });
  march.heard([]);
  ground.comes({ place: [3, 3, 2, 99], choices: { done: [null] } }, 2);
  expect([march.followers(null), march.reach]).toEqual([[], 2]);
  ground.comes({ phase: "Combat" });
  expect(march.last).toBeNull();
});

test("who stays is remembered for the phase, and forgotten when taken up", () => {
  march.stay([0, 1]);
  ground.holds({ picked: [0], choices: GOING });
  expect([...march.stays]).toEqual([1]);
  ground.comes({ picked: [], phase: "Combat" });
  expect(march.stays.size).toBe(0);
});

test("of two units the one in hand is put down for the other", () => {
  march.add(0);
  ground.holds({ picked: [0], choices: GOING });
  expect([march.canChange(1), march.canChange(2)]).toEqual([true, false]);
  march.change(1);
  expect(ground.said.at(-1)).toEqual(["lift", 1]);
  ground.holds({ picked: [1], choices: { unit: [1], area: [3] } });
  expect(march.following).toEqual([]);
});

test("what a gesture did is taken back as one, and nothing beyond what dice allow", () => {
  const gestures = new Gestures();
  gestures.settle(0, 7);
  gestures.settle(4, 11);
  gestures.close(0);
  expect(gestures.last).toBe(4);
  gestures.settle(5, 12);
  expect(gestures.last).toBe(1);
  gestures.settle(4, 13);
  expect(gestures.last).toBe(4);
  gestures.settle(2, 20); // dice fell and more was played
  expect(gestures.last).toBe(1);
});

test("a course carried out in one go is taken back as one", () => {
  ground.act({ verb: "unit", target: 0 });
  ground.holds({ picked: [0], choices: GOING });
  ground.act({ verb: "area", target: 3 });
  ground.comes({ picked: [], choices: opening.choices });
  march.order();
  ground.comes({}, 5);
  expect([march.course, march.reach]).toEqual([true, 5]);
  ground.comes({}, -5); // taken back: the last answer before it is next
  expect([march.course, march.reach]).toEqual([false, 1]);
});

test("of a course on which dice fell only what came after them is taken back", () => {
  march.order();
  Object.assign(ground, { at: ground.at + 6, undo: 2 });
  march.settled();
  expect([march.course, march.reach]).toEqual([true, 2]);
});

test("all that may go on at once where there is but one place to go", () => {
  march.gather([0, 1], true);
  ground.holds({ picked: [0], choices: { unit: [0], area: [3] } });
  expect(ground.said.at(-1)).toEqual(["act", "area", 3]);
  expect(march.underWay).toBe(true);
  ground.comes({ picked: [], choices: opening.choices });
  expect(ground.said.at(-1)).toEqual({ t: "group", at: 8, parts: [[["unit", 1], ["area", 3]]] });
});

test("where there are several places they wait for the player", () => {
  march.gather([0, 1], true);
  ground.holds({ picked: [0], choices: GOING });
  expect(ground.said.length).toBe(1);
});
