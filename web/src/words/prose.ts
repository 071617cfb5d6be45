// Sentences with marks: `{unit:17}`, `{area:41}`, `{hex:404}`, `{bridge:3}`.
import { placeOf } from "../map/places";
import type { Scene } from "../wire/types";

export type Part =
  | { kind: "text"; text: string }
  | { kind: "piece" | "place" | "crossing"; id: number; text: string };

const MARK = /\{(unit|area|hex|bridge):(\d+)\}/g;

export function parts(scene: Scene, text: string): Part[] {
  const found: Part[] = [];
  let from = 0;
  for (const mark of text.matchAll(MARK)) {
    if (mark.index > from) found.push({ kind: "text", text: text.slice(from, mark.index) });
    const id = Number(mark[2]);
    if (mark[1] === "unit") found.push({ kind: "piece", id, text: pieceName(scene, id) });
    else if (mark[1] === "area" || mark[1] === "hex") found.push({ kind: "place", id, text: placeName(scene, id) });
    else found.push({ kind: "crossing", id, text: scene.crossings[id]?.name ?? `bridge ${id}` });
    from = mark.index + mark[0].length;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
}

export const plain = (scene: Scene, text: string): string =>
  parts(scene, text)
    .map((part) => part.text)
    .join("");

export function pieceName(scene: Scene, id: number): string {
  const piece = scene.pieces[id];
  return piece === undefined ? `unit ${id}` : `${piece.name} ${piece.kind}`;
}

export const placeName = (scene: Scene, id: number): string => placeOf(scene, id)?.name ?? `place ${id}`;
