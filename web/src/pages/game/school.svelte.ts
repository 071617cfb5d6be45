// Who is taught something while he plays: by a guide, in a lesson, by the briefing of a scenario.
import { schoolbag } from "../../game/learn.svelte";
import type { GameModel } from "../../game/model.svelte";
import { settings } from "../../game/settings.svelte";
import { learning as learningOf } from "../../wire/http";
import type { Learning, Ring } from "../../wire/types";

export class School {
  learning = $state.raw<Learning | null>(null);
  /** What the teacher's sentence points at. */
  rings = $state.raw<Ring[]>([]);

  constructor(private readonly game: GameModel) {}

  readonly taught = $derived.by(() => schoolbag.taught(this.game.token));
  readonly briefing = $derived.by(() => this.learning?.briefings[this.game.scene?.scenario ?? ""] ?? null);

  /** The cards and buttons he points at; a button by its verb, and its number where there are several. */
  readonly cards = $derived.by(() => this.rings.flatMap((ring) => (ring.kind === "card" ? [ring.id] : [])));
  readonly buttons = $derived.by(() => this.rings.flatMap((ring) => (ring.kind === "button" ? [ring.id < 0 ? ring.verb : `${ring.verb} ${ring.id}`] : [])));

  leave(): void {
    this.rings = [];
    schoolbag.leave(this.game.token);
  }
}

/** Have at hand what there is to learn of a game, and tell first what a game that begins is about. */
export function attend(game: GameModel, school: School, brief: () => void): void {
  $effect(() => {
    const title = game.scene?.title;
    if (title !== undefined) void learningOf(title).then((found) => (school.learning = found), () => null);
  });
  $effect(() => {
    const { briefing, taught } = school;
    // Who is taught a lesson has another teacher.
    if (briefing === null || taught?.kind === "lesson" || game.showing || schoolbag.briefed(game.token)) return;
    schoolbag.brief(game.token);
    const begins = (game.welcome?.at ?? 1) === 0 && game.welcome?.side !== null;
    if (begins && (settings.briefings || taught !== null)) brief();
  });
}
