// Sentences with marks: `{unit:17}`, `{area:41}`, `{hex:404}`, `{bridge:3}`.
import { placeOf } from "../map/places";
import type { Place, Scene } from "../wire/types";
import { t } from "./language";

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
    else found.push({ kind: "crossing", id, text: scene.crossings[id]?.name ?? t("bridge {id}", { id }) });
    from = mark.index + mark[0].length;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
}

/** The signs that close what stands before them: no line begins with them. */
const CLOSING = /^[.,;:!?)\]…]+/;

/** The same with the signs after a link, which go to the next line only together with it. */
export function linked(scene: Scene, text: string): (Part & { sign: string })[] {
  const found = parts(scene, text);
  const sign = (n: number): string => (found[n]?.kind === "text" || found[n + 1]?.kind !== "text" ? "" : (CLOSING.exec(found[n + 1]?.text ?? "")?.[0] ?? ""));
  return found.map((part, n) => ({ ...part, text: n > 0 ? part.text.slice(sign(n - 1).length) : part.text, sign: sign(n) }));
}

/** The score of a game that is over, where its result does not say it itself. */
export const scored = (scene: Pick<Scene, "levels" | "score_name">, level: string, score: number): string => (scene.levels.length === 0 || level.includes(scene.score_name) ? "" : `${score} ${scene.score_name}`);

export const plain = (scene: Scene, text: string): string =>
  parts(scene, text)
    .map((part) => part.text)
    .join("");

export function pieceName(scene: Scene, id: number): string {
  const piece = scene.pieces[id];
  return piece === undefined ? t("unit {id}", { id }) : `${piece.name} ${piece.kind}`;
}

/** Whole phrases, clockwise from the east: other languages have a word of their own for each. */
const DIRECTIONS: ((name: string, word: string) => string)[] = [
  (name, word) => t("east of {name} ({word})", { name, word }),
  (name, word) => t("south-east of {name} ({word})", { name, word }),
  (name, word) => t("south of {name} ({word})", { name, word }),
  (name, word) => t("south-west of {name} ({word})", { name, word }),
  (name, word) => t("west of {name} ({word})", { name, word }),
  (name, word) => t("north-west of {name} ({word})", { name, word }),
  (name, word) => t("north of {name} ({word})", { name, word }),
  (name, word) => t("north-east of {name} ({word})", { name, word }),
];
const called = new WeakMap<Place[], Map<number, string>>();

/** A place as one would call it: by its name, or a nameless hex by the nearest place that has one. */
export function placeName(scene: Pick<Scene, "places">, id: number): string {
  const place = placeOf(scene, id);
  if (place === undefined) return t("place {id}", { id });
  if (place.kind !== "hex") return place.name;
  let known = called.get(scene.places);
  if (known === undefined) called.set(scene.places, (known = new Map()));
  let name = known.get(id);
  if (name === undefined) known.set(id, (name = place.name === place.word ? besides(scene.places, place) : place.name.slice(0, -place.word.length).trim()));
  return name;
}

/** What a battle is called: by its place, or where it is near one. */
export function battleName(scene: Pick<Scene, "places">, id: number): string {
  const [place, name] = [placeOf(scene, id), placeName(scene, id)];
  const nameless = place?.kind === "hex" && place.name === place.word && name !== place.word;
  return nameless ? t("Battle {where}", { where: name }) : t("Battle of {placeName}", { placeName: name });
}

/** "south-east of Marnach (1623)": where a hex without a name lies. One far from every name has only its number. */
function besides(places: Place[], place: Place): string {
  const far = (other: Place) => Math.hypot(other.at[0] - place.at[0], other.at[1] - place.at[1]);
  const named = places.filter((other) => other.name !== other.word && other.size !== undefined && other.size !== "");
  const nearest = named.reduce<Place | undefined>((best, other) => (best === undefined || far(other) < far(best) ? other : best), undefined);
  const step = Math.min(...places.map((other) => far(other) || Infinity)); // the next hex
  if (nearest === undefined || far(nearest) > 2.6 * step) return place.word;
  const turn = Math.atan2(place.at[1] - nearest.at[1], place.at[0] - nearest.at[0]) / (Math.PI / 4);
  return DIRECTIONS[(Math.round(turn) + 8) % 8]?.(nearest.name.slice(0, -nearest.word.length).trim(), place.word) ?? place.word;
}
