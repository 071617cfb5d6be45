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

/** The target of a verb that a thing is; null if it is none of its targets. */
export function targetOf(verb: Verb, id: number): number | null {
  const target = id - (verb.first ?? 0);
  return target < 0 || ((verb.count ?? 0) > 0 && target >= (verb.count ?? 0)) ? null : target;
}

/** The thing on the table that a target of a verb is. */
export const thingOf = (verb: Verb, target: number): number => target + (verb.first ?? 0);

/** The answers that a thing gives now with a gesture. */
export function answersFor(scene: Scene, look: Pick<Look, "choices">, kind: Kind, id: number, gesture: Gesture): Answer[] {
  return scene.verbs
    .filter((verb) => verb.target === kind && verb.gesture === gesture)
    .map((verb) => ({ verb: verb.key, target: targetOf(verb, id) }))
    .filter(({ verb, target }) => target !== null && look.choices[verb]?.includes(target));
}

/** How a piece is taken up by a click, if it can be. */
export function takes(scene: Scene | null, look: Pick<Look, "choices">, piece: number): Answer | undefined {
  return scene === null ? undefined : answersFor(scene, look, "piece", piece, "click")[0];
}

/** The same, offered or not: who cannot be taken up is told why. */
export function wouldTake(scene: Scene | null, look: Pick<Look, "choices">, piece: number): Answer {
  const verb = scene?.verbs.find((one) => one.target === "piece" && one.gesture === "click" && one.key in look.choices);
  return { verb: verb?.key ?? "unit", target: verb === undefined ? piece : targetOf(verb, piece) };
}

/** Whether an answer is a click on a piece. */
export function isTaking(scene: Scene | null, answer: Answer | undefined): boolean {
  return scene?.verbs.some((one) => one.key === answer?.verb && one.target === "piece" && one.gesture === "click") ?? false;
}

/** The one place that a click can lead to; none where there are several. */
export function onlyWay(scene: Scene | null, look: Pick<Look, "choices">): Answer | undefined {
  const clicked = scene?.verbs.filter((verb) => verb.target === "place" && verb.gesture === "click") ?? [];
  const ways = clicked.flatMap((verb) => (look.choices[verb.key] ?? []).map((target) => ({ verb: verb.key, target })));
  return ways.length === 1 ? ways[0] : undefined;
}

/** The most answers that travel in one message, as the server has it. */
export const MOST = 64;

/** Answers as they travel. */
export const pairs = (answers: Answer[]): [string, number | null][] => answers.map(({ verb, target }) => [verb, target]);

/** The pieces that a pressed button may be given. */
export function modePieces(scene: Scene, look: Pick<Look, "choices">, mode: string): Set<number> {
  const verb = scene.verbs.find(({ key }) => key === mode);
  return new Set((look.choices[mode] ?? []).flatMap((target) => (verb === undefined || target === null ? [] : [thingOf(verb, target)])));
}

/** The answer that a piece is to a pressed button, offered or not. */
export function modeAnswer(scene: Scene, mode: string, piece: number): Answer {
  const verb = scene.verbs.find(({ key }) => key === mode);
  return { verb: mode, target: verb === undefined ? piece : targetOf(verb, piece) };
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
    for (const target of look.choices[verb.key] ?? []) if (target !== null) found.add(thingOf(verb, target));
  }
  return found;
}

/** The question "why not?": the verbs that a click on such a thing could ever mean, those of the pending decision first. */
function relevant(scene: Scene, look: Pick<Look, "choices">, kind: Kind, id: number, gesture: Gesture): Question {
  const all = scene.verbs.filter((verb) => verb.target === kind && verb.gesture === gesture && targetOf(verb, id) !== null);
  const offered = all.filter((verb) => verb.key in look.choices);
  const verbs = offered.length > 0 ? offered : all;
  return { verbs: verbs.map((verb) => verb.key), target: verbs[0] === undefined ? id : targetOf(verbs[0], id) };
}

/** A click on a place: what a pressed button waits for, else go there if that is offered, else ask why not. */
export function clickPlace(scene: Scene, look: Seen, place: number, gesture: Gesture, mode = ""): Meaning {
  if (waitsFor(scene, mode) === "place") {
    if (look.choices[mode]?.includes(place)) return { act: { verb: mode, target: place } };
    return { ask: { verbs: [mode], target: place } };
  }
  for (const way of gesture === "shift" ? (["shift", "click"] as const) : (["click"] as const)) {
    const [answer] = answersFor(scene, look, "place", place, way);
    if (answer !== undefined) return { act: answer };
  }
  return { ask: relevant(scene, look, "place", place, gesture) };
}

/** A click on a piece: the piece itself if it is offered, else its place, else ask why not. */
export function clickPiece(scene: Scene, look: Seen, piece: number, gesture: Gesture, mine: number | null): Meaning {
  const [answer] = answersFor(scene, look, "piece", piece, "click");
  if (answer !== undefined) return { act: answer };
  const place = look.place[piece] ?? 0;
  const there = clickPlace(scene, look, place, gesture);
  if ("act" in there) return there;
  const foreign = scene.pieces[piece]?.side !== mine;
  const placesOffered = scene.verbs.some((v) => v.target === "place" && v.key in look.choices);
  if (foreign && placesOffered) return there;
  return { ask: relevant(scene, look, "piece", piece, "click") };
}

/** A click on a bridge. */
export function clickCrossing(scene: Scene, look: Seen, crossing: number): Meaning {
  const [answer] = answersFor(scene, look, "crossing", crossing, "click");
  if (answer !== undefined) return { act: answer };
  return { ask: relevant(scene, look, "crossing", crossing, "click") };
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

/** The answer that a letter on the keyboard gives now: that of a button whose verb has it. */
export function letterAnswer(verbs: Verb[], look: Pick<Look, "choices">, letter: string): Answer | null {
  const verb = verbs.find(({ key, target, letter: own }) => own === letter && target === "none" && key in look.choices);
  return verb === undefined ? null : { verb: verb.key, target: null };
}
