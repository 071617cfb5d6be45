// A replay: every position of a game, one step at a time or by itself.
import type { Frame, Jump, Look, Picture, Replay } from "../wire/types";
import { duration, wait } from "./pace";

/** Whole views are kept at every so many steps, so that a jump anywhere is quick. */
const EVERY = 64;

export class ReplayPlayer {
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  now = $state.raw<Picture | null>(null);

  #views = new Map<number, Look>();
  #logs: number[] = [];
  #all: Picture[] = [];
  #run = 0;

  constructor(readonly replay: Replay) {
    this.#all = [...replay.log];
    this.#logs = [this.#all.length];
    let look = replay.look;
    this.#views.set(0, look);
    replay.frames.forEach((frame, number) => {
      look = { ...look, ...frame.look };
      this.#all.push(...frame.log);
      this.#logs.push(this.#all.length);
      if ((number + 1) % EVERY === 0) this.#views.set(number + 1, look);
    });
  }

  get length(): number {
    return this.replay.frames.length;
  }

  readonly look = $derived.by(() => this.lookAt(this.at));
  readonly log = $derived.by(() => this.#all.slice(0, this.#logs[this.at] ?? 0));

  /** The view after so many steps. */
  lookAt(step: number): Look {
    const from = step - (step % EVERY);
    let look = this.#views.get(from) ?? this.replay.look;
    for (let n = from; n < step; n += 1) look = { ...look, ...this.frame(n).look };
    return look;
  }

  frame(n: number): Frame {
    return this.replay.frames[n] ?? { look: {}, log: [], by: null };
  }

  go(step: number): void {
    this.pause();
    this.at = Math.min(Math.max(step, 0), this.length);
    this.now = this.at > 0 ? (this.frame(this.at - 1).log.at(-1) ?? null) : null;
  }

  /** To the next step on which something happened, back or forth. */
  step(by: 1 | -1): void {
    let to = this.at + by;
    while (to > 0 && to < this.length && this.frame(to - 1).log.length === 0) to += by;
    this.go(to);
  }

  /** To the next or previous turn or battle. */
  jump(kind: string, by: 1 | -1): void {
    const marks = this.replay.jumps.filter((jump: Jump) => jump.kind === kind).map((jump) => jump.frame);
    const to = by > 0 ? marks.find((mark) => mark > this.at) : marks.findLast((mark) => mark < this.at);
    this.go(to ?? (by > 0 ? this.length : 0));
  }

  pause(): void {
    this.playing = false;
    this.#run += 1;
  }

  async play(): Promise<void> {
    if (this.at >= this.length) this.at = 0;
    this.playing = true;
    const run = ++this.#run;
    while (this.playing && run === this.#run && this.at < this.length) {
      const frame = this.frame(this.at);
      for (const line of frame.log) {
        this.now = line;
        await wait(duration(line, false, "normal") / this.speed);
        if (run !== this.#run) return;
      }
      this.at += 1;
      if (frame.log.length > 0) await wait(180 / this.speed);
    }
    if (run === this.#run) this.playing = false;
  }
}
