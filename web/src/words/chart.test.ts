import { expect, test } from "vitest";
import { chart } from "./chart";

const moment = (move: number, clock: string, win: number | null) => ({ move, clock, side: "German", win, value: 0 });

test("a game runs from left to right, a sure win at the top, and days are marked once", () => {
  const drawn = chart([moment(0, "16-1", 0.5), moment(50, "16-2", 0.8), moment(100, "17-1", 1)], 900, 260);
  expect(drawn.x(100)).toBeGreaterThan(drawn.x(50));
  expect(drawn.y(1)).toBeLessThan(drawn.y(0));
  expect(drawn.days.map((day) => day.name)).toEqual(["16", "17"]);
  expect(drawn.line.match(/L/g)?.length).toBe(2);
  expect([0, 25, 75, 100, 140].map(drawn.share)).toEqual([0.5, 0.65, 0.9, 1, 1]); // a turning point lies on the line
});

test("a label that would run into the one before is left out", () => {
  const clocks = ["December 16, German impulse 3", "December 16, Allied impulse 1", "December 17", "December 18, German impulse 1", "December 19"];
  const drawn = chart(clocks.map((clock, n) => moment([0, 40, 50, 90, 100][n] ?? 0, clock, 0.5)), 500, 260);
  expect(drawn.days.map((day) => day.name)).toEqual(["December 16", "December 17", "December 18", "December 19"]);
  expect(drawn.days.map((day) => day.label)).toEqual(["December 16", "December 17", "", ""]);
  const turns = [moment(0, "Turn 1 (Dec 16-17), round 2", 0.5), moment(40, "Turn 2 (Dec 18-19)", 0.5), moment(80, "Turn 3 (Dec 20-21)", 0.5), moment(100, "Turn 3 (Dec 20-21)", 1)];
  expect(chart(turns, 360, 260).days.map((day) => day.label)).toEqual(["Turn 1", "Turn 2", "Turn 3"]);
  expect(chart([moment(0, "Turn 2 (Dec 18-19), round 4", 0.5), moment(9, "Turn 2 (Dec 18-19)", 0.5)], 900, 260).days.map((day) => day.name)).toEqual(["Turn 2 (Dec 18-19)"]);
});

test("a game without decisions has an empty chart", () => {
  expect(chart([], 900, 260).line).toBe("");
});

test("where no chance is shown there is no line", () => {
  expect(chart([moment(0, "16-1", null), moment(50, "16-2", null)], 900, 260).line).toBe("");
});
