import { describe, expect, it } from "vitest";
import type { Rows } from "../wire/types";
import { History, layRoad, liftRoad, paint, rename, SOURCE, toggleBridge, toggleSide } from "./editor";

// A corner of three columns: neighbours are those of flat-topped hexes whose even columns lie lower.
const NEIGHBOURS = new Set(["0101-0102", "0102-0103", "0101-0201", "0102-0201", "0102-0202", "0103-0202", "0201-0202", "0201-0301", "0201-0302", "0202-0302", "0301-0302"]);
const adjacent = (a: string, b: string) => NEIGHBOURS.has(`${a}-${b}`) || NEIGHBOURS.has(`${b}-${a}`);

const hex = (number: string, terrain = "clear") => ({ hex: number, terrain, features: "", areas: "", source: "reconstructed" });

function map(change: Partial<Rows> = {}): Rows {
  return {
    head: { title: "Toy", numbering: "columns east", columns: 3, rows: 3, km_per_hex: 1, terrain: { clear: "clear", forest: "forest" }, features: {}, sides: { river: "river" }, roads: { main: "main" }, areas: {}, aliases: {}, credits: "" },
    hexes: ["0101", "0102", "0103", "0201", "0202", "0301", "0302"].map((number) => hex(number)),
    places: [{ name: "Wiltz", hex: "0102", size: "town", shown: true, aliases: "", source: "reconstructed" }],
    sides: [],
    roads: [],
    bridges: [],
    features: [],
    boundaries: [],
    ...change,
  };
}

const river = (path: string) => ({ kind: "river", name: "Our", path, source: "reconstructed" });
const road = (path: string) => ({ grade: "main", name: "", path, source: "reconstructed" });

describe("terrain brush", () => {
  it("paints the hexes it went over and no others", () => {
    const rows = paint(map(), ["0101", "0202"], "forest");
    expect(rows.hexes.filter((row) => row.terrain === "forest").map((row) => row.hex)).toEqual(["0101", "0202"]);
    expect(rows.hexes.map((row) => row.source === SOURCE)).toEqual([true, false, false, false, true, false, false]);
  });
  it("is nothing where the terrain is there already", () => {
    const rows = map();
    expect(paint(rows, ["0101"], "clear")).toBe(rows);
  });
});

describe("hexsides", () => {
  it("lengthens the course that ends at the same corner", () => {
    const rows = toggleSide(map({ sides: [river("0101/0102 0102/0201")] }), "0201/0202", "river", adjacent);
    expect(rows.sides.map((row) => row.path)).toEqual(["0101/0102 0102/0201 0201/0202"]);
  });
  it("begins a course of its own elsewhere", () => {
    const rows = toggleSide(map({ sides: [river("0101/0102")] }), "0301/0302", "river", adjacent);
    expect(rows.sides.map((row) => row.path)).toEqual(["0101/0102", "0301/0302"]);
  });
  it("leaves a gap where a river is taken away, whichever way round it is written", () => {
    const rows = toggleSide(map({ sides: [river("0102/0101 0201/0102 0201/0202")] }), "0102/0201", "river", adjacent);
    expect(rows.sides.map((row) => row.path)).toEqual(["0102/0101", "0201/0202"]);
  });
  it("puts a bridge where a road crosses the new river and takes it away with the river", () => {
    const wet = toggleSide(map({ roads: [road("0101 0102")] }), "0101/0102", "river", adjacent);
    expect(wet.bridges.map((row) => row.hexside)).toEqual(["0101/0102"]);
    expect(toggleSide(wet, "0101/0102", "river", adjacent).bridges).toEqual([]);
  });
});

describe("bridges", () => {
  const rows = map({ sides: [river("0101/0102")] });
  it("goes from none to whole to blown to none", () => {
    const states = [1, 2, 3].map((times) => {
      let now = rows;
      for (let n = 0; n < times; n += 1) now = toggleBridge(now, "0101/0102");
      return now.bridges.map((row) => `${row.river} ${row.state}`);
    });
    expect(states).toEqual([["Our intact"], ["Our blown"], []]);
  });
  it("stays under a road", () => {
    let now = layRoad(rows, ["0101", "0102"], "main");
    for (let n = 0; n < 2; n += 1) now = toggleBridge(now, "0101/0102");
    expect(now.bridges.map((row) => row.state)).toEqual(["intact"]);
  });
  it("needs a river", () => {
    expect(toggleBridge(rows, "0201/0202")).toBe(rows);
  });
});

describe("roads", () => {
  it("cuts a road where it is lifted and keeps its way off the map", () => {
    const rows = liftRoad(map({ roads: [road("0101 0102 0103 west")] }), ["0102", "0103"]);
    expect(rows.roads.map((row) => row.path)).toEqual(["0101 0102", "0103 west"]);
  });
  it("forgets a piece of a single hex", () => {
    expect(liftRoad(map({ roads: [road("0101 0102")] }), ["0102", "0101"]).roads).toEqual([]);
  });
  it("is nothing where there is no road", () => {
    const rows = map({ roads: [road("0101 0102")] });
    expect(liftRoad(rows, ["0201", "0202"])).toBe(rows);
    expect(layRoad(rows, ["0201"], "main")).toBe(rows);
  });
});

describe("names", () => {
  it("keeps the old name to be sought", () => {
    const [place] = rename(map(), "0102", "Wolz").places;
    expect([place?.name, place?.aliases, place?.size]).toEqual(["Wolz", "Wiltz", "town"]);
  });
  it("gives a nameless hex a village", () => {
    expect(rename(map(), "0301", "Foy").places.at(-1)).toMatchObject({ name: "Foy", hex: "0301", size: "village", shown: true });
  });
  it("takes a name off the map without forgetting the place", () => {
    expect(rename(map(), "0102", "").places).toMatchObject([{ name: "Wiltz", shown: false }]);
  });
});

describe("undo", () => {
  it("goes back step by step", () => {
    const history = new History(map());
    expect(history.add(paint(history.now, ["0101"], "forest"))).toBe(true);
    expect(history.add(paint(history.now, ["0101"], "forest"))).toBe(false);
    history.add(rename(history.now, "0102", "Wolz"));
    expect(history.length).toBe(2);
    history.undo();
    expect(history.now.hexes[0]?.terrain).toBe("forest");
    expect(history.now.places[0]?.name).toBe("Wiltz");
    history.undo();
    expect(history.now.hexes[0]?.terrain).toBe("clear");
    expect(history.undo()).toBe(false);
  });
});
