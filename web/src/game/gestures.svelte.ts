// What one gesture did is taken back as one: how far back each reaches, counted in actions that can be taken back.

interface Gesture {
  start: number;
  end: number;
  /** It was a course that somebody else drew up. */
  ordered: boolean;
}

export class Gestures {
  #done = $state.raw<Gesture[]>([]);
  #undo = $state(0);
  #at = 0;
  /** How much could be taken back when nothing had been begun. */
  #before = 0;
  /** A course that is on its way: where the game stood when it was sent. */
  #sent: { undo: number; at: number } | null = null;

  /** A gesture is over: it began when so many actions could be taken back. */
  close(start: number, ordered = false): void {
    if (start < this.#undo) this.#done = [...this.#done, { start, end: this.#undo, ordered }];
  }

  /** Several answers go out as one course. */
  order(): void {
    this.#sent = { undo: this.#undo, at: this.#at };
  }

  /** The position as it stands: what was taken back, or can no longer be, is forgotten. */
  settle(undo: number, at: number): void {
    // More was played than can be taken back: dice fell or the other side came in.
    if (undo > this.#undo && undo - this.#undo !== at - this.#at) this.#done = [];
    this.#done = this.#done.filter((gesture) => gesture.end <= undo);
    this.#undo = undo;
    this.#at = at;
    const sent = this.#sent;
    this.#sent = null;
    // Of a course on whose way dice fell, what came after them is all that can be taken back.
    if (sent !== null) this.close(undo - sent.undo === at - sent.at ? sent.undo : 0, true);
  }

  /** Nothing is under way any more; `whole` says whether all that was done since the last rest is one gesture. */
  rest(whole: boolean): void {
    if (whole) this.close(this.#before);
    this.#before = this.#undo;
  }

  /** How many actions the last gesture made; one where the last was a single answer. */
  get last(): number {
    return this.#latest === undefined ? 1 : this.#latest.end - this.#latest.start;
  }

  /** Whether the last gesture was a course. */
  get ordered(): boolean {
    return this.#latest?.ordered ?? false;
  }

  get #latest(): Gesture | undefined {
    const gesture = this.#done.at(-1);
    return gesture?.end === this.#undo ? gesture : undefined;
  }
}
