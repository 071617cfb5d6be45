// What is shown of a game: positions as they arrive, played out line by line at the player's pace.
import type { Frame, Look, Picture, Position, Welcome } from "../wire/types";
import { lastBattle } from "../words/story";
import { duration, wait } from "./pace";
import { settings } from "./settings.svelte";

const EMPTY: Look = {
  side: null,
  prompt: "",
  rule: "",
  phase: "",
  turn: 0,
  score: 0,
  place: [],
  strength: [],
  marks: [],
  spent: [],
  control: [],
  down: [],
  tokens: [],
  freed: [],
  picked: [],
  focus: null,
  battle: null,
  choices: {},
  labels: {},
  ending: null,
};

/** A pause after a move, so that it is seen where it led. */
const BREATH = 260;

const moved = (log: Picture[]): boolean => log.some((line) => line.kind === "move");

/** A battle has begun: what fell before it is not its dice. */
const otherBattle = (was: Look["battle"], is: Look["battle"]): boolean => is !== null && (was?.place !== is.place || was.attacker !== is.attacker);

/** Whoever looks at it. */
export interface Viewer {
  /** Whether he did what a side did. */
  did: (by: number | null | undefined) => boolean;
  /** Something is going to be shown; something of others'; all is shown. */
  begins: () => void;
  watches: () => void;
  settles: () => void;
}

export class Stage {
  /** The view that is shown, with nothing in hand; it lags behind what the server told while others' moves are played out. */
  look = $state.raw<Look>(EMPTY);
  log = $state.raw<Picture[]>([]);
  at = $state(0);
  undo = $state(0);
  undoReaches = $state("");
  /** The event that is being shown just now, and the dice of the battle so far. */
  now = $state.raw<Picture | null>(null);
  dice = $state.raw<Picture[]>([]);
  showing = $state(false);
  /** Others' doings have been shown since the player last decided. */
  watched = $state(false);
  /** What others did since the player last decided, line by line. */
  told = $state.raw<Picture[]>([]);
  /** A battle that has just ended, to be told in words. */
  ended = $state.raw<{ place: number; log: Picture[] } | null>(null);

  #open = false;
  #queue: Position[] = [];
  #told = 0;
  #skip = false;
  /** The line of the log at which the battle that was told last began. */
  #battled = -1;

  constructor(private readonly viewer: Viewer) {}

  /** The table as it stands when the player comes. What happened while its map was loading is waiting already. */
  open(welcome: Welcome): void {
    this.#open = true;
    this.#queue = this.#queue.filter((position) => position.at > welcome.at);
    this.#told = this.#queue.at(-1)?.at ?? welcome.at;
    this.look = welcome.look;
    this.log = welcome.log;
    this.#stands(welcome);
    if (this.#queue.length > 0 && !this.showing) void this.#show();
    else this.viewer.settles();
  }

  /** A position arrives. */
  arrive(position: Position): void {
    if (position.fresh) this.#skip = true;
    else if (position.at <= this.#told) return; // told twice
    this.#told = position.at;
    this.#queue.push(position);
    if (this.#open && !this.showing) void this.#show();
  }

  /** What others did has been read when the player goes about his own; an answer amid their battle is not that. */
  turnPage(): void {
    if (this.look.battle === null) this.told = [];
  }

  skip(): void {
    this.#skip = true;
  }

  #stands({ at, undo, undo_reaches }: Pick<Position, "at" | "undo" | "undo_reaches">): void {
    this.at = at;
    this.undo = undo;
    this.undoReaches = undo_reaches;
  }

  /** Play out what has arrived. Between the last line of a position and the position itself nothing is waited for. */
  async #show(): Promise<void> {
    this.showing = true;
    this.#skip = false;
    this.viewer.begins();
    let next: Position | undefined;
    while ((next = this.#queue.shift()) !== undefined) {
      if (next.fresh) {
        this.#stand(next);
        continue;
      }
      const mine = this.viewer.did(next.by);
      if (!mine) {
        this.watched = true;
        this.viewer.watches();
        while (this.ended !== null && !this.#skip) await wait(50); // what came of the player's own battle is read first
      }
      const log = this.log.slice(0, next.keep);
      for (const line of next.log) {
        log.push(line);
        this.#roll(line);
        const time = this.#skip ? 0 : duration(line, mine, settings.pace);
        if (time === 0) continue;
        this.log = [...log];
        await wait(time);
      }
      this.#came(next, log, mine);
      if (!this.#skip && !mine && settings.pace !== "instant" && moved(next.log)) await wait(BREATH);
    }
    this.now = null;
    this.showing = false;
    this.viewer.settles();
  }

  /** Stand where the server says, without playing out how it came about. Of the log it sends what may be lacking. */
  #stand(position: Position): void {
    this.look = position.look as Look;
    this.dice = [];
    this.log = [...this.log.slice(0, position.keep), ...position.log];
    this.#stands(position);
  }

  /** All lines of a position were read. */
  #came(next: Position, log: Picture[], mine: boolean): void {
    this.log = log;
    if (!mine) this.told = [...this.told, ...next.log];
    const was = this.look.battle;
    this.look = { ...this.look, ...next.look };
    this.#end(was, log);
    if (otherBattle(was, this.look.battle)) this.dice = this.dice.filter((line) => next.log.includes(line));
    this.#stands(next);
  }

  /** A line is shown, with its dice. */
  #roll(line: Picture): void {
    if (line.kind === "battle" || line.kind === "impulse") this.dice = [];
    if (line.dice?.length) this.dice = [...this.dice, line];
    this.now = line;
  }

  /** Note a battle that is over, or was begun and ended in one go. */
  #end(was: Look["battle"], log: Picture[]): void {
    const battle = lastBattle(log);
    const begun = battle[0]?.place ?? was?.place;
    if (this.#skip || settings.pace === "instant" || this.look.battle !== null || begun === undefined) return;
    const at = log.length - battle.length;
    if (battle.length < 2 || at === this.#battled) return;
    this.#battled = at;
    this.ended = { place: begun, log: battle };
  }

  /** Show once more how a view came to be what it is. */
  async again(look: Look, frames: Frame[]): Promise<void> {
    if (this.showing) return;
    const now = this.look;
    this.showing = true;
    this.#skip = false;
    this.watched = true;
    this.look = { ...look, choices: {} };
    this.dice = [];
    for (const frame of frames) {
      for (const line of frame.log) {
        this.#roll(line);
        if (!this.#skip) await wait(duration(line, false, settings.pace === "instant" ? "fast" : settings.pace));
      }
      this.look = { ...this.look, ...frame.look, choices: {} };
      if (!this.#skip && moved(frame.log)) await wait(BREATH);
    }
    this.now = null;
    this.look = now;
    this.showing = false;
    if (this.#queue.length > 0) void this.#show();
    else this.viewer.settles();
  }
}
