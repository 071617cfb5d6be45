// A stack goes as one where the rules move its pieces one by one: the first leads, the others answer as it did.
import type { Answer } from "./choices";

export class March {
  /** Those that will do as the leader does, the next first. */
  following = $state.raw<number[]>([]);
  #leader: number | null = null;
  #trail: Answer[] = [];
  #repeating = false;

  begin(leader: number, rest: number[]): void {
    this.#leader = leader;
    this.following = rest;
    this.#trail = [];
    this.#repeating = false;
  }

  clear(): void {
    this.#leader = null;
    if (this.following.length > 0) this.following = [];
  }

  /** The player answered for the leader. */
  note(answer: Answer): void {
    if (this.#leader !== null && !this.#repeating) this.#trail.push(answer);
  }

  /** One that followed could not: it is in hand, and the player leads with it. */
  refused(): void {
    this.#repeating = false;
    this.#trail = [];
  }

  /** What to answer next, when all so far is through. `take` says how a piece is taken up, if it can be. */
  next(picked: number[], take: (piece: number) => Answer | undefined): Answer[] {
    if (this.#leader === null) return [];
    if (picked.includes(this.#leader)) {
      if (this.#repeating) this.refused();
      return [];
    }
    const led = this.#trail.some((answer) => answer.target !== this.#leader || answer.verb !== take(answer.target ?? -1)?.verb);
    while (led && this.following.length > 0) {
      const [piece, ...rest] = this.following;
      this.following = rest;
      const taken = piece === undefined ? undefined : take(piece);
      if (piece === undefined || taken === undefined) continue;
      this.#leader = piece;
      this.#repeating = true;
      return [taken, ...this.#trail];
    }
    this.clear();
    return [];
  }
}
