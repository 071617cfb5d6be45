// Things as a screen reader says them.
import { placeOf } from "../map/places";
import type { Look, Scene } from "../wire/types";
import { pieceName, placeName } from "./prose";
import { several, t } from "./language";

export function marksOf(scene: Scene, bits: number): string[] {
  return scene.marks.filter((mark) => bits & mark.bit).map((mark) => mark.name);
}

export const sayPiece = (scene: Scene, look: Pick<Look, "strength" | "marks" | "place">, id: number): string =>
  sayPieceAs(scene, id, look.strength[id] ?? 0, look.marks[id] ?? 0, look.place[id] ?? 0);

/** The same from single values, for one who knows just these. */
export function sayPieceAs(scene: Scene, id: number, strength: number, bits: number, place: number): string {
  const piece = scene.pieces[id];
  const side = piece === undefined ? "" : `${scene.sides[piece.side]?.adjective ?? ""} `;
  const where = place > 0 && place !== scene.gone ? `, ${placeName(scene, place)}` : "";
  return [`${side}${pieceName(scene, id)}, ${scene.strength_name === undefined ? t("strength {strength}", { strength }) : `${strength} ${scene.strength_name}`}${where}`, ...marksOf(scene, bits)].join(", ");
}

export function sayPlace(scene: Scene, look: Pick<Look, "strength" | "place">, id: number): string {
  const place = placeOf(scene, id);
  if (place === undefined) return "";
  const held = scene.sides.map((side, number) => {
    const here = scene.pieces.filter((piece) => piece.side === number && look.place[piece.id] === id);
    const points = here.reduce((sum, piece) => sum + (look.strength[piece.id] ?? 0), 0);
    return here.length > 0 ? several("{number} {side} unit, {points} {strength_name}", "{number} {side} units, {points} {strength_name}", here.length, { side: side.adjective, points, strength_name: scene.strength_name ?? t("strength points") }) : "";
  });
  const badges = (place.badges ?? []).map((badge) => badge.note ?? "").filter(Boolean);
  return [place.kind === "area" ? t("{name}, area {word}", { name: place.name, word: place.word }) : place.name, ...held.filter(Boolean), ...badges].join("; ");
}
