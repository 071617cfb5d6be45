// A game as one page sees it: what the player answers and asks, and what the server says to it. What is shown of it, what is
// in hand, what is known of the position and who is on the march have each a place of their own.
import * as http from "../wire/http";
import { Line, type LineState } from "../wire/socket";
import type { FromClient, Look, Peeked, Said, Scene, SeatLink, Sheet, ToClient, Welcome, WrittenOrder } from "../wire/types";
import { MOST, isTaking, pairs, type Answer, type Meaning, type Question } from "./choices";
import { Dragging } from "./dragging.svelte";
import { Hand } from "./hand.svelte";
import { March } from "./march.svelte";
import { Questions } from "./questions.svelte";
import { settings } from "./settings.svelte";
import { Stage } from "./stage.svelte";

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

export class GameModel {
  scene = $state.raw<Scene | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  welcome = $state.raw<Welcome | null>(null);
  line = $state<LineState>("connecting");
  fault = $state("");
  present = $state.raw<(number | null)[]>([]);
  seats = $state.raw<SeatLink[]>([]);
  /** Grows with everything that is shown of the table: a new position, or something taken up. */
  seen = $state(0);
  refusal = $state.raw<Refusal | null>(null);
  orders = $state.raw<WrittenOrder[]>([]);
  /** Words at the table, and how many of them the player has read. */
  talk = $state.raw<Said[]>([]);
  read = $state(0);
  /** What was just done for the player, in words. */
  note = $state("");
  /** The last answers the player gave, for whoever teaches him. */
  given = $state.raw<Answer[]>([]);
  /** A button verb waiting for its target. */
  mode = $state("");

  #line: Line | null = null;
  readonly #say = (message: FromClient): boolean => this.#line?.say(message) ?? false;

  readonly stage = new Stage({
    did: (by) => this.welcome?.side === TABLE || by === this.welcome?.side,
    begins: () => this.#begin(),
    watches: () => (this.note = ""),
    settles: () => this.#settled(),
  });
  readonly #held = new Hand(this.#say);
  readonly questions = new Questions(this, this.#held, this.#say);
  readonly march = new March(this);
  readonly dragging = new Dragging(this, this.march);

  #refusals = 0;
  #clicked: number | null = null;
  /** Everybody who can is to take part in the battle that comes. */
  #all = false;

  /** The view with what is in hand. */
  readonly look = $derived.by((): Look => (this.showing || this.#held.empty ? this.stage.look : { ...this.stage.look, ...this.#held.changes }));
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

  get at(): number {
    return this.stage.at;
  }

  get undo(): number {
    return this.stage.undo;
  }

  get showing(): boolean {
    return this.stage.showing;
  }

  /** What is taken up, and whether more is about to be. */
  get hand(): Answer[] {
    return this.#held.answers;
  }

  get reaching(): boolean {
    return this.#held.reaching;
  }

  // ---- what the server says ---------------------------------------------------------------------------------

  #hear(message: ToClient): void {
    switch (message.t) {
      case "welcome":
        void this.#greet(message);
        break;
      case "position":
        this.stage.arrive(message);
        break;
      case "refused":
        this.#refuse(message.rule, message.text);
        this.march.refused();
        this.dragging.refused();
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
        this.questions.explained(message);
        break;
      case "odds":
        this.questions.foretold(message);
        break;
      case "shade":
        this.questions.shaded(message.shading);
        break;
      case "inspect":
        this.questions.seen(message);
        break;
      case "advice":
        this.questions.advised(message);
        break;
      case "since":
        void this.stage.again(message.look, message.frames);
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
    this.welcome = welcome;
    if (this.talk.length === 0) this.read = welcome.talk?.length ?? 0;
    this.talk = welcome.talk ?? [];
    this.seats = welcome.seats;
    this.present = welcome.present;
    this.fault = welcome.problem;
    this.#held.drop();
    this.stage.open(welcome);
  }

  /** Something is going to be shown: nothing is in hand while it is. */
  #begin(): void {
    this.questions.hints = new Map();
    this.#held.drop();
  }

  /** Everything is shown: refresh what depends on the position. */
  #settled(): void {
    this.#forget();
    this.questions.renew();
    void this.readOrders();
    this.#goOn();
    const able = this.#all && this.myTurn ? (this.look.battle?.able ?? []) : [];
    this.#all = false;
    if (able.length > 0) {
      this.gather(able);
      this.march.underWay = true;
    }
    // What is said in numbers cannot be read off the map: its buttons need words.
    const numbered = this.scene?.verbs.filter((verb) => verb.target === "number" && verb.gesture === "button") ?? [];
    this.questions.explain(numbered.flatMap((verb) => (this.choices[verb.key] ?? []).map((target) => ({ verb: verb.key, target }))));
  }

  /** What was told of the position before, or of what was in hand, holds no more. */
  #forget(): void {
    this.seen += 1;
    this.questions.forget();
    if (!(this.mode in this.look.choices)) this.mode = "";
  }

  /** Who is on the march goes on, and who was dropped somewhere goes there. */
  #goOn(): void {
    if (!this.myTurn) return;
    this.march.settled();
    this.dragging.land();
  }

  #refuse(rule: string, text: string): void {
    this.refusal = { rule, text, place: this.#clicked, number: ++this.#refusals };
  }

  /** The orders of computers, for one who wants to read them while he plays, and for everybody afterwards. */
  async readOrders(): Promise<void> {
    const wanted = settings.orders || this.look.ending !== null;
    if (!wanted || !this.seats.some((seat) => seat.kind.startsWith("computer"))) this.orders = [];
    else this.orders = await http.ordersOf(this.token).catch(() => this.orders);
  }

  // ---- what is in hand --------------------------------------------------------------------------------------

  /** Whether an answer only takes something up. */
  lifts(answer: Answer): boolean {
    return this.look.lifts?.includes(answer.verb) ?? false;
  }

  /** Take up what these answers say, and nothing else: ask what it could do. Nobody is told. */
  lift(answers: Answer[]): void {
    if (!this.myTurn || answers.length === 0) return this.putDown();
    this.#turnPage();
    this.note = "";
    this.#held.reach(this.at, answers);
  }

  #peeked(told: Peeked): void {
    if (told.at !== this.at || !this.#held.take(told) || this.showing) return;
    this.given = this.hand;
    this.#forget();
    this.#goOn();
  }

  /** Put down what is in hand: the position is as it was. */
  putDown(): void {
    if (!this.#held.putDown()) return;
    this.#forget();
    this.#goOn();
  }

  // ---- what the player does ---------------------------------------------------------------------------------

  /** Give an answer; `all` lets everybody who can take part in the battle that comes of it. */
  act(answer: Answer, all = false): void {
    this.#all = all;
    this.#turnPage();
    this.note = "";
    this.march.note(answer);
    const rest = this.hand.filter(({ verb, target }) => verb !== answer.verb || target !== answer.target);
    if (rest.length < this.hand.length) return this.lift(rest); // put back
    if (this.lifts(answer)) return this.lift([...this.hand, answer]);
    this.given = [...this.hand, answer];
    if (this.#held.empty) this.#say({ t: "act", at: this.at, verb: answer.verb, target: answer.target });
    else this.#say({ t: "acts", at: this.at, answers: pairs(this.given) });
  }

  /** The player goes about his own: he has read what others did and why his last answer was none. */
  #turnPage(): void {
    this.refusal = null;
    this.stage.turnPage();
  }

  ask(question: Question, place: number | null = this.#clicked): void {
    this.#clicked = place;
    this.#say({ t: "why", at: this.at, verbs: question.verbs, target: question.target, ...this.#held.along });
  }

  /** A click with a meaning: an answer, or the question why it is none. */
  mean(meaning: Meaning, place: number | null = null, all = false): void {
    this.#clicked = place;
    if (this.showing) this.stage.skip();
    else if ("act" in meaning) this.act(meaning.act, all);
    else this.ask(meaning.ask);
  }

  /** Take back what the last gesture did, or all that can be. */
  takeBack(all = false): void {
    this.refusal = null;
    this.march.forget();
    const [held, count] = [!this.#held.empty, Math.min(this.march.reach, this.undo)];
    this.putDown();
    if (held && !all) return;
    if (this.undo > 0 && this.myTurn) this.send({ t: "undo", at: this.at, ...(all ? { all } : { count }) });
  }

  send(message: FromClient): void {
    this.refusal = null;
    const given = message.t === "acts" ? message.answers : message.t === "group" ? message.parts.flat() : [];
    if (given.length > 0) this.given = given.map(([verb, target]) => ({ verb, target }));
    this.#say(message);
  }

  /** Put down what is picked up and answer otherwise, as with digging in a unit just chosen. */
  insteadOfPicked(answer: Answer): void {
    if (!this.#held.empty) {
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

  #together(answers: Answer[], how: { back?: boolean } = {}): void {
    if (answers.length === 0 || !this.myTurn) return;
    this.#turnPage();
    this.given = answers;
    const sent = answers.slice(0, MOST);
    while (sent.length < answers.length && isTaking(this.scene, sent.at(-1))) sent.pop(); // whoever is taken up goes along
    this.#say({ t: "acts", at: this.at, answers: pairs(sent), ...how });
  }

  /** Take up all of a stack, or add all that can to a battle; `onward` lets them go on where there is but one way. */
  gather(pieces: number[], onward = false): void {
    if (!this.myTurn) return;
    this.stage.turnPage();
    this.march.gather(pieces, onward);
  }

  /** A word to the others; whether it went out. */
  say(text: string, name: string): boolean {
    return this.#say({ t: "say", at: this.at, text, name });
  }

  /** Let the computer that is thinking play the best it has found so far. */
  hurry(): void {
    this.#say({ t: "hurry", at: this.at });
  }

  /** Show again what happened since the player's last move. */
  replaySince(): void {
    if (!this.showing) this.#say({ t: "since", at: this.at });
  }

  dismiss(): void {
    this.note = "";
    this.refusal = null;
    this.fault = "";
  }
}
