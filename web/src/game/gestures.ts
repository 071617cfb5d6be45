// What one gesture did is taken back as one: how far back each reaches, counted in actions that can be taken back.

interface Gesture {
  start: number;
  end: number;
  /** It was a course that somebody else drew up. */
  ordered: boolean;
}

export class Gestures {
  #done: Gesture[] = [];
  #undo = 0;
  #at = 0;

  /** A gesture is over: it began when so many actions could be taken back. */
  close(start: number, ordered = false): void {
    if (start < this.#undo) this.#done.push({ start, end: this.#undo, ordered });
  }

  /** The position as it stands: what was taken back, or can no longer be, is forgotten. */
  settle(undo: number, at: number): void {
    // More was played than can be taken back: dice fell or the other side came in.
    if (undo > this.#undo && undo - this.#undo !== at - this.#at) this.#done = [];
    this.#done = this.#done.filter((gesture) => gesture.end <= undo);
    this.#undo = undo;
    this.#at = at;
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
