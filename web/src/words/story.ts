// What others did, told in a few lines: moves to one place together, a battle with what came of it.
import type { Picture, Scene } from "../wire/types";
import { pieceName, placeName, plain } from "./prose";
import { t } from "./language";

export interface Chapter {
  kind: "move" | "battle" | "other";
  text: string;
  place: number | null;
}

export interface Arrow {
  from: number;
  to: number;
  side: number;
}

/** Kinds that tell how a battle went. */
const OF_BATTLE = new Set(["call", "fire", "loss", "battle end", "control"]);
/** Kinds that are worth a line of their own. */
const ALONE = new Set(["arrival", "bridge", "special", "score", "ending"]);
/** So many units are named, the rest counted. */
const NAMED = 3;

const ends = (line: Picture): [number, number] | null => {
  const [from, to] = [line.path?.[0], line.path?.at(-1)];
  return from === undefined || to === undefined || from === to ? null : [from, to];
};

function names(scene: Scene, pieces: number[]): string {
  const said = pieces.slice(0, NAMED).map((id) => pieceName(scene, id));
  const rest = pieces.length - said.length;
  return rest > 0 ? t("{names} and {rest} more", { names: said.join(", "), rest }) : said.join(", ");
}

/** The lines of a log that belong to the battle it ends with; none if there is no battle in it. */
export function lastBattle(log: Picture[]): Picture[] {
  const from = log.findLastIndex((line) => line.kind === "battle");
  return from < 0 ? [] : log.slice(from);
}

/** What came of a battle, in the words of its last dice and all its losses. */
export function outcome(scene: Scene, battle: Picture[]): string[] {
  const fired = battle.filter((line) => line.kind === "fire").slice(-1);
  const told = battle.filter((line) => line.kind === "loss" || line.kind === "battle end" || line.kind === "control");
  return [...fired, ...told].map((line) => plain(scene, line.text));
}

export function story(scene: Scene, log: Picture[]): Chapter[] {
  const told: Chapter[] = [];
  const open: { moves: { to: number; pieces: number[] } | null; battle: Picture[] } = { moves: null, battle: [] };
  const close = (): void => {
    const { moves, battle } = open;
    if (moves !== null) told.push({ kind: "move", text: `${names(scene, moves.pieces)} → ${placeName(scene, moves.to)}`, place: moves.to });
    const [begun] = battle;
    if (begun !== undefined) {
      const came = outcome(scene, battle);
      told.push({ kind: "battle", text: [plain(scene, begun.text), ...came.slice(-2)].join(" "), place: begun.place ?? null });
    }
    open.moves = null;
    open.battle = [];
  };
  for (const line of log) {
    const way = line.kind === "move" && open.battle.length === 0 ? ends(line) : null;
    if (way !== null) {
      if (open.moves?.to !== way[1]) close();
      open.moves = { to: way[1], pieces: [...(open.moves?.pieces ?? []), ...(line.pieces ?? [])] };
    } else if (line.kind === "battle") {
      close();
      open.battle = [line];
    } else if (OF_BATTLE.has(line.kind) && open.battle.length > 0) open.battle.push(line);
    else if (ALONE.has(line.kind)) {
      close();
      told.push({ kind: "other", text: plain(scene, line.text), place: line.place ?? null });
    }
  }
  close();
  return told;
}

/** Who went from where to where, each way once. */
export function arrows(scene: Scene, log: Picture[]): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const line of log) {
    const way = line.kind === "move" ? ends(line) : null;
    if (way === null) continue;
    const side = scene.pieces[line.pieces?.[0] ?? -1]?.side ?? 0;
    found.set(way.join("-"), { from: way[0], to: way[1], side });
  }
  return [...found.values()];
}

/** Where the pieces of a course go: those it takes up, to the places it names. */
export function courseArrows(scene: Scene, place: number[], actions: [string, number | null][]): Arrow[] {
  const verbs = new Map(scene.verbs.map((verb) => [verb.key, verb]));
  const found = new Map<string, Arrow>();
  let taken: number[] = [];
  let placed = false;
  for (const [key, target] of actions) {
    const verb = verbs.get(key);
    if (verb === undefined || target === null) continue;
    if (verb.target === "piece") {
      taken = placed ? [target + (verb.first ?? 0)] : [...taken, target + (verb.first ?? 0)];
      placed = false;
    } else if (verb.target === "place") {
      placed = true;
      for (const id of taken) {
        const from = place[id] ?? 0;
        if (from > 0 && from !== scene.gone && from !== target) found.set(`${from}-${target}`, { from, to: target, side: scene.pieces[id]?.side ?? 0 });
      }
    }
  }
  return [...found.values()];
}
