// @vitest-environment jsdom
// Panels that decide what to say, drawn into a page that exists only in memory.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, expect, test } from "vitest";
import { scene, look } from "../small";
import Dice from "./Dice.svelte";
import Ending from "./Ending.svelte";
import Odds from "./Odds.svelte";

let shown: Record<string, unknown> | null = null;

function draw<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): string {
  shown = mount(component, { target: document.body, props });
  flushSync();
  return document.body.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

afterEach(async () => {
  if (shown !== null) await unmount(shown);
  shown = null;
  document.body.innerHTML = "";
});

test("dice that hit look different, and say what was needed", () => {
  draw(Dice, { dice: [2, 9], need: 6 });
  expect([...document.querySelectorAll(".die")].map((die) => die.classList.contains("hit"))).toEqual([true, false]);
  expect(document.querySelector(".dice")?.getAttribute("aria-label")).toBe("dice 2, 9, need 6 or less");
});

test("a die for a table needs nothing and hits nothing", () => {
  draw(Dice, { dice: [1], need: null });
  expect(document.querySelector(".die")?.classList.contains("hit")).toBe(false);
  expect(document.querySelector(".dice")?.getAttribute("aria-label")).toBe("dice 1");
});

const modified = {
  place: 2,
  headlines: [],
  attackers_left: [1],
  defenders_left: [1],
  outcomes: [],
  column: "2-1",
  modifiers: [
    { rule: "T-1", text: "surprise", value: 1, helps: "attacker" },
    { rule: "T-2", text: "forest", value: -1, helps: "defender" },
    { rule: "T-3", text: "nothing", value: 0, helps: "" },
  ],
};

test.each([
  [0, ["good", "bad", ""]],
  [1, ["bad", "good", ""]],
  [null, ["", "", ""]],
])("what counts is coloured by whom it helps, whatever its sign: side %s", (mine, colours) => {
  draw(Odds as unknown as Component<Record<string, unknown>>, { scene, forecast: modified, openRule: () => undefined, attacker: 0, mine });
  expect([...document.querySelectorAll(".modifiers li")].map((row) => ["good", "bad"].find((name) => row.classList.contains(name)) ?? "")).toEqual(colours);
});

test("a chart of many strength points is drawn in a few columns, and support is told apart", () => {
  const forecast = { ...modified, attackers_left: Array.from({ length: 41 }, () => 1 / 41), defenders_left: [0, 0, 0, 0, 1] };
  const text = draw(Odds as unknown as Component<Record<string, unknown>>, { scene, forecast, openRule: () => undefined, support: 12 });
  expect(document.querySelectorAll(".bar").length).toBeLessThanOrEqual(7);
  expect(text).toContain("Attackers left, of 40 SP");
  expect(text).toContain("12 SP of support are not at risk");
  expect(text).toContain("Defenders left: 4 of 4 SP for certain");
});

test("where combat goes by points and counters by steps, odds are in points", () => {
  const forecast = { ...modified, attackers_left: [0, 0, 1], strength_name: "strength points" };
  const text = draw(Odds as unknown as Component<Record<string, unknown>>, { scene: { ...scene, strength_name: "steps" }, forecast, openRule: () => undefined });
  expect(text).toContain("Attackers left: 2 of 2 strength points for certain");
});

test("small chances keep a decimal, certain ones none", () => {
  const forecast = { place: 2, headlines: [{ text: "rare", chance: 0.094 }, { text: "likely", chance: 0.612 }, { text: "sure", chance: 1 }], attackers_left: [0.5, 0.5], defenders_left: [1], attacking: 3, defending: 2, modifiers: [], outcomes: [], column: "" };
  const text = draw(Odds as unknown as Component<Record<string, unknown>>, { scene, forecast, openRule: () => undefined });
  expect(text).toContain("9.4 % rare");
  expect(text).toContain("61 % likely");
  expect(text).toContain("100 % sure");
});

test("odds with a table of results show its column, what the die can bring, and the table with the column lit", () => {
  const table = { name: "Combat results", rule: "BW-9.5a", columns: ["1-1", "2-1"], rows: [["1", ["D1", "D2"]], ["6", ["A2", "A1"]]] };
  const outcomes = [{ text: "D2", chance: 0.5, dice: [1, 2, 3], note: "the defender retreats 2" }];
  const forecast = { place: 2, headlines: [], attackers_left: [1], defenders_left: [1], modifiers: [], outcomes, column: "2-1" };
  const text = draw(Odds as unknown as Component<Record<string, unknown>>, { scene: { ...scene, tables: [table] }, forecast, openRule: () => undefined });
  expect(text).toContain("Column 2-1");
  expect(text).toMatch(/D2\s*50 %\s*1 2 3\s*the defender retreats 2/);
  expect([...document.querySelectorAll(".results .lit")].map((cell) => cell.textContent)).toEqual(["2-1", "D2", "A1"]);
});

test("odds without a table of results name no column", () => {
  const forecast = { place: 2, headlines: [], attackers_left: [1], defenders_left: [1], modifiers: [], outcomes: [], column: "2 chits to draw" };
  const text = draw(Odds as unknown as Component<Record<string, unknown>>, { scene, forecast, openRule: () => undefined });
  expect(text).toContain("2 chits to draw");
  expect(text).not.toContain("Column");
});

test("the end says who won", () => {
  const over = { ...look, ending: { winner: 1, level: "Allied Marginal", score: 4 } };
  const text = draw(Ending as unknown as Component<Record<string, unknown>>, { scene, look: over, replay: "#r", report: "#p", save: "/s", close: () => undefined });
  expect(text).toContain("Allied Marginal");
  expect(text).toContain("The Allies win.");
});
