// A game as one page sees it: what the server told, what is being shown of it, and what the player asks and answers.
import * as http from "../wire/http";
import { Line, type LineState } from "../wire/socket";
import type { Advice, Forecast, Frame, FromClient, Hint, Inspected, Look, Peeked, Picture, Position, Said, Scene, SeatLink, Shading, Sheet, ToClient, Welcome, WrittenOrder } from "../wire/types";
import type { Answer, Meaning, Question } from "./choices";
import { March } from "./march.svelte";
import { duration, wait } from "./pace";
import { lastBattle } from "../words/story";
import { settings } from "./settings.svelte";

/** A seat that plays for whoever decides. */
export const TABLE = -1;

export interface Refusal {
  rule: string;
  text: string;
  /** The place that was clicked, to be marked on the map. */
  place: number | null;
  /** Grows with every refusal, so that the same one twice is noticed. */
  number: number;
}

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

/** The most answers that travel in one message, as the server has it. */
const MOST = 64;

/** A battle has begun: what fell before it is not its dice. */
const otherBattle = (was: Look["battle"], is: Look["battle"]): boolean => is !== null && (was?.place !== is.place || was.attacker !== is.attacker);

/** Answers as they travel. */
const pairs = (answers: Answer[]): [string, number | null][] => answers.map(({ verb, target }) => [verb, target]);

export const hintKey = (verb: string, target: number | null): string => `${verb} ${target ?? ""}`;

export class GameModel {
  scene = $state.raw<Scene | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  welcome = $state.raw<Welcome | null>(null);
  line = $state<LineState>("connecting");
  fault = $state("");

  /** The view that is shown; it lags behind what the server told while others' moves are played out. */
  look = $state.raw<Look>(EMPTY);
  log = $state.raw<Picture[]>([]);
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
  at = $state(0);
  /** Grows with everything that is shown of the table: a new position, or something taken up. */
  seen = $state(0);
  /** What is taken up. Nobody else knows of it before something is done with it. */
  hand = $state.raw<Answer[]>([]);
  /** The server is being asked what this would look like. */
  reaching = $state(false);
  undo = $state(0);
  undoReaches = $state("");
  present = $state.raw<(number | null)[]>([]);
  seats = $state.raw<SeatLink[]>([]);

  hints = $state.raw<Map<string, Hint>>(new Map());
  /** What is known of places, from when they were last asked about. */
  inspected = $state.raw<Map<number, Inspected>>(new Map());
  refusal = $state.raw<Refusal | null>(null);
  forecast = $state.raw<Forecast | null>(null);
  proposal = $state.raw<{ key: string; forecast: Forecast | null } | null>(null);
  advice = $state.raw<Advice | null>(null);
  orders = $state.raw<WrittenOrder[]>([]);
  shading = $state.raw<Shading | null>(null);
  overlay = $state("");
  /** Words at the table, and how many of them the player has read. */
  talk = $state.raw<Said[]>([]);
  read = $state(0);
  /** What was just done for the player, in words. */
  note = $state("");
  /** The last answers the player gave, for whoever teaches him. */
  given = $state.raw<Answer[]>([]);
  /** A button verb waiting for its target. */
  mode = $state("");

  /** A stack on its way, piece by piece. */
  readonly march = new March(this);

  #line: Line | null = null;
  /** The view as everybody has it, with nothing in hand. */
  #bare: Look = EMPTY;
  /** Questions of what something taken up looks like that were not answered yet; only the last counts. */
  #peeks = 0;
  #queue: Position[] = [];
  #told = 0;
  #skip = false;
  /** The line of the log at which the battle that was told last began. */
  #battled = -1;
  /** The choices whose meaning has been asked in this position. */
  #meant = new Set<string>();
  #asked = new Map<string, Forecast | null>();
  #refusals = 0;
  #wanted = "";
  #clicked: number | null = null;
  /** Everybody who can is to take part in the battle that comes. */
  #all = false;

  readonly mySide = $derived.by(() => {
    const side = this.welcome?.side ?? null;
    return side === TABLE ? this.look.side : side;
  });
  readonly myTurn = $derived(!this.showing && this.mySide !== null && this.look.side === this.mySide);
  readonly choices = $derived(this.myTurn ? this.look.choices : {});

  constructor(readonly token: string) {
    this.#line = new Line(token, (message) => this.#hear(message), (state) => (this.line = state));
  }

  close(): void {
    this.#line?.close();
  }

  // ---- what the server says ---------------------------------------------------------------------------------

  #hear(message: ToClient): void {
    switch (message.t) {
      case "welcome":
        void this.#greet(message);
        break;
      case "position":
        this.#arrive(message);
        break;
      case "refused":
        this.#refuse(message.rule, message.text);
        this.march.refused();
        break;
      case "peek":
        this.#peeked(message);
        break;
      case "behind":
        this.march.heard(message.left);
        break;
      case "why":
        if (message.text !== "") this.#refuse(message.rule, message.text);
        break;
      case "hints":
        if (message.at === this.at) this.hints = new Map([...this.hints, ...message.hints.map((hint) => [hintKey(hint.verb, hint.target), hint] as const)]);
        break;
      case "odds":
        this.#foresee(message.at, message.verb, message.target, message.forecast);
        break;
      case "shade":
        if (message.shading.key === this.overlay) this.shading = message.shading;
        break;
      case "inspect":
        this.inspected = new Map([...this.inspected, [message.place, message]]);
        break;
      case "advice":
        if (message.at === this.at) this.advice = message;
        break;
      case "since":
        void this.#again(message.look, message.frames);
        break;
      case "said":
        this.talk = [...this.talk, message];
        break;
      case "present":
        this.present = message.present;
        break;
      case "bad":
        this.fault = message.text;
        break;
    }
  }

  async #greet(welcome: Welcome): Promise<void> {
    try {
      const scene = await http.scene(welcome.title, welcome.scenario, welcome.options);
      this.sheet ??= await http.sheet(welcome.title, scene.sheet);
      this.scene ??= scene;
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
      return;
    }
    this.#queue = this.#queue.filter((position) => position.at > welcome.at);
    this.welcome = welcome;
    if (this.talk.length === 0) this.read = welcome.talk?.length ?? 0;
    this.talk = welcome.talk ?? [];
    this.seats = welcome.seats;
    this.present = welcome.present;
    this.#told = this.#queue.at(-1)?.at ?? welcome.at;
    this.at = welcome.at;
    this.#peeks = 0;
    this.#emptyHand();
    this.look = welcome.look;
    this.log = welcome.log;
    this.undo = welcome.undo;
    this.undoReaches = welcome.undo_reaches;
    this.fault = welcome.problem;
    // What happened while the map was loading is waiting already.
    if (this.#queue.length > 0 && !this.showing) void this.#show();
    else this.#settled();
  }

  #arrive(position: Position): void {
    if (position.fresh) this.#skip = true;
    else if (position.at <= this.#told) return; // told twice
    this.#told = position.at;
    this.#queue.push(position);
    if (this.welcome !== null && !this.showing) void this.#show();
  }

  /** Play out what has arrived, line by line. */
  async #show(): Promise<void> {
    this.showing = true;
    this.#skip = false;
    this.hints = new Map();
    if (this.hand.length > 0) this.look = this.#bare;
    this.#peeks = 0;
    this.#emptyHand();
    let next: Position | undefined;
    while ((next = this.#queue.shift()) !== undefined) {
      if (next.fresh) {
        this.#stand(next);
        continue;
      }
      const mine = this.welcome?.side === TABLE || next.by === this.welcome?.side;
      if (!mine) {
        this.watched = true;
        this.note = "";
        while (this.ended !== null && !this.#skip) await wait(50); // what came of the player's own battle is read first
      }
      const log = this.log.slice(0, next.keep);
      if (next.log.length === 0) this.log = log;
      for (const line of next.log) {
        log.push(line);
        if (line.kind === "battle" || line.kind === "impulse") this.dice = [];
        if (line.dice?.length) this.dice = [...this.dice, line];
        const time = this.#skip ? 0 : duration(line, mine, settings.pace);
        this.now = line;
        if (time > 0) {
          this.log = [...log];
          await wait(time);
        }
      }
      this.log = log;
      if (!mine) this.told = [...this.told, ...next.log];
      const was = this.look.battle;
      this.look = { ...this.look, ...next.look };
      this.#end(was, log);
      if (otherBattle(was, this.look.battle)) this.dice = this.dice.filter((line) => next?.log.includes(line));
      this.at = next.at;
      this.undo = next.undo;
      this.undoReaches = next.undo_reaches;
      if (!this.#skip && !mine && next.log.some((line) => line.kind === "move") && settings.pace !== "instant") await wait(260);
    }
    this.now = null;
    this.showing = false;
    this.#settled();
  }

  /** Stand where the server says, without playing out how it came about. Of the log it sends what may be lacking. */
  #stand(position: Position): void {
    this.at = position.at;
    this.look = position.look as Look;
    this.dice = [];
    this.log = [...this.log.slice(0, position.keep), ...position.log];
    this.undo = position.undo;
    this.undoReaches = position.undo_reaches;
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

  /** Everything is shown: refresh what depends on the position. */
  #settled(): void {
    this.#forget();
    if (!(this.mode in this.look.choices)) this.mode = "";
    if (this.look.battle === null) this.forecast = null;
    else this.#line?.say({ t: "odds", at: this.at });
    if (this.overlay !== "") this.#line?.say({ t: "shade", at: this.at, overlay: this.overlay });
    void this.readOrders();
    if (this.myTurn) this.march.settled();
    const able = this.#all && this.myTurn ? (this.look.battle?.able ?? []) : [];
    this.#all = false;
    if (able.length > 0) {
      this.gather(able);
      this.march.underWay = true;
    }
    // What is said in numbers cannot be read off the map: its buttons need words.
    const numbered = this.scene?.verbs.filter((verb) => verb.target === "number" && verb.gesture === "button") ?? [];
    this.explain(numbered.flatMap((verb) => (this.choices[verb.key] ?? []).map((target) => ({ verb: verb.key, target }))));
  }

  /** What was told of the position before, or of what was in hand, holds no more. */
  #forget(): void {
    this.seen += 1;
    this.hints = new Map();
    this.inspected = new Map();
    this.#meant.clear();
    this.proposal = null;
    this.#asked.clear();
  }

  // ---- what is in hand --------------------------------------------------------------------------------------

  /** What goes with a question that is asked with something in hand. */
  #held(): { hand?: [string, number | null][] } {
    return this.hand.length === 0 ? {} : { hand: pairs(this.hand) };
  }

  /** Whether an answer only takes something up. */
  lifts(answer: Answer): boolean {
    return this.look.lifts?.includes(answer.verb) ?? false;
  }

  /** Take up what these answers say, and nothing else: ask what it could do. Nobody is told. */
  lift(answers: Answer[]): void {
    if (!this.myTurn || answers.length === 0) return this.putDown();
    this.refusal = null;
    this.note = "";
    this.#turnPage();
    this.#peeks += 1;
    this.reaching = true;
    this.#line?.say({ t: "peek", at: this.at, hand: pairs(answers.slice(0, MOST)) });
  }

  #peeked(told: Peeked): void {
    if (told.at !== this.at) return;
    this.#peeks -= 1;
    if (this.#peeks > 0 || !this.reaching || this.showing) return;
    this.reaching = false;
    if (this.hand.length === 0) this.#bare = this.look;
    this.hand = told.hand.map(([verb, target]) => ({ verb, target }));
    this.look = { ...this.#bare, ...told.look };
    this.given = this.hand;
    this.#lifted();
  }

  /** Put down what is in hand. */
  putDown(): void {
    const held = this.hand.length > 0;
    if (held) this.look = this.#bare;
    this.#emptyHand();
    if (held) this.#lifted();
  }

  #emptyHand(): void {
    this.hand = [];
    this.reaching = false;
  }

  /** Something was taken up or put down: the position is as it was. */
  #lifted(): void {
    this.#forget();
    if (!(this.mode in this.look.choices)) this.mode = "";
    if (this.myTurn) this.march.settled();
  }

  /** Ask what there is to know of a place, once in a position. */
  inspect(place: number): void {
    if (this.inspected.get(place)?.at !== this.at) this.#line?.say({ t: "inspect", at: this.at, place, ...this.#held() });
  }

  /** Ask what choices mean that the player points at or reads; each is asked once. */
  explain(answers: Answer[]): void {
    const unknown = answers.filter(({ verb, target }) => this.choices[verb]?.includes(target) && !this.#meant.has(hintKey(verb, target))).slice(0, MOST);
    if (unknown.length === 0) return;
    for (const { verb, target } of unknown) this.#meant.add(hintKey(verb, target));
    this.#line?.say({ t: "hints", at: this.at, answers: pairs(unknown), ...this.#held() });
  }

  /** The orders of computers, for one who wants to read them while he plays, and for everybody afterwards. */
  async readOrders(): Promise<void> {
    const wanted = settings.orders || this.look.ending !== null;
    if (!wanted || !this.seats.some((seat) => seat.kind.startsWith("computer"))) this.orders = [];
    else this.orders = await http.ordersOf(this.token).catch(() => this.orders);
  }

  #refuse(rule: string, text: string): void {
    this.refusal = { rule, text, place: this.#clicked, number: ++this.#refusals };
  }

  #foresee(at: number, verb: string | null, target: number | null, forecast: Forecast | null): void {
    if (at !== this.at) return;
    if (verb === null) this.forecast = forecast;
    else {
      const key = hintKey(verb, target);
      this.#asked.set(key, forecast);
      if (this.#wanted === key) this.proposal = { key, forecast };
    }
  }

  // ---- what the player does ---------------------------------------------------------------------------------

  /** Give an answer; `all` lets everybody who can take part in the battle that comes of it. */
  act(answer: Answer, all = false): void {
    this.#all = all;
    this.refusal = null;
    this.#turnPage();
    this.note = "";
    this.march.note(answer);
    const rest = this.hand.filter(({ verb, target }) => verb !== answer.verb || target !== answer.target);
    if (rest.length < this.hand.length) return this.lift(rest); // put back
    if (this.lifts(answer)) return this.lift([...this.hand, answer]);
    this.given = [...this.hand, answer];
    if (this.hand.length > 0) this.#line?.say({ t: "acts", at: this.at, answers: pairs(this.given) });
    else this.#line?.say({ t: "act", at: this.at, verb: answer.verb, target: answer.target });
  }

  /** What others did has been read when the player goes about his own; an answer amid their battle is not that. */
  #turnPage(): void {
    if (this.look.battle === null) this.told = [];
  }

  ask(question: Question, place: number | null = this.#clicked): void {
    this.#clicked = place;
    this.#line?.say({ t: "why", at: this.at, verbs: question.verbs, target: question.target, ...this.#held() });
  }

  /** A click with a meaning: an answer, or the question why it is none. */
  mean(meaning: Meaning, place: number | null = null, all = false): void {
    this.#clicked = place;
    if (this.showing) this.skip();
    else if ("act" in meaning) this.act(meaning.act, all);
    else this.ask(meaning.ask);
  }

  /** Take back what the last gesture did, or all that can be. */
  takeBack(all = false): void {
    this.refusal = null;
    if (this.hand.length > 0 && !all) {
      this.march.forget();
      return this.putDown();
    }
    const count = Math.min(this.march.back(), this.undo);
    this.putDown();
    if (this.undo > 0 && this.myTurn) this.send({ t: "undo", at: this.at, ...(all ? { all } : { count }) });
  }

  send(message: FromClient): void {
    this.refusal = null;
    const given = message.t === "acts" ? message.answers : message.t === "group" ? message.parts.flat() : [];
    if (given.length > 0) this.given = given.map(([verb, target]) => ({ verb, target }));
    this.#line?.say(message);
  }

  /** Put down what is picked up and answer otherwise, as with digging in a unit just chosen. */
  insteadOfPicked(answer: Answer): void {
    if (this.hand.length > 0) {
      this.putDown();
      this.act(answer);
    } else if (this.undo > 0) this.#together([answer], { back: true });
  }

  /** Give several answers in a row, as far as they are taken: one step on the way and in the log, taken back as one. */
  carryOut(answers: Answer[]): void {
    this.putDown(); // a course begins with nothing in hand
    if (answers.length > 1 && this.myTurn) this.march.order();
    this.#together(answers);
  }

  #together(answers: Answer[], how: { back?: boolean; skip?: boolean } = {}): void {
    if (answers.length === 0 || !this.myTurn) return;
    this.refusal = null;
    this.#turnPage();
    this.given = answers;
    this.#line?.say({ t: "acts", at: this.at, answers: pairs(answers.slice(0, MOST)), ...how });
  }

  /** A word to the others; whether it went out. */
  say(text: string, name: string): boolean {
    return this.#line?.say({ t: "say", at: this.at, text, name }) ?? false;
  }

  /** Let the computer that is thinking play the best it has found so far. */
  hurry(): void {
    this.#line?.say({ t: "hurry", at: this.at });
  }

  askAdvice(): void {
    this.#line?.say({ t: "advise", at: this.at });
  }

  /** Take up all of a stack, or add all that can to a battle; `onward` lets them go on where there is but one way. */
  gather(pieces: number[], onward = false): void {
    if (!this.myTurn) return;
    this.#turnPage();
    this.march.gather(pieces, onward);
  }

  skip(): void {
    this.#skip = true;
  }

  /** The odds of what the player is pointing at; asked once for each position. */
  foresee(answer: Answer | null): void {
    this.#wanted = answer === null ? "" : hintKey(answer.verb, answer.target);
    if (answer === null) {
      this.proposal = null;
      return;
    }
    const known = this.#asked.get(this.#wanted);
    if (known !== undefined) this.proposal = { key: this.#wanted, forecast: known };
    else {
      this.proposal = null;
      this.#line?.say({ t: "odds", at: this.at, verb: answer.verb, target: answer.target, ...this.#held() });
    }
  }

  showOverlay(key: string): void {
    this.overlay = this.overlay === key ? "" : key;
    this.shading = null;
    if (this.overlay !== "") this.#line?.say({ t: "shade", at: this.at, overlay: this.overlay });
  }

  /** Show again what happened since the player's last move. */
  replaySince(): void {
    if (!this.showing) this.#line?.say({ t: "since", at: this.at });
  }

  async #again(look: Look, frames: Frame[]): Promise<void> {
    if (this.showing) return;
    const now = this.look;
    this.showing = true;
    this.#skip = false;
    this.watched = true;
    this.look = { ...look, choices: {} };
    this.dice = [];
    for (const frame of frames) {
      for (const line of frame.log) {
        if (line.kind === "battle" || line.kind === "impulse") this.dice = [];
        if (line.dice?.length) this.dice = [...this.dice, line];
        this.now = line;
        if (!this.#skip) await wait(duration(line, false, settings.pace === "instant" ? "fast" : settings.pace));
      }
      this.look = { ...this.look, ...frame.look, choices: {} };
      if (!this.#skip && frame.log.some((line) => line.kind === "move")) await wait(260);
    }
    this.now = null;
    this.look = now;
    this.showing = false;
    if (this.#queue.length > 0) void this.#show();
    else this.#settled();
  }

  dismiss(): void {
    this.note = "";
    this.refusal = null;
    this.fault = "";
  }
}
