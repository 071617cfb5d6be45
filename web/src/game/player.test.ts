import { expect, test } from "vitest";
import { line, look } from "../small";
import type { Replay } from "../wire/types";
import { duration } from "./pace";
import { ReplayPlayer } from "./player.svelte";

const frames = Array.from({ length: 150 }, (_, n) => ({ look: { turn: n + 1 }, log: n % 2 === 0 ? [line("move", `move ${n}`)] : [], by: 0 }));
const replay: Replay = { title: "toy", scenario: "one", options: {}, name: "Toy", commitment: "", look, log: [line("impulse", "start")], frames, jumps: [{ frame: 40, kind: "battle", text: "" }, { frame: 90, kind: "battle", text: "" }] };

test("every step shows the view after it, however one gets there", () => {
  const player = new ReplayPlayer(replay);
  for (const step of [150, 3, 64, 65, 127, 128, 0, 149]) {
    player.go(step);
    expect(player.look.turn).toBe(step);
    expect(player.log.length).toBe(1 + Math.ceil(step / 2));
  }
});

test("steps pass over what shows nothing, and jumps go to battles", () => {
  const player = new ReplayPlayer(replay);
  player.step(1);
  expect(player.at).toBe(1);
  player.step(1);
  expect(player.at).toBe(3); // the second frame was silent
  player.jump("battle", 1);
  expect(player.at).toBe(40);
  player.jump("battle", 1);
  player.jump("battle", -1);
  expect(player.at).toBe(40);
  player.go(9999);
  expect(player.at).toBe(150);
});

test("others' moves take time, one's own only their dice, and instant takes none", () => {
  expect(duration(line("move", ""), false, "normal")).toBeGreaterThan(300);
  expect(duration(line("move", ""), true, "normal")).toBe(0);
  expect(duration(line("fire", ""), true, "normal")).toBeGreaterThan(0);
  expect(duration(line("fire", ""), false, "instant")).toBe(0);
});
