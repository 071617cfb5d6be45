import { describe, expect, it } from "vitest";
import type { Place } from "../wire/types";
import { Grid, placeOf } from "./places";
import { seek } from "./search";

const place = (id: number, word: string, name: string, at: [number, number] = [0, 0]): Place => ({ id, word, name: name ? `${name} ${word}` : word, kind: "hex", at, stack: at, print: at });
const page = {
  places: [place(40, "2411", "Liège"), place(51, "1809", "Francorchamps"), place(52, "1810", ""), place(60, "2018", "St. Vith")],
  aliases: { "Sankt Vith": 60 },
};
const found = (text: string) => seek(page, text).map((one) => one.place.id);

describe("seek", () => {
  it("finds names without their accents", () => expect(found("liege")).toEqual([40]));
  it("finds numbers, the whole number first", () => expect(found("1810")).toEqual([52]));
  it("finds the beginnings of numbers before their ends", () => expect(found("18")).toEqual([52, 51, 60, 60]));
  it("finds other names", () => expect(found("sankt")).toEqual([60]));
  it("finds the second word of a name", () => expect(found("vith")).toEqual([60, 60]));
  it("finds nothing for nothing", () => expect(found("  ")).toEqual([]));
});

describe("places", () => {
  it("are known by id, not by where they stand in the list", () => {
    expect(placeOf(page, 51)?.word).toBe("1809");
    expect(placeOf(page, 1)).toBeUndefined();
  });
});

describe("grid", () => {
  // Two columns of flat-topped hexes, 64 units from side to side, the second half a hex lower.
  const pitch = 64 * (Math.sqrt(3) / 2);
  const hexes = [0, 1, 2].flatMap((row) => [place(10 + row, `010${row + 1}`, "", [100, 100 + 64 * row]), place(20 + row, `020${row + 1}`, "", [100 + pitch, 132 + 64 * row])]);
  const grid = new Grid(hexes);
  it("tells the hex of a point up to its edge and not beyond", () => {
    expect(grid.at(100, 131)?.id).toBe(10);
    expect(grid.at(100, 133)?.id).toBe(11);
    expect(grid.at(20, 100)).toBeUndefined();
  });
  it("tells the hexside nearest to a point", () => {
    expect(grid.sideAt(101, 130)?.map((hex) => hex.id)).toEqual([10, 11]);
    expect(grid.sideAt(100 + pitch / 2, 116)?.map((hex) => hex.id).sort()).toEqual([10, 20]);
  });
  it("knows neighbours", () => {
    const by = (id: number) => hexes.find((hex) => hex.id === id) as Place;
    expect(grid.adjacent(by(10), by(11))).toBe(true);
    expect(grid.adjacent(by(10), by(20))).toBe(true);
    expect(grid.adjacent(by(10), by(21))).toBe(false);
    expect(grid.adjacent(by(10), by(10))).toBe(false);
  });
});
