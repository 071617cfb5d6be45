import { expect, test } from "vitest";
import { line, scene } from "../small";
import { arrows, courseArrows, lastBattle, outcome, story } from "./story";

const log = [
  line("impulse", "The German side moves."),
  line("move", "", { pieces: [0], path: [1, 2, 3], place: 3 }),
  line("move", "", { pieces: [1], path: [2, 3], place: 3 }),
  line("battle", "Battle of {area:2}: {unit:0} against {unit:2}.", { place: 2 }),
  line("fire", "{unit:0} fires: 1, hit."),
  line("loss", "{unit:2} is eliminated."),
  line("battle end", "The battle of {area:2} ends."),
  line("bridge", "The bridge Aix-Spa is blown."),
];

test("moves to one place are one line, a battle is one with what came of it", () => {
  const told = story(scene, log);
  expect(told.map((chapter) => chapter.kind)).toEqual(["move", "battle", "other"]);
  expect(told[0]?.text).toBe("1 Pz foot, 2 Pz foot → Huy");
  expect(told[1]?.text).toBe("Battle of Spa: 1 Pz foot against 1 Inf foot. 1 Inf foot is eliminated. The battle of Spa ends.");
});

test("every way is drawn once", () => {
  expect(arrows(scene, [...log, ...log])).toEqual([
    { from: 1, to: 3, side: 0 },
    { from: 2, to: 3, side: 0 },
  ]);
});

test("the last battle and its outcome", () => {
  expect(lastBattle(log)[0]?.kind).toBe("battle");
  expect(outcome(scene, lastBattle(log))).toEqual(["1 Pz foot fires: 1, hit.", "1 Inf foot is eliminated.", "The battle of Spa ends."]);
});

test("a course is drawn from where its pieces stand to where they go", () => {
  expect(courseArrows(scene, [1, 1, 2, 99], [["unit", 0], ["unit", 1], ["area", 3], ["done", null]])).toEqual([{ from: 1, to: 3, side: 0 }]);
});
