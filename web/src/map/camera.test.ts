import { expect, test } from "vitest";
import { AIR, centred, clamped, nearest, sees } from "./camera";

const room = { width: 1000, height: 600 };
const sheet = { width: 2000, height: 1500 };

test("no view leaves more of the bare table in sight than a margin", () => {
  expect(clamped({ x: 900, y: 500, k: 1 }, room, sheet)).toEqual({ x: AIR, y: AIR, k: 1 });
  expect(clamped({ x: -9000, y: -9000, k: 1 }, room, sheet)).toEqual({ x: 1000 - 2000 - AIR, y: 600 - 1500 - AIR, k: 1 });
  expect(clamped({ x: -300, y: -200, k: 1 }, room, sheet)).toEqual({ x: -300, y: -200, k: 1 });
});

test("a sheet smaller than the room lies in its middle", () => {
  expect(clamped({ x: 0, y: 0, k: 0.25 }, room, sheet)).toEqual({ x: 250, y: 112.5, k: 0.25 });
});

test("a place at the western edge can be brought out from under a panel", () => {
  const covered = { left: 430, bottom: 0 };
  const view = clamped(centred(room, [20, 700], 1, covered), room, sheet, covered);
  expect(sees(view, room, [20, 700], 50, covered)).toBe(true);
  expect(view.x).toBe(430 + AIR);
});

test("a panel at the bottom leaves the upper part free", () => {
  const covered = { left: 0, bottom: 400 };
  const view = clamped(centred(room, [700, 1480], 1, covered), room, sheet, covered);
  expect(sees(view, room, [700, 1480], 50, covered)).toBe(true);
  expect(sees(view, room, [700, 1480], 50)).toBe(true);
});

test("the nearest of several points is found from the middle of the view", () => {
  expect(nearest({ x: 0, y: 0, k: 1 }, room, [[0, 0], [510, 290], [900, 300]])).toEqual([510, 290]);
  expect(nearest({ x: 0, y: 0, k: 1 }, room, [])).toBeUndefined();
});
