import { expect, test } from "vitest";
import { buckets, range } from "./buckets";

const sum = (left: number[]) => buckets(left).reduce((total, bucket) => total + bucket.chance, 0);

test("few values have a column each", () => {
  expect(buckets([0.25, 0.5, 0.25]).map((bucket) => [range(bucket), bucket.chance])).toEqual([["0", 0.25], ["1", 0.5], ["2", 0.25]]);
});

test("many values share columns, nobody left stands alone, and no chance is lost", () => {
  const left = Array.from({ length: 60 }, () => 1 / 60);
  const drawn = buckets(left);
  expect(drawn.length).toBeLessThanOrEqual(7);
  expect(drawn[0]).toEqual({ low: 0, high: 0, chance: 1 / 60 });
  expect(drawn.at(-1)?.high).toBe(59);
  drawn.slice(1).forEach((bucket, n) => expect(bucket.low).toBe((drawn[n]?.high ?? 0) + 1));
  expect(sum(left)).toBeCloseTo(1);
});

test("what cannot be is left out: a certain number is one column", () => {
  const left = Array.from({ length: 35 }, (_, n) => (n === 34 ? 1 : 0));
  expect(buckets(left)).toEqual([{ low: 34, high: 34, chance: 1 }]);
  expect(buckets([1])).toEqual([{ low: 0, high: 0, chance: 1 }]);
});
