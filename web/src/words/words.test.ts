import { expect, test } from "vitest";
import { look, scene } from "../small";
import type { Place } from "../wire/types";
import { linked, parts, placeName, plain, scored } from "./prose";
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

test("the sign that closes a sentence goes with the link before it", () => {
  expect(linked(scene, "{unit:0} ({area:2}), to {area:2}.").map(({ text, sign }) => [text, sign])).toEqual([["1 Pz foot", ""], [" (", ""], ["Spa", "),"], [" to ", ""], ["Spa", "."], ["", ""]]);
});

test("a result that counts what won says the score itself", () => {
  const measured = { ...scene, levels: [{ name: "German victory", low: 5, side: 0 }] };
  expect([scored(measured, "German victory", 7), scored(measured, "3 of 9 VP", 3)]).toEqual(["7 VP", ""]);
});

test("a screen reader hears side, strength, place and markers", () => {
  expect(sayPiece(scene, look, 1)).toBe("German 2 Pz foot, strength 2, Aix, has moved today, entrenched");
  expect(sayPiece(scene, look, 3)).toBe("Allied 2 Inf foot, strength 1"); // out of the game
  expect(sayPlace(scene, look, 1)).toBe("Aix, area 1; 2 German units, 5 strength points");
});

test("a hex is called by its name, or by the nearest place that has one", () => {
  const hex = (id: number, word: string, name: string, at: [number, number]): Place => ({ id, word, name, kind: "hex", at, stack: at, print: at, ...(name === word ? {} : { size: "village" }) });
  const places = [hex(1, "1524", "Marnach 1524", [0, 0]), hex(2, "1424", "1424", [64, 0]), hex(3, "1425", "1425", [96, 55]), hex(4, "0124", "0124", [900, 0]), hex(5, "0024", "0024", [964, 0])];
  expect([1, 2, 3, 4].map((id) => placeName({ places }, id))).toEqual(["Marnach", "east of Marnach (1424)", "south-east of Marnach (1425)", "0124"]);
});
