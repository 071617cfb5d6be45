// What a player has taken up. The server is asked what that looks like, and nobody else knows of it before something is
// done with it.
import type { FromClient, Look, Peeked } from "../wire/types";
import { MOST, pairs, type Answer } from "./choices";

export class Hand {
  /** The answers that took it up, and how the view differs for them. */
  answers = $state.raw<Answer[]>([]);
  changes = $state.raw<Partial<Look>>({});
  /** The server is being asked. */
  reaching = $state(false);

  /** Questions that were not answered yet; only the last counts. */
  #asked = 0;

  constructor(private readonly say: (message: FromClient) => void) {}

  get empty(): boolean {
    return this.answers.length === 0;
  }

  /** What goes with a question that is asked with something in hand. */
  get along(): { hand?: [string, number | null][] } {
    return this.empty ? {} : { hand: pairs(this.answers) };
  }

  /** Ask what it would look like to have taken up what these answers say, and nothing else. */
  reach(at: number, answers: Answer[]): void {
    this.#asked += 1;
    this.reaching = true;
    this.say({ t: "peek", at, hand: pairs(answers.slice(0, MOST)) });
  }

  /** What it looks like; returns whether it is in hand now, and was not put down again or something else wanted since. */
  take(told: Peeked): boolean {
    this.#asked = Math.max(0, this.#asked - 1);
    if (this.#asked > 0 || !this.reaching) return false;
    this.reaching = false;
    this.answers = told.hand.map(([verb, target]) => ({ verb, target }));
    this.changes = told.look;
    return true;
  }

  /** Put everything down; returns whether there was anything. */
  putDown(): boolean {
    const held = !this.empty;
    this.answers = [];
    this.changes = {};
    this.reaching = false;
    return held;
  }

  /** The position is another one: no answer that is still on its way counts. */
  drop(): void {
    this.putDown();
    this.#asked = 0;
  }
}
