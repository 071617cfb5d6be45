import { expect, test } from "vitest";
import { steady } from "./steady";

test("rows that say the same stay the same object", () => {
  const keep = steady<{ id: number; x: number }>((row) => row.id);
  const first = keep([{ id: 1, x: 1 }, { id: 2, x: 2 }]);
  const next = keep([{ id: 1, x: 1 }, { id: 2, x: 3 }]);
  expect(next[0]).toBe(first[0]);
  expect(next[1]).toEqual({ id: 2, x: 3 });
});
