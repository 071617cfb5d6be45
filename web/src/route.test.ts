// @vitest-environment jsdom
import { expect, test } from "vitest";
import { address, read } from "./route.svelte";

test("addresses lead back to where they were made", () => {
  expect(read(address("play", "a/b c"))).toEqual({ page: "play", rest: ["a/b c"] });
  expect(read(address("rules", "toy", "T-1"))).toEqual({ page: "rules", rest: ["toy", "T-1"] });
  expect(read("#nonsense/x").page).toBe("home");
});
