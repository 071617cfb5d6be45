// What a newcomer is being taught in a game, how far he has come, and what he has done already. This browser remembers it.
import { address } from "../route.svelte";
import * as http from "../wire/http";
import type { Goal, Guide, Learning, Look, Picture, Scene } from "../wire/types";
import { thingOf, type Answer } from "./choices";

const KEY = "ardennes-learning";

/** What is taught in a game. */
export interface Taught {
  title: string;
  kind: "guide" | "lesson";
  key: string;
  step: number;
}

interface Kept {
  /** By the token of a seat. */
  games: Record<string, Taught>;
  done: string[];
  /** Games whose briefing was read. */
  briefed: string[];
}

function load(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return { games: kept.games ?? {}, done: kept.done ?? [], briefed: kept.briefed ?? [] };
  } catch {
    return { games: {}, done: [], briefed: [] };
  }
}

class Schoolbag {
  #kept = $state(load());

  taught(token: string): Taught | null {
    return this.#kept.games[token] ?? null;
  }

  teach(token: string, taught: Taught): void {
    this.#kept.games[token] = taught;
    this.#save();
  }

  leave(token: string): void {
    delete this.#kept.games[token];
    this.#save();
  }

  finished(title: string, kind: Taught["kind"], key: string): boolean {
    return this.#kept.done.includes(`${title}/${kind}/${key}`);
  }

  finish({ title, kind, key }: Pick<Taught, "title" | "kind" | "key">): void {
    if (!this.finished(title, kind, key)) this.#kept.done.push(`${title}/${kind}/${key}`);
    this.#save();
  }

  briefed(token: string): boolean {
    return this.#kept.briefed.includes(token);
  }

  brief(token: string): void {
    if (!this.briefed(token)) this.#kept.briefed = [...this.#kept.briefed.slice(-200), token];
    this.#save();
  }

  #save(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // a private window keeps nothing
    }
  }
}

export const schoolbag = new Schoolbag();

/** What a goal is measured by: the position, and what happened since its step began. */
export interface Seen {
  look: Pick<Look, "picked" | "ending">;
  /** The last answers that were given and taken. */
  given: Answer[];
  log: Pick<Picture, "kind">[];
  myTurn: boolean;
  /** Somebody else decided since the step began. */
  away: boolean;
}

/** Whether what a step waits for has come about. */
export function reached(goal: Goal, seen: Seen): boolean {
  switch (goal.kind) {
    case "did":
      return seen.given.some(({ verb, target }) => verb === goal.verb && (goal.targets.length === 0 || (target !== null && goal.targets.includes(target))));
    case "picked":
      return goal.targets.every((piece) => seen.look.picked.includes(piece));
    case "log":
      return seen.log.some((line) => line.kind === goal.verb);
    case "turn":
      return seen.myTurn && seen.away;
    case "over":
      return seen.look.ending !== null;
    case "next":
      return false;
  }
}

/** Whether the last answers finish a lesson. */
export const solved = (goals: [string, number | null][], given: Answer[]): boolean =>
  given.some((answer) => goals.some(([verb, target]) => answer.verb === verb && answer.target === target));

/** Where a lesson happens: the places of its answers, or where the one who decides has units if these name none. */
export function happens(done: [string, number | null][], scene: Pick<Scene, "verbs" | "gone" | "pieces">, look: Pick<Look, "place" | "side">): number[] {
  const stands = (piece: number) => look.place[piece] ?? 0;
  const named = done.flatMap(([key, target]) => {
    const verb = scene.verbs.find((one) => one.key === key);
    if (verb === undefined || target === null) return [];
    if (verb.target === "place") return [thingOf(verb, target)];
    return verb.target === "piece" ? [stands(thingOf(verb, target))] : [];
  });
  const found = named.some((place) => place > 0) ? named : scene.pieces.filter((piece) => piece.side === look.side).map((piece) => stands(piece.id));
  return [...new Set(found)].filter((place) => place > 0 && place !== scene.gone);
}

/** The lesson that comes after one, in the order of the chapters. */
export const following = (learning: Learning, key: string): Learning["lessons"][number] | undefined =>
  learning.lessons[learning.lessons.findIndex((lesson) => lesson.key === key) + 1];

/** Begin a lesson: a game of its own, with both sides in one hand. */
export async function beginLesson(title: string, key: string): Promise<void> {
  const made = await http.startLesson(title, key);
  begin(made.seats.find((seat) => seat.kind === "table")?.token ?? "", { title, kind: "lesson", key, step: 0 });
}

/** Begin a guided game: an ordinary one, with sentences beside it. */
export async function beginGuide(title: string, guide: Guide): Promise<void> {
  const { scenario, seats, seed, name } = guide;
  const made = await http.startGame({ title, scenario, seats, seed, name, options: {} });
  begin(made.seats.find((seat) => seat.kind === "you")?.token ?? "", { title, kind: "guide", key: guide.key, step: 0 });
}

function begin(token: string, taught: Taught): void {
  schoolbag.teach(token, taught);
  location.hash = address("play", token);
}
