// @vitest-environment jsdom
// What lies beside the map, drawn from made-up data: nothing here knows a title.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { look, scene } from "../made_up";
import type { Scene } from "../wire/types";
import CupStrip from "./CupStrip.svelte";
import { inCup, rounds, shares } from "./cups";
import Dock from "./Dock.svelte";
import Drawn from "./Drawn.svelte";
import Hand from "./Hand.svelte";
import StandingAnswers from "./StandingAnswers.svelte";
import Tracks from "./Tracks.svelte";
import Trays from "./Trays.svelte";
import { answerOf, linesOf } from "./uses";

let shown: Record<string, unknown> | null = null;

function draw(component: unknown, props: Record<string, unknown>): string {
  shown = mount(component as Component<Record<string, unknown>>, { target: document.body, props: { scene, openRule: () => undefined, ...props } });
  flushSync();
  return document.body.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
};

afterEach(async () => {
  if (shown !== null) await unmount(shown);
  shown = null;
  document.body.innerHTML = "";
});

test("a use is an answer only if it is a choice and nothing forbids it", () => {
  expect(answerOf({ line: 0, verb: "use", target: 1 }, look.choices)).toEqual({ verb: "use", target: 1 });
  expect(answerOf({ line: 0, verb: "use", target: 7 }, look.choices)).toBeNull();
  expect(answerOf({ line: 0, verb: "use", target: 1, why: "tired" }, look.choices)).toBeNull();
  expect(answerOf({ line: 0, why: "tired" }, look.choices)).toBeNull();
});

test("uses stand with their lines, those of no line last", () => {
  const lines = linesOf(scene.cards![1]!, look.hand![1]!);
  expect(lines.map((line) => [line.text, line.uses.length])).toEqual([["Throw a bridge", 1], ["Dig in a unit", 1], ["", 1]]);
});

test("a card in the hand offers its uses and says why others are grey", () => {
  const act = vi.fn();
  const text = draw(Hand, { look, choices: look.choices, act });
  button("2nd Corps").click();
  expect(act).toHaveBeenCalledWith({ verb: "use", target: 1 });
  expect(button("3rd Corps").disabled).toBe(true);
  expect(text).toContain("it was activated this morning");
  const grey = button("3rd Corps").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(grey)?.textContent).toContain("it was activated this morning");
  button("Throw a bridge").click();
  expect(act).toHaveBeenLastCalledWith({ verb: "use", target: 16 });
  expect(document.querySelector(".picked h3")?.textContent).toBe("Through the Losheim Gap");
});

test("when it is not my turn no use can be had", () => {
  draw(Hand, { look, choices: {}, act: () => undefined });
  expect([...document.querySelectorAll<HTMLButtonElement>(".use")].every((one) => one.disabled)).toBe(true);
});

test("piles tell their number and the open card, the table who laid a card", () => {
  const text = draw(Hand, { look, choices: {}, act: () => undefined });
  expect(text).toContain("21 Your pile");
  expect(text).toMatch(/4 Discards\s*Fog/);
  expect(document.querySelector("[aria-label='Cards on the table']")?.textContent).toContain("Allied");
});

test("a cup is counted by side, with what is unknown", () => {
  expect(shares(look.cup!, scene.chits!, 2).map((share) => [share.side, share.count])).toEqual([[0, 2], [1, 3], [null, 1]]);
  expect(inCup(look.cup!)).toBe(7);
  const text = draw(CupStrip, { cup: look.cup });
  expect(text).toContain("7 left");
  expect(text).toContain("43 % the next round is yours");
  expect(text).toContain("Northern army: every unit of the northern army moves or fights"); // the chit that is carried out, in words
  expect(document.querySelector(".now")?.getAttribute("data-chit")).toBe("0");
});

test("draws of one round stand together, and one that did not count says so", () => {
  expect(rounds([{ chit: 0, when: "1" }, { chit: 1, when: "1" }, { chit: 2, when: "2" }]).map((round) => [round.when, round.draws.length])).toEqual([["1", 2], ["2", 1]]);
  const text = draw(Drawn, { drawn: [{ chit: 2, counts: false, note: "needs woods" }], told: true });
  expect(text).toContain("needs woods");
  expect(document.querySelector(".void")?.getAttribute("aria-label")).toContain("does not count");
});

test("a counter in a tray is chosen by a click, and shows whether it can be", () => {
  const choose = vi.fn();
  draw(Trays, { look, trays: look.trays, legal: new Set([1]), choose, point: () => undefined });
  document.querySelector<HTMLButtonElement>('[data-tray="1"]')?.click();
  expect(choose).toHaveBeenCalledWith(1);
  expect([...document.querySelectorAll("[data-tray].legal")].length).toBe(1);
  expect(document.querySelector('[data-tray="1"]')?.getAttribute("aria-label")).toContain("can be chosen");
});

test("a standing answer is set by choosing it, and fixed where it cannot be changed", () => {
  const act = vi.fn();
  draw(StandingAnswers, { standing: look.standing, choices: look.choices, act });
  const [bridges, events] = document.querySelectorAll("select");
  expect([bridges?.value, bridges?.disabled, events?.disabled]).toEqual(["0", false, true]);
  bridges!.value = "2";
  bridges!.dispatchEvent(new Event("change", { bubbles: true }));
  expect(act).toHaveBeenCalledWith({ verb: "habit", target: 2 });
});

test("with a question only those that are asked stand in the prompt", () => {
  draw(StandingAnswers, { standing: look.standing, choices: look.choices, act: () => undefined, asked: true });
  expect(document.querySelectorAll("select").length).toBe(1);
});

test("several tracks show where their markers stand", () => {
  const text = draw(Tracks, { markers: look.markers });
  expect(text).toContain("Victory points German 6, Allied 3 if it ended now");
  expect([...document.querySelectorAll(".now")].map((space) => space.textContent?.trim())).toEqual(["3", "6", "18", "low"]);
  expect(document.querySelectorAll(".heading").length).toBe(2);
});

test("a title without any of it has no edge of the table", () => {
  const empty: Scene = { ...scene, cards: [], chits: [], tracks: [] };
  const text = draw(Dock, { scene: empty, look: { ...look, hand: [], laid: [], piles: [], cup: null, trays: [], standing: [] }, choices: {}, legal: new Set(), act: () => undefined, choosePiece: () => undefined, pointPiece: () => undefined });
  expect(text).toBe("");
});

test("the edge of the table folds away and says what is there", () => {
  draw(Dock, { look, choices: look.choices, legal: new Set(), act: () => undefined, choosePiece: () => undefined, pointPiece: () => undefined });
  const names = [...document.querySelectorAll(".fold")].map((fold) => fold.textContent?.slice(1).trim());
  expect(names).toEqual(["3 cards, 1 on the table", "The cup", "Assets 2, Waiting 1", "Standing answers"]);
  expect(document.querySelector(".card-face")).not.toBeNull();
  document.querySelector<HTMLButtonElement>('[data-section="cup"]')?.click();
  flushSync();
  expect([document.querySelector(".card-face"), document.querySelector(".cup") === null]).toEqual([null, false]);
  document.querySelector<HTMLButtonElement>('[data-section="cup"]')?.click();
  flushSync();
  expect(document.querySelector(".dock .body")).toBeNull();
});

// A hand is tall, a cup is not.
test.each([
  ["a hand no card of which can be chosen is folded", {}, {}, null],
  ["a hand with a card to be chosen is open", {}, { choices: look.choices }, ".hand"],
  ["a cup stays open", { hand: [], laid: [], piles: [] }, {}, ".cup"],
])("on a low screen %s", (_, changed, chosen, open) => {
  vi.stubGlobal("matchMedia", (screen: string) => ({ matches: screen.includes("max-height") }));
  draw(Dock, { look: { ...look, ...changed }, choices: {}, legal: new Set(), act: () => undefined, choosePiece: () => undefined, pointPiece: () => undefined, ...chosen });
  expect(document.querySelector(open ?? ".dock .body") !== null).toBe(open !== null);
  vi.unstubAllGlobals();
});
