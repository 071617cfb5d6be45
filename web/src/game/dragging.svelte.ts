// Units dragged to where they go. They are reached for as the pointer leaves; where it lets go of them they go when they
// are in hand, or lie where they lay.
import { clickPlace, takes } from "./choices";
import type { Ground } from "./ground";
import type { March } from "./march.svelte";

export class Dragging {
  /** Units on their way with the pointer. */
  grabbed = $state.raw<number[]>([]);

  /** They were taken up only for the way. */
  #lifted = false;
  /** Where they were dropped before they were in hand. */
  #dropped: { pieces: number[]; place: number; shift: boolean } | null = null;

  constructor(
    private readonly ground: Ground,
    private readonly march: March,
  ) {}

  /** Whether a unit can be dragged: one in hand, or by a mouse one that may be taken up to go somewhere. */
  canGrab(piece: number, touch: boolean): boolean {
    const { look, myTurn, mySide, scene } = this.ground;
    if (!myTurn || scene?.pieces[piece]?.side !== mySide) return false;
    if (look.picked.includes(piece) || this.march.following.includes(piece)) return true;
    if (touch || look.battle !== null) return false;
    return look.picked.length === 0 ? "done" in look.choices && takes(scene, look, piece) !== undefined : this.march.canChange(piece);
  }

  /** Units leave their place with the pointer. */
  grab(pieces: number[]): void {
    const { picked } = this.ground.look;
    const mine = [...picked, ...this.march.following];
    const [first = -1] = pieces;
    this.#dropped = null;
    this.#lifted = !mine.includes(first);
    this.grabbed = this.#lifted ? pieces : mine;
    if (this.#lifted && picked.length === 0) this.march.gather(pieces);
    else if (this.#lifted) this.march.change(first);
    this.march.asOne();
  }

  /** They are put down in a place: they go there if they can. */
  drop(place: number | null, shift: boolean): void {
    const pieces = this.grabbed;
    if (pieces.length === 0) return;
    if (place === null || pieces.every((piece) => this.ground.look.place[piece] === place)) return this.release();
    this.grabbed = [];
    this.#dropped = { pieces, place, shift };
    if (!this.ground.reaching) this.land();
  }

  /** They go back to where they came from. */
  release(): void {
    if (this.grabbed.length === 0) return;
    this.grabbed = [];
    this.#putBack();
  }

  /** What was reached for is in hand: units dropped somewhere go there, if they are still among it. */
  land(): void {
    const { scene, look } = this.ground;
    const drop = this.#dropped;
    this.#dropped = null;
    if (drop === null || scene === null || !drop.pieces.some((piece) => look.picked.includes(piece))) return;
    const meaning = clickPlace(scene, look, drop.place, drop.shift ? "shift" : "click");
    if ("act" in meaning) return this.ground.act(meaning.act);
    this.ground.ask(meaning.ask, drop.place);
    this.#putBack();
  }

  /** An answer was refused: nobody sets out later. */
  refused(): void {
    this.#dropped = null;
  }

  /** What was only taken up for the way is put down again. */
  #putBack(): void {
    if (!this.#lifted) return;
    this.march.forget();
    this.ground.putDown();
  }
}
