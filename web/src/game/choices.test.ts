import { expect, test } from "vitest";
import { look, scene } from "../small";
import { clickCrossing, clickPiece, clickPlace, everyChoice, letterAnswer, modeButtons, plainButtons, targets } from "./choices";

const offering = (choices: Record<string, (number | null)[]>) => ({ ...look, choices });

test("a click on what is offered answers, on anything else asks why not", () => {
  const seen = offering({ area: [2], via: [3] });
  expect(clickPlace(scene, seen, 2, "click")).toEqual({ act: { verb: "area", target: 2 } });
  expect(clickPlace(scene, seen, 3, "click")).toEqual({ ask: { verbs: ["area"], target: 3 } });
  expect(clickPlace(scene, seen, 3, "shift")).toEqual({ act: { verb: "via", target: 3 } });
  expect(clickPlace(scene, seen, 2, "shift")).toEqual({ act: { verb: "area", target: 2 } });
});

test("a click on an enemy counter attacks the place it stands in", () => {
  expect(clickPiece(scene, offering({ area: [2] }), 2, "click", 0)).toEqual({ act: { verb: "area", target: 2 } });
  // not reachable: the reason wanted is about the place, not about moving an enemy
  expect(clickPiece(scene, offering({ area: [3] }), 2, "click", 0)).toEqual({ ask: { verbs: ["area"], target: 2 } });
});

test("one's own counter is picked up before its place is entered", () => {
  expect(clickPiece(scene, offering({ unit: [1], area: [1] }), 1, "click", 0)).toEqual({ act: { verb: "unit", target: 1 } });
  expect(clickPiece(scene, offering({ unit: [1] }), 0, "click", 0)).toEqual({ ask: { verbs: ["unit"], target: 0 } });
});

test("bridges answer, or say why they do not", () => {
  expect(clickCrossing(scene, offering({ bridge: [0] }), 0)).toEqual({ act: { verb: "bridge", target: 0 } });
  expect(clickCrossing(scene, offering({}), 0)).toEqual({ ask: { verbs: ["bridge"], target: 0 } });
});

test("pieces of a second sort answer with a verb that counts from its own first", () => {
  const asset = { key: "asset", target: "piece" as const, gesture: "click" as const, name: "Asset", first: 2, count: 3 };
  const guns = { ...scene, verbs: [...scene.verbs.map((verb) => (verb.key === "unit" ? { ...verb, count: 2 } : verb)), asset] };
  const seen = { ...offering({ unit: [1], asset: [0] }), place: [1, 1, 0, 0] };
  expect(targets(guns, seen, "piece")).toEqual(new Set([1, 2]));
  expect(clickPiece(guns, seen, 2, "click", 0)).toEqual({ act: { verb: "asset", target: 0 } });
  expect(clickPiece(guns, seen, 3, "click", null)).toEqual({ ask: { verbs: ["asset"], target: 1 } });
});

test("buttons and the list of choices come in the scene's order", () => {
  const seen = offering({ done: [null], entrench: [1], unit: [1, 0] });
  expect(plainButtons(scene, seen).map((verb) => verb.key)).toEqual(["done"]);
  expect(modeButtons(scene, seen).map((verb) => verb.key)).toEqual(["entrench"]);
  expect(everyChoice(scene, seen).map(({ verb, target }) => `${verb} ${target}`)).toEqual(["unit 1", "unit 0", "entrench 1", "done null"]);
  expect(targets(scene, seen, "piece")).toEqual(new Set([0, 1])); // digging in needs its button first
});

test("a pressed button that waits for a place takes the next click on one", () => {
  const wading = { ...scene, verbs: [...scene.verbs, { key: "wade", target: "place" as const, gesture: "button" as const, name: "Wade" }] };
  const seen = offering({ unit: [0], area: [2, 3], wade: [3] });
  expect(modeButtons(wading, seen).map((verb) => verb.key)).toEqual(["wade"]);
  expect(clickPlace(wading, seen, 3, "click")).toEqual({ act: { verb: "area", target: 3 } });
  expect(clickPlace(wading, seen, 3, "click", "wade")).toEqual({ act: { verb: "wade", target: 3 } });
  expect(clickPlace(wading, seen, 2, "click", "wade")).toEqual({ ask: { verbs: ["wade"], target: 2 } });
  expect([...targets(wading, seen, "place", "wade")]).toEqual([3]);
  expect([...targets(wading, seen, "piece", "wade")]).toEqual([]);
  expect([...targets(wading, seen, "place", "entrench")]).toEqual([2, 3]);
});

test("a letter gives the answer of the button that has it, as long as it is offered", () => {
  const button = { target: "none" as const, gesture: "button" as const, letter: "k" };
  const verbs = [{ key: "breakdown", name: "Break down", ...button }, { key: "combine", name: "Combine", ...button }];
  expect(letterAnswer(verbs, offering({ combine: [null] }), "k")).toEqual({ verb: "combine", target: null });
  expect(letterAnswer(verbs, offering({ combine: [null] }), "j")).toBeNull();
  expect(letterAnswer(verbs, offering({}), "k")).toBeNull();
});
