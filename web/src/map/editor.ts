// Corrections to a map: each takes the rows of its files and gives new ones, so that undo is keeping the old.
import type { BridgeRow, PlaceRow, RoadRow, Rows, SideRow } from "../wire/types";

/** The source of every row the editor makes or changes. */
export const SOURCE = "own map";

const COMPASS = ["north", "east", "south", "west"];

export type Adjacent = (a: string, b: string) => boolean;

/** The hexside between two hexes, always written the same way round. */
export const sideOf = (a: string, b: string): string => (a < b ? `${a}/${b}` : `${b}/${a}`);

const tidy = (side: string): string => {
  const [a = "", b = ""] = side.split("/");
  return sideOf(a, b);
};

const words = (path: string): string[] => path.split(" ").filter((word) => word !== "");

/** Paint hexes with a terrain. */
export function paint(rows: Rows, hexes: string[], terrain: string): Rows {
  const painted = new Set(hexes);
  if (!rows.hexes.some((row) => painted.has(row.hex) && row.terrain !== terrain)) return rows;
  return { ...rows, hexes: rows.hexes.map((row) => (painted.has(row.hex) && row.terrain !== terrain ? { ...row, terrain, source: SOURCE } : row)) };
}

/** A river or cliff along a hexside, or none where there was one. */
export function toggleSide(rows: Rows, side: string, kind: string, adjacent: Adjacent): Rows {
  const there = rows.sides.some((row) => row.kind === kind && words(row.path).map(tidy).includes(side));
  const sides = there ? rows.sides.flatMap((row) => (row.kind === kind ? without(row, side) : [row])) : joined(rows, side, kind, adjacent);
  return mended({ ...rows, sides });
}

/** A course without one of its hexsides: what remains on either side of the gap. */
function without(row: SideRow, side: string): SideRow[] {
  const path = words(row.path);
  const at = path.findIndex((word) => tidy(word) === side);
  if (at < 0) return [row];
  return [path.slice(0, at), path.slice(at + 1)].filter((part) => part.length > 0).map((part) => ({ ...row, path: part.join(" "), source: SOURCE }));
}

/** The hexside added to the end of a course that it continues, else as a course of its own. */
function joined({ sides, head }: Rows, side: string, kind: string, adjacent: Adjacent): SideRow[] {
  for (const [number, row] of sides.entries()) {
    if (row.kind !== kind) continue;
    const path = words(row.path);
    const ends: [string | undefined, string[]][] = [
      [path.at(-1), [...path, side]],
      [path[0], [side, ...path]],
    ];
    const longer = ends.find(([end]) => end !== undefined && touching(end, side, adjacent))?.[1];
    if (longer) return sides.with(number, { ...row, path: longer.join(" "), source: SOURCE });
  }
  return [...sides, { kind, name: head.sides[kind] ?? kind, path: side, source: SOURCE }];
}

/** Two hexsides meet in a corner if they share a hex and their other hexes are neighbours. */
function touching(one: string, other: string, adjacent: Adjacent): boolean {
  const a = one.split("/");
  const b = other.split("/");
  const shared = a.filter((hex) => b.includes(hex));
  if (shared.length !== 1) return false;
  const [x, y] = [...a, ...b].filter((hex) => !shared.includes(hex));
  return x !== undefined && y !== undefined && adjacent(x, y);
}

/** A bridge: none, whole, blown at the start, none again; where a road needs it, it stays. */
export function toggleBridge(rows: Rows, side: string): Rows {
  const bridge = rows.bridges.find((row) => tidy(row.hexside) === side);
  if (bridge === undefined) {
    const river = rows.sides.find((row) => words(row.path).map(tidy).includes(side));
    return river === undefined ? rows : { ...rows, bridges: [...rows.bridges, newBridge(side, river.name, false)] };
  }
  const rest = rows.bridges.filter((row) => row !== bridge);
  if (bridge.state === "blown" && !roadSides(rows.roads).has(side)) return { ...rows, bridges: rest };
  const state = bridge.state === "intact" ? "blown" : "intact";
  return { ...rows, bridges: rows.bridges.map((row) => (row === bridge ? { ...row, state, source: SOURCE } : row)) };
}

const newBridge = (hexside: string, river: string, road: boolean): BridgeRow => ({ hexside, river, name: "", state: "intact", owner: "", road, source: SOURCE });

/** A road along hexes; where it crosses a river it gets a bridge. */
export function layRoad(rows: Rows, path: string[], grade: string): Rows {
  if (path.length < 2) return rows;
  return mended({ ...rows, roads: [...rows.roads, { grade, name: `${path[0]} - ${path.at(-1)}`, path: path.join(" "), source: SOURCE }] });
}

/** No road along hexes; longer roads are cut. */
export function liftRoad(rows: Rows, path: string[]): Rows {
  const lifted = new Set(path.slice(1).map((hex, n) => sideOf(path[n] ?? "", hex)));
  const roads = rows.roads.flatMap((row) => cut(row, lifted));
  return roads.length === rows.roads.length && roads.every((row, n) => row === rows.roads[n]) ? rows : mended({ ...rows, roads });
}

function cut(row: RoadRow, lifted: Set<string>): RoadRow[] {
  const path = words(row.path);
  const edge = COMPASS.includes(path.at(-1) ?? "") ? path.pop() : undefined;
  const pieces: string[][] = [[]];
  for (const hex of path) {
    const last = pieces.at(-1)?.at(-1);
    if (last !== undefined && lifted.has(sideOf(last, hex))) pieces.push([]);
    pieces.at(-1)?.push(hex);
  }
  if (pieces.length === 1) return [row];
  return pieces.flatMap((piece, n) => {
    const end = n === pieces.length - 1 && edge !== undefined ? [edge] : [];
    return piece.length + end.length > 1 ? [{ ...row, path: [...piece, ...end].join(" "), source: SOURCE }] : [];
  });
}

/** The name printed in a hex; the old one can still be sought, for the rules may use it. */
export function rename(rows: Rows, hex: string, name: string): Rows {
  const row = rows.places.find((place) => place.hex === hex && place.shown);
  if (name === "") return row === undefined ? rows : { ...rows, places: rows.places.map((place) => (place === row ? { ...row, shown: false, source: SOURCE } : place)) };
  if (row === undefined) return { ...rows, places: [...rows.places, { name, hex, size: "village", shown: true, aliases: "", source: SOURCE }] };
  if (row.name === name) return rows;
  const also = [row.name, ...row.aliases.split(";")].filter((alias) => alias !== "" && alias !== name);
  const renamed: PlaceRow = { ...row, name, aliases: [...new Set(also)].join(";"), source: SOURCE };
  return { ...rows, places: rows.places.map((place) => (place === row ? renamed : place)) };
}

function roadSides(roads: RoadRow[]): Set<string> {
  const found = new Set<string>();
  for (const road of roads) {
    const path = words(road.path).filter((word) => !COMPASS.includes(word));
    for (let n = 1; n < path.length; n += 1) found.add(sideOf(path[n - 1] ?? "", path[n] ?? ""));
  }
  return found;
}

/** Every road over a river has a bridge, and every bridge a river. */
function mended(rows: Rows): Rows {
  const rivers = new Map(rows.sides.flatMap((row) => words(row.path).map((word): [string, string] => [tidy(word), row.name])));
  const bridges = rows.bridges.filter((row) => rivers.has(tidy(row.hexside)));
  const bridged = new Set(bridges.map((row) => tidy(row.hexside)));
  for (const side of roadSides(rows.roads)) {
    const river = rivers.get(side);
    if (river !== undefined && !bridged.has(side)) bridges.push(newBridge(side, river, true));
  }
  return { ...rows, bridges };
}

/** The rows with all that was done to them, so that it can be undone. */
export class History {
  readonly #past: Rows[];

  constructor(first: Rows) {
    this.#past = [first];
  }

  get now(): Rows {
    return this.#past.at(-1) as Rows;
  }

  /** How many corrections there are. */
  get length(): number {
    return this.#past.length - 1;
  }

  /** Whether anything changed. */
  add(rows: Rows): boolean {
    if (rows === this.now) return false;
    this.#past.push(rows);
    return true;
  }

  undo(): boolean {
    return this.length > 0 && this.#past.pop() !== undefined;
  }
}
