// What is asked of a position, and what the server knows of it. The answers hold as long as what is shown stays as it is.
import type { Advice, Forecast, FromClient, Hint, Inspected, Look, Meaning, Shading, ToldOdds } from "../wire/types";
import { MOST, pairs, type Answer } from "./choices";
import type { Hand } from "./hand.svelte";

export const hintKey = (verb: string, target: number | null): string => `${verb} ${target ?? ""}`;

/** The table that questions are asked about. */
export interface Asked {
  readonly at: number;
  readonly look: Look;
  readonly choices: Look["choices"];
}

export class Questions {
  hints = $state.raw<Map<string, Hint>>(new Map());
  /** What is known of places, from when they were last asked about. */
  inspected = $state.raw<Map<number, Inspected>>(new Map());
  /** The odds of the battle in progress, and of the move that is pointed at. */
  forecast = $state.raw<Forecast | null>(null);
  proposal = $state.raw<{ key: string; forecast: Forecast | null } | null>(null);
  advice = $state.raw<Advice | null>(null);
  shading = $state.raw<Shading | null>(null);
  overlay = $state("");

  /** The choices whose meaning has been asked in this position. */
  #meant = new Set<string>();
  #foreseen = new Map<string, Forecast | null>();
  #wanted = "";

  constructor(
    private readonly table: Asked,
    private readonly hand: Hand,
    private readonly say: (message: FromClient) => void,
  ) {}

  // ---- asked by the page ------------------------------------------------------------------------------------

  /** What there is to know of a place, once in a position. */
  inspect(place: number): void {
    const { at } = this.table;
    if (this.inspected.get(place)?.at !== at) this.say({ t: "inspect", at, place, ...this.hand.along });
  }

  /** What choices mean that the player points at or reads; each is asked once. */
  explain(answers: Answer[]): void {
    const { at, choices } = this.table;
    const unknown = answers.filter(({ verb, target }) => choices[verb]?.includes(target) && !this.#meant.has(hintKey(verb, target))).slice(0, MOST);
    if (unknown.length === 0) return;
    for (const { verb, target } of unknown) this.#meant.add(hintKey(verb, target));
    this.say({ t: "hints", at, answers: pairs(unknown), ...this.hand.along });
  }

  /** The odds of what the player is pointing at; asked once for each position. */
  foresee(answer: Answer | null): void {
    this.#wanted = answer === null ? "" : hintKey(answer.verb, answer.target);
    const known = this.#foreseen.get(this.#wanted);
    this.proposal = known === undefined ? null : { key: this.#wanted, forecast: known };
    if (answer === null || known !== undefined) return;
    this.say({ t: "odds", at: this.table.at, verb: answer.verb, target: answer.target, ...this.hand.along });
  }

  showOverlay(key: string): void {
    this.overlay = this.overlay === key ? "" : key;
    this.shading = null;
    this.#shade();
  }

  askAdvice(): void {
    this.say({ t: "advise", at: this.table.at });
  }

  // ---- as the game goes on ----------------------------------------------------------------------------------

  /** A new position: what is on the table all the time is asked anew. */
  renew(): void {
    if (this.table.look.battle === null) this.forecast = null;
    else this.say({ t: "odds", at: this.table.at });
    this.#shade();
  }

  #shade(): void {
    if (this.overlay !== "") this.say({ t: "shade", at: this.table.at, overlay: this.overlay });
  }

  /** What was told of the position before, or of what was in hand, holds no more. */
  forget(): void {
    this.hints = new Map();
    this.inspected = new Map();
    this.proposal = null;
    this.#meant.clear();
    this.#foreseen.clear();
  }

  // ---- told by the server -----------------------------------------------------------------------------------

  explained({ at, hints }: Meaning): void {
    if (at === this.table.at) this.hints = new Map([...this.hints, ...hints.map((hint) => [hintKey(hint.verb, hint.target), hint] as const)]);
  }

  seen(place: Inspected): void {
    this.inspected = new Map([...this.inspected, [place.place, place]]);
  }

  foretold({ at, verb, target, forecast }: ToldOdds): void {
    if (at !== this.table.at) return;
    if (verb === null) {
      this.forecast = forecast;
      return;
    }
    const key = hintKey(verb, target);
    this.#foreseen.set(key, forecast);
    if (this.#wanted === key) this.proposal = { key, forecast };
  }

  shaded(shading: Shading): void {
    if (shading.key === this.overlay) this.shading = shading;
  }

  advised(advice: Advice): void {
    if (advice.at === this.table.at) this.advice = advice;
  }
}
