import { expect, test } from "vitest";
import { look, scene } from "../small";
import { parts, plain } from "./prose";
import { sayPiece, sayPlace } from "./speak";

test("marks in a sentence become names one can click", () => {
  expect(parts(scene, "{unit:0} moves to {area:2}.")).toEqual([
    { kind: "piece", id: 0, text: "1 Pz foot" },
    { kind: "text", text: " moves to " },
    { kind: "place", id: 2, text: "Spa" },
    { kind: "text", text: "." },
  ]);
  expect(plain(scene, "{bridge:0}: {unit:77}")).toBe("Aix-Spa: unit 77");
});

test("a screen reader hears side, strength, place and markers", () => {
  expect(sayPiece(scene, look, 1)).toBe("German 2 Pz foot, strength 2, Aix, has moved today, entrenched");
  expect(sayPiece(scene, look, 3)).toBe("Allied 2 Inf foot, strength 1"); // out of the game
  expect(sayPlace(scene, look, 1)).toBe("Aix, area 1; 2 German units, 5 strength points");
});
