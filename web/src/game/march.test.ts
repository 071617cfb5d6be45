import { expect, test } from "vitest";
import { March } from "./march.svelte";

const take = (piece: number) => ({ verb: "unit", target: piece });
const go = { verb: "area", target: 3 };

function marching(rest: number[]): March {
  const march = new March();
  march.begin(0, rest);
  return march;
}

test("those who follow go where the leader went, by the same way", () => {
  const march = marching([1, 2]);
  expect(march.next([0], take)).toEqual([]); // the leader is in hand
  march.note({ verb: "via", target: 2 });
  march.note(go);
  expect(march.next([], take)).toEqual([take(1), { verb: "via", target: 2 }, go]);
  expect(march.following).toEqual([2]);
  march.note(go); // what is repeated is not learned again
  expect(march.next([], take)).toEqual([take(2), { verb: "via", target: 2 }, go]);
  expect(march.next([], take)).toEqual([]);
  expect(march.following).toEqual([]);
});

test("one that cannot be taken up stays behind, the rest go on", () => {
  const march = marching([1, 2]);
  march.note(go);
  expect(march.next([], (piece) => (piece === 1 ? undefined : take(piece)))).toEqual([take(2), go]);
});

test("a leader put down again leads nobody", () => {
  const march = marching([1]);
  march.note(take(0));
  expect(march.next([], take)).toEqual([]);
  expect(march.following).toEqual([]);
  const undone = marching([1]);
  expect(undone.next([], take)).toEqual([]);
  expect(undone.following).toEqual([]);
});

test("one that cannot follow is in hand, and the player leads with it", () => {
  const march = marching([1, 2]);
  march.note(go);
  march.next([], take);
  march.refused();
  expect(march.next([1], take)).toEqual([]);
  march.note({ verb: "area", target: 2 });
  expect(march.next([], take)).toEqual([take(2), { verb: "area", target: 2 }]);
});
