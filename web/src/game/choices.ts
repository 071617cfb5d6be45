// What a click means. The server offers verbs with targets; the scene says what a verb's target is and how it is given.
import type { Look, Scene, Verb } from "../wire/types";

export type Kind = Verb["target"];
export type Gesture = "click" | "shift";

export interface Answer {
  verb: string;
  target: number | null;
}

export interface Question {
  verbs: string[];
  target: number | null;
}

export type Meaning = { act: Answer } | { ask: Question };

type Seen = Pick<Look, "choices" | "place">;

/** Verbs by which a thing can be answered now with a gesture. */
export function verbsFor(scene: Scene, look: Seen, kind: Kind, id: number, gesture: Gesture): string[] {
  return scene.verbs
    .filter((verb) => verb.target === kind && verb.gesture === gesture && look.choices[verb.key]?.includes(id))
    .map((verb) => verb.key);
}

/** What the verb of a pressed button waits for; null while none is pressed. */
export function waitsFor(scene: Scene, mode: string): Kind | null {
  return scene.verbs.find((verb) => verb.key === mode)?.target ?? null;
}

/** Everything of a kind that a click can answer; places of a pressed button come before all others. */
export function targets(scene: Scene, look: Pick<Look, "choices">, kind: Kind, mode = ""): Set<number> {
  const found = new Set<number>();
  const placing = waitsFor(scene, mode) === "place";
  for (const verb of scene.verbs) {
    if (verb.target !== kind || (placing ? verb.key !== mode : verb.gesture !== "click")) continue;
    for (const id of look.choices[verb.key] ?? []) if (id !== null) found.add(id);
  }
  return found;
}

/** Verbs a question "why not?" is about: all that a click on such a thing could ever mean. */
function clickable(scene: Scene, kind: Kind, gesture: Gesture): string[] {
  return scene.verbs.filter((verb) => verb.target === kind && verb.gesture === gesture).map((verb) => verb.key);
}

/** Verbs of the pending decision first, so that the reason given is about it. */
function relevant(scene: Scene, look: Pick<Look, "choices">, kind: Kind, gesture: Gesture): string[] {
  const all = clickable(scene, kind, gesture);
  const offered = all.filter((verb) => verb in look.choices);
  return offered.length > 0 ? offered : all;
}

/** A click on a place: what a pressed button waits for, else go there if that is offered, else ask why not. */
export function clickPlace(scene: Scene, look: Seen, place: number, gesture: Gesture, mode = ""): Meaning {
  if (waitsFor(scene, mode) === "place") {
    if (look.choices[mode]?.includes(place)) return { act: { verb: mode, target: place } };
    return { ask: { verbs: [mode], target: place } };
  }
  for (const way of gesture === "shift" ? (["shift", "click"] as const) : (["click"] as const)) {
    const [verb] = verbsFor(scene, look, "place", place, way);
    if (verb !== undefined) return { act: { verb, target: place } };
  }
  return { ask: { verbs: relevant(scene, look, "place", gesture), target: place } };
}

/** A click on a piece: the piece itself if it is offered, else its place, else ask why not. */
export function clickPiece(scene: Scene, look: Seen, piece: number, gesture: Gesture, mine: number | null): Meaning {
  const [verb] = verbsFor(scene, look, "piece", piece, "click");
  if (verb !== undefined) return { act: { verb, target: piece } };
  const place = look.place[piece] ?? 0;
  const there = clickPlace(scene, look, place, gesture);
  if ("act" in there) return there;
  const foreign = scene.pieces[piece]?.side !== mine;
  const placesOffered = scene.verbs.some((v) => v.target === "place" && v.key in look.choices);
  if (foreign && placesOffered) return there;
  return { ask: { verbs: relevant(scene, look, "piece", "click"), target: piece } };
}

/** A click on a bridge. */
export function clickCrossing(scene: Scene, look: Seen, crossing: number): Meaning {
  const [verb] = verbsFor(scene, look, "crossing", crossing, "click");
  if (verb !== undefined) return { act: { verb, target: crossing } };
  return { ask: { verbs: relevant(scene, look, "crossing", "click"), target: crossing } };
}

/** Verbs that are answered with a button and no target, in the scene's order. */
export function plainButtons(scene: Scene, look: Pick<Look, "choices">): Verb[] {
  return scene.verbs.filter((verb) => verb.target === "none" && verb.gesture !== "panel" && verb.key in look.choices);
}

/** Verbs that need a button before their target is clicked or chosen from a list. */
export function modeButtons(scene: Scene, look: Pick<Look, "choices">): Verb[] {
  return scene.verbs.filter((verb) => verb.gesture === "button" && verb.target !== "none" && verb.key in look.choices);
}

/** Every choice, verb by verb in the scene's order. */
export function everyChoice(scene: Scene, look: Pick<Look, "choices">): Answer[] {
  return scene.verbs.flatMap((verb) => (look.choices[verb.key] ?? []).map((target) => ({ verb: verb.key, target })));
}
