// A ground to practise marching on: what is said to the server is noted, and what it answers is up to the test.
import { look as opening, scene } from "../small";
import type { FromClient, Look } from "../wire/types";
import { pairs, type Answer, type Question } from "./choices";
import { Dragging } from "./dragging.svelte";
import type { Ground } from "./ground";
import { March } from "./march.svelte";

/** What a unit in hand may do. */
export const GOING = { unit: [0], area: [1, 2, 3], via: [2] };

export class Practice implements Ground {
  scene = scene;
  look: Look = opening;
  at = 7;
  undo = 0;
  myTurn = true;
  mySide = 0;
  hand: Answer[] = [];
  reaching = false;
  said: unknown[] = [];
  march = new March(this);
  dragging = new Dragging(this, this.march);

  constructor() {
    this.settle();
  }

  /** The next position, with so many more actions that can be taken back. */
  comes(look: Partial<Look>, played = 1): void {
    this.at += Math.abs(played);
    this.undo += played;
    this.holds(look, []);
  }

  /** What was reached for is in hand. */
  holds(look: Partial<Look>, hand: Answer[] = [{ verb: "unit", target: look.picked?.[0] ?? 0 }]): void {
    this.look = { ...this.look, ...look };
    this.hand = hand;
    this.reaching = false;
    this.settle();
  }

  settle(): void {
    this.march.settled();
    this.dragging.land();
  }

  act(answer: Answer): void {
    this.march.note(answer);
    if (this.lifts(answer)) this.lift([answer]);
    else this.said.push(["act", ...pairs([answer]).flat()]);
  }

  lifts({ verb }: Answer): boolean {
    return verb === "unit";
  }

  lift(answers: Answer[]): void {
    this.said.push(["lift", ...answers.map(({ target }) => target)]);
    this.reaching = true;
  }

  putDown(): void {
    if (this.hand.length > 0 || this.reaching) this.said.push(["put down"]);
    if (this.hand.length > 0) this.holds({ picked: [], choices: opening.choices }, []);
    this.reaching = false;
  }

  ask({ verbs, target }: Question): void {
    this.said.push(["ask", verbs[0], target]);
  }

  send(message: FromClient): void {
    this.said.push(message);
  }
}
