import { expect, test } from "vitest";
import { scene } from "../small";
import { drawSheet } from "./sheet";

const sheet = { width: 800, height: 400, counter: 40, layers: [{ kind: "woods", paths: ["M0 0z"] }, { kind: "road-major", paths: ["M1 1z"] }], labels: [{ text: "A <B>", kind: "town", at: [1, 2] as [number, number] }], credits: [], corners: {}, drawing: "" };

test("names on the map cannot become markup", () => {
  const drawn = drawSheet({ ...scene, scenario_name: '<script>"x"' }, sheet);
  expect(drawn).toContain("A &lt;B&gt;");
  expect(drawn).not.toContain("<script>");
});

test("roads have a casing, places outside a scenario a hatch", () => {
  expect(drawSheet(scene, sheet)).toContain("road-major casing");
  expect(drawSheet(scene, sheet)).not.toContain("unused-hatch");
  const part = { ...scene, places: scene.places.map((place) => ({ ...place, inside: place.id !== 3 })) };
  expect(drawSheet(part, sheet)).toContain("unused-hatch");
});
