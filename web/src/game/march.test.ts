import { beforeEach, expect, test } from "vitest";
import { look as opening, scene } from "../small";
import type { FromClient, Look } from "../wire/types";
import type { Answer } from "./choices";
import { Gestures } from "./gestures";
import { March, type Ground } from "./march.svelte";

let said: unknown[] = [];
let ground: Ground & { look: Look; at: number; undo: number; hand: Answer[]; reaching: boolean };
let march: March;

const GOING = { unit: [0], area: [1, 2, 3], via: [2] };

/** The next position, with so many more actions that can be taken back. */
function comes(look: Partial<Look>, played = 1): void {
  Object.assign(ground, { look: { ...ground.look, ...look }, at: ground.at + Math.abs(played), undo: ground.undo + played, hand: [], reaching: false });
  march.settled();
}

/** What was reached for is in hand. */
function held(look: Partial<Look>, hand: Answer[] = [{ verb: "unit", target: look.picked?.[0] ?? 0 }]): void {
  Object.assign(ground, { look: { ...ground.look, ...look }, hand, reaching: false });
  march.settled();
}

beforeEach(() => {
  said = [];
  const lift = (answers: Answer[]) => (said.push(["lift", ...answers.map(({ target }) => target)]), (ground.reaching = true));
  const act = (answer: Answer) => (march.note(answer), answer.verb === "unit" ? lift([answer]) : said.push(["act", answer.verb, answer.target]));
  const putDown = () => {
    if (ground.hand.length > 0 || ground.reaching) said.push(["put down"]);
    if (ground.hand.length > 0) return held({ picked: [], choices: opening.choices }, []);
    ground.reaching = false;
  };
  ground = { scene, look: opening, at: 7, undo: 0, myTurn: true, mySide: 0, hand: [], reaching: false, lifts: ({ verb }) => verb === "unit", lift, putDown, act, ask: (question) => said.push(["ask", question.verbs[0], question.target]), send: (message: FromClient) => said.push(message) };
  march = new March(ground);
  march.settled();
});

const led = (): void => {
  march.gather([0, 1]);
  held({ picked: [0], choices: GOING });
};

test("those who follow go where the leader went, by the same way", () => {
  led();
  expect(march.following).toEqual([1]);
  ground.act({ verb: "via", target: 2 });
  comes({ picked: [0] });
  ground.act({ verb: "area", target: 3 });
  comes({ picked: [], choices: opening.choices });
  expect(said.at(-1)).toEqual({ t: "group", at: 9, parts: [[["unit", 1], ["via", 2], ["area", 3]]] });
});

test("an answer that was refused is no part of the way", () => {
  led();
  ground.act({ verb: "area", target: 1 });
  march.refused();
  ground.act({ verb: "area", target: 3 });
  comes({ picked: [], choices: opening.choices });
  expect(said.at(-1)).toEqual({ t: "group", at: 8, parts: [[["unit", 1], ["area", 3]]] });
});

test("those who were dropped and could not be taken up do not set out later", () => {
  march.grab([0]);
  march.drop(3, false);
  march.refused();
  march.add(0); // taken up by a click, to go elsewhere
  held({ picked: [0], choices: GOING });
  expect(said.at(-1)).toEqual(["lift", 0]);
});

test("where a group could not be sent the way of its leader is known all the same", () => {
  led();
  ground.act({ verb: "area", target: 3 });
  comes({ picked: [], choices: opening.choices });
  expect(march.underWay).toBe(true);
  march.refused();
  expect([march.underWay, march.last?.trail]).toEqual([false, [{ verb: "area", target: 3 }]]);
});

test("a leader put down again leads nobody", () => {
  led();
  ground.putDown();
  expect([march.following, said.filter((one) => (one as FromClient).t === "group")]).toEqual([[], []]);
});

test("units of several places are made a group one by one, and left out again", () => {
  march.add(0);
  expect(said).toEqual([["lift", 0]]);
  held({ picked: [0], choices: GOING });
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
  comes({ picked: [], choices: opening.choices });
  march.heard([{ part: 0, rule: "", text: "", waits: true }]);
  expect([march.following, march.behind]).toEqual([[1], []]);
  comes({ choices: { bridge: [0], done: [null] } }); // another question comes first
  expect(said.filter((one) => (one as FromClient).t === "group").length).toBe(1);
  comes({ choices: opening.choices });
  expect(said.filter((one) => (one as FromClient).t === "group").length).toBe(2);
});

test("again: a mate of the unit that went goes after it, or the one pointed at", () => {
  march.add(0);
  held({ picked: [0], choices: GOING });
  ground.act({ verb: "area", target: 3 });
  comes({ picked: [], place: [3, 1, 2, 99], choices: { unit: [1], done: [null] } });
  expect(march.last).toEqual({ piece: 0, from: 1, to: 3, trail: [{ verb: "area", target: 3 }] });
  expect(march.followers(null)).toEqual([1]);
  march.again(null);
  expect(said.at(-1)).toEqual({ t: "group", at: 8, parts: [[["unit", 1], ["area", 3]]] });
  march.heard([]);
  comes({ place: [3, 3, 2, 99], choices: { done: [null] } }, 2);
  expect([march.followers(null), march.reach]).toEqual([[], 2]);
  comes({ phase: "Combat" });
  expect(march.last).toBeNull();
});

test("who stays is remembered for the phase, and forgotten when taken up", () => {
  march.stay([0, 1]);
  held({ picked: [0], choices: GOING });
  expect([...march.stays]).toEqual([1]);
  comes({ picked: [], phase: "Combat" });
  expect(march.stays.size).toBe(0);
});

test("a unit dragged is taken up, and goes where it is dropped when it is in hand", () => {
  expect([march.canGrab(0, false), march.canGrab(0, true), march.canGrab(2, false)]).toEqual([true, false, false]);
  march.grab([0]);
  expect(said).toEqual([["lift", 0]]);
  march.drop(3, false); // faster than the line
  expect(said.length).toBe(1);
  held({ picked: [0], choices: GOING });
  expect(said.at(-1)).toEqual(["act", "area", 3]);
  comes({ picked: [], place: [3, 1, 2, 99], choices: opening.choices });
  expect(march.reach).toBe(1);
});

test("a unit dropped nowhere, or let go, lies where it lay", () => {
  march.grab([0]);
  held({ picked: [0], choices: GOING });
  march.drop(null, false);
  expect(said.at(-1)).toEqual(["put down"]);
  march.grab([0]);
  march.release(); // before it is in hand
  expect([said.at(-1), ground.reaching]).toEqual([["put down"], false]);
});

test("a unit dropped where it cannot go is told why, and lies where it lay", () => {
  march.grab([0]);
  held({ picked: [0], choices: { unit: [0], area: [2] } });
  march.drop(3, false);
  expect(said.slice(1)).toEqual([["ask", "area", 3], ["put down"]]);
});

test("of two units the one in hand is put down for the other", () => {
  march.add(0);
  held({ picked: [0], choices: GOING });
  expect([march.canChange(1), march.canChange(2)]).toEqual([true, false]);
  march.change(1);
  expect(said.at(-1)).toEqual(["lift", 1]);
  held({ picked: [1], choices: { unit: [1], area: [3] } });
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
  held({ picked: [0], choices: GOING });
  ground.act({ verb: "area", target: 3 });
  comes({ picked: [], choices: opening.choices });
  march.order();
  comes({}, 5);
  expect([march.course, march.reach]).toEqual([true, 5]);
  comes({}, -5); // taken back: the last answer before it is next
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
  held({ picked: [0], choices: { unit: [0], area: [3] } });
  expect(said.at(-1)).toEqual(["act", "area", 3]);
  expect(march.underWay).toBe(true);
  comes({ picked: [], choices: opening.choices });
  expect(said.at(-1)).toEqual({ t: "group", at: 8, parts: [[["unit", 1], ["area", 3]]] });
});

test("where there are several places they wait for the player", () => {
  march.gather([0, 1], true);
  held({ picked: [0], choices: GOING });
  expect(said.length).toBe(1);
});
