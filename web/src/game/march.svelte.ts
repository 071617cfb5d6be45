// Units on the march: taken up one by one or together, led as a group where the rules move them one after the other,
// sent after each other, left where they are. The leader goes first; the others answer as it did, each whole or not at all.
import type { FromClient, Left, Look, Scene } from "../wire/types";
import { answersFor, clickPlace, targetOf, type Answer } from "./choices";
import { Gestures } from "./gestures";

/** What a march needs of the game it happens in. */
export interface Ground {
  readonly scene: Scene | null;
  readonly look: Look;
  readonly at: number;
  readonly undo: number;
  readonly myTurn: boolean;
  readonly mySide: number | null;
  /** What is taken up already, and whether more is about to be. */
  readonly hand: Answer[];
  readonly reaching: boolean;
  act: (answer: Answer) => void;
  lifts: (answer: Answer) => boolean;
  lift: (answers: Answer[]) => void;
  putDown: () => void;
  ask: (question: { verbs: string[]; target: number | null }, place: number) => void;
  send: (message: FromClient) => void;
}

/** The most units that go in one message, as the server has it. */
const MOST = 16;
/** The most answers that one unit's way may take in a message. */
const LONGEST = 5;

/** A march that is over: where it led and from where, and the answers that led there. */
export interface Led {
  piece: number;
  from: number;
  to: number;
  trail: Answer[];
}

/** One that could not do as the leader did. */
export interface Behind {
  piece: number;
  rule: string;
  text: string;
}

export class March {
  /** Those that will do as the leader does, the next first. */
  following = $state.raw<number[]>([]);
  /** Those that could not, with the reason, until the player's next answer. */
  behind = $state.raw<Behind[]>([]);
  /** The last march, for others to repeat. */
  last = $state.raw<Led | null>(null);
  /** Units that are done where they are: nobody is led to them again in this phase. */
  stays = $state.raw<Set<number>>(new Set());
  /** Clicks on units make a group of them. */
  grouping = $state(false);
  /** Units that could be taken up when none was in hand. */
  free = $state.raw<number[]>([]);
  /** Units on their way with the pointer. */
  grabbed = $state.raw<number[]>([]);
  /** Those who follow, or go on by themselves, are on their way to the server. */
  underWay = $state(false);
  /** How many actions the next undo takes back. */
  reach = $state(1);
  /** The next undo takes back a course that was carried out in one go. */
  course = $state(false);

  #leaders: number[] = [];
  #from = 0;
  #trail: Answer[] = [];
  #going = false;
  #sent: number[] = [];
  #gathering: number[] = [];
  #onward = false;
  /** How much could be taken back when nobody was in hand. */
  #before = 0;
  /** What has begun is taken back as one when it is over. */
  #whole = false;
  /** A course that is on its way: what could be taken back when it was sent. */
  #ordered: { undo: number; at: number } | null = null;
  #gestures = new Gestures();
  #phase = "";
  /** By the pointer: where units were dropped before they were in hand, and whether they were taken up only for the way. */
  #dropped: { pieces: number[]; place: number; shift: boolean } | null = null;
  #lifted = false;

  constructor(private readonly ground: Ground) {}

  // ---- what the player does ---------------------------------------------------------------------------------

  /** Take up several: at once where the rules let them go together, else one leads and the others follow. Where only one place is open to them they may go there at once. */
  gather(pieces: number[], onward = false): void {
    this.forget();
    this.#onward = onward;
    const answers = pieces.filter((piece) => !this.ground.look.picked.includes(piece)).flatMap((piece) => this.#take(piece) ?? []);
    if (answers.length === 0) return;
    this.#gathering = pieces;
    this.#whole = answers.length > 1;
    if (answers.every((answer) => this.ground.lifts(answer))) return this.ground.lift([...this.ground.hand, ...answers]);
    this.ground.send({ t: "acts", at: this.ground.at, answers: answers.slice(0, 64).map(({ verb, target }): [string, number | null] => [verb, target]), skip: true });
  }

  /** Add a unit to those in hand, or leave it out again. */
  add(piece: number): void {
    const { picked } = this.ground.look;
    const take = this.#take(piece);
    if (take !== undefined && (picked.length === 0 || !this.#leaders.includes(piece) || picked.length > 1)) this.ground.act(take);
    else if (this.#leaders.length > 0 && this.free.includes(piece) && !this.#leaders.includes(piece)) {
      this.#whole = true;
      this.following = this.following.includes(piece) ? this.following.filter((one) => one !== piece) : [...this.following, piece];
    }
  }

  /** Who could be added to those in hand. */
  joins(): number[] {
    const { picked } = this.ground.look;
    return picked.length === 0 || this.ground.look.battle !== null ? [] : this.free.filter((piece) => !picked.includes(piece));
  }

  /** Only those in hand go. */
  alone(): void {
    this.following = [];
  }

  /** Who would repeat the last march: the unit in hand, the one pointed at, or a mate of the one that went. */
  followers(pointed: number | null): number[] {
    const { look, scene, mySide } = this.ground;
    if (this.last === null || scene?.pieces[this.last.piece]?.side !== mySide || look.battle !== null) return [];
    if (look.picked.length > 0) return look.picked;
    const { from, to, piece } = this.last;
    if (pointed !== null && this.#take(pointed) !== undefined && look.place[pointed] !== to) return [pointed];
    const mates = this.free.filter((one) => look.place[one] === from && this.#take(one) !== undefined);
    const like = (one: number) => scene.pieces[one]?.symbol === scene.pieces[piece]?.symbol;
    return (mates.some(like) ? mates.filter(like) : mates).slice(0, 1);
  }

  /** Let a unit go where the last one went, by the same way. */
  again(pointed: number | null): void {
    const [piece] = this.followers(pointed);
    if (piece === undefined || this.last === null) return;
    const { trail } = this.last;
    if (this.ground.look.picked.length > 0) {
      const [first, ...more] = trail;
      if (first !== undefined && more.length === 0) return this.ground.act(first);
      for (const answer of trail) this.note(answer);
      return this.ground.send({ t: "acts", at: this.ground.at, answers: [...this.ground.hand, ...trail].map(({ verb, target }) => [verb, target]) });
    }
    this.forget();
    this.#whole = this.#going = true;
    this.#trail = trail;
    this.following = [piece];
    this.#follow();
  }

  /** These are done where they are; those in hand are put down. */
  stay(pieces: number[]): void {
    this.forget();
    this.ground.putDown();
    this.stays = new Set([...this.stays, ...pieces]);
  }

  /** Several answers go out as one course: they are taken back as one. */
  order(): void {
    this.forget();
    this.#ordered = { undo: this.ground.undo, at: this.ground.at };
  }

  /** How many actions to take back for what the last gesture did. */
  back(): number {
    this.forget();
    return this.#gestures.last;
  }

  /** The player answers otherwise: nobody follows any more. */
  forget(): void {
    this.#leaders = [];
    this.#trail = [];
    this.#gathering = [];
    this.#going = this.#whole = this.grouping = this.#onward = false;
    this.behind = [];
    if (this.following.length > 0) this.following = [];
  }

  // ---- by the pointer ---------------------------------------------------------------------------------------

  /** Whether a unit can be dragged: one in hand, or by a mouse one that may be taken up to go somewhere. */
  canGrab(piece: number, touch: boolean): boolean {
    const { look, myTurn, mySide, scene } = this.ground;
    if (!myTurn || scene?.pieces[piece]?.side !== mySide) return false;
    if (look.picked.includes(piece) || this.following.includes(piece)) return true;
    if (touch || look.battle !== null) return false;
    return look.picked.length === 0 ? "done" in look.choices && this.#take(piece) !== undefined : this.canChange(piece);
  }

  /** Whether a unit can be taken up in place of the one in hand, which has done nothing yet. */
  canChange(piece: number): boolean {
    return this.ground.hand.length === 1 && this.ground.look.picked.length === 1 && this.free.includes(piece) && !this.#leaders.includes(piece);
  }

  /** Put down the one in hand and take up another. */
  change(piece: number): void {
    const answer = this.#wouldTake(piece);
    this.forget();
    this.#gathering = [piece];
    this.ground.lift([answer]);
  }

  /** Units leave their place with the pointer. */
  grab(pieces: number[]): void {
    const { picked } = this.ground.look;
    const mine = [...picked, ...this.following];
    const [first] = pieces;
    this.#dropped = null;
    this.#lifted = first !== undefined && !mine.includes(first);
    this.grabbed = this.#lifted ? pieces : mine;
    if (this.#lifted && picked.length === 0) this.gather(pieces);
    else if (this.#lifted && first !== undefined) this.change(first);
    this.#whole = true;
  }

  /** They are put down in a place: they go there if they can. */
  drop(place: number | null, shift: boolean): void {
    const pieces = this.grabbed;
    this.grabbed = [];
    if (pieces.length === 0) return;
    if (place === null || pieces.every((piece) => this.ground.look.place[piece] === place)) return this.#putBack();
    this.#dropped = { pieces, place, shift };
    if (!this.ground.reaching) this.#land();
  }

  /** They go back to where they came from. */
  release(): void {
    if (this.grabbed.length === 0) return;
    this.grabbed = [];
    this.#putBack();
  }

  /** Units dropped somewhere go there, if they are still in hand. */
  #land(): void {
    const { scene, look } = this.ground;
    const drop = this.#dropped;
    this.#dropped = null;
    if (drop === null || scene === null || !drop.pieces.some((piece) => look.picked.includes(piece))) return;
    const meaning = clickPlace(scene, look, drop.place, drop.shift ? "shift" : "click");
    if ("act" in meaning) return this.ground.act(meaning.act);
    this.ground.ask(meaning.ask, drop.place);
    this.#putBack();
  }

  /** What was only taken up for the way is put down again. */
  #putBack(): void {
    if (!this.#lifted) return;
    this.forget();
    this.ground.putDown();
  }

  // ---- what comes of it -------------------------------------------------------------------------------------

  /** The player answered for the leader. */
  note(answer: Answer): void {
    this.behind = [];
    if (this.#leaders.length > 0) this.#trail.push(answer);
  }

  /** The answer was no choice: it is no part of the way, and nobody is on it. */
  refused(): void {
    if (this.#sent.length === 0) this.#trail.pop();
    this.#sent = [];
    this.#dropped = null;
    this.underWay = false;
  }

  /** Some of a group stayed behind. */
  heard(left: Left[]): void {
    const piece = (part: number) => this.#sent[part] ?? -1;
    this.behind = [...this.behind, ...left.filter((one) => one.waits !== true).map(({ part, rule, text }) => ({ piece: piece(part), rule, text }))];
    this.following = [...left.filter((one) => one.waits === true).map(({ part }) => piece(part)), ...this.following];
    const none = left.length === this.#sent.length && left.every((one) => one.waits !== true);
    this.#sent = [];
    if (!none) return;
    this.underWay = false; // no position comes of it
    this.#follow();
  }

  /** Everything is shown: who leads, and whose turn to follow it is. */
  settled(): void {
    const { look, undo, at } = this.ground;
    this.#gestures.settle(undo, at);
    this.#carriedOut();
    this.#turnPage();
    this.underWay = false;
    if (look.picked.length > 0 && look.battle === null) this.#lead();
    else if (this.#leaders.length > 0) this.#arrived();
    else if (!this.#going) this.#rest();
    if (this.#going && this.#sent.length === 0) this.#follow();
    this.#land();
    this.reach = this.#gestures.last;
    this.course = this.#gestures.ordered;
  }

  /** A course is over. Where dice fell on its way, what came after them is all that can be taken back. */
  #carriedOut(): void {
    const { undo, at } = this.ground;
    const sent = this.#ordered;
    this.#ordered = null;
    if (sent !== null) this.#gestures.close(undo - sent.undo === at - sent.at ? sent.undo : 0, true);
  }

  /** A new phase: what was before is no example, and nobody is done. */
  #turnPage(): void {
    const { phase, turn } = this.ground.look;
    const now = `${turn} ${phase}`;
    if (now === this.#phase) return;
    this.#phase = now;
    this.last = null;
    this.stays = new Set();
  }

  /** Somebody is in hand. */
  #lead(): void {
    const { look } = this.ground;
    const rest = this.#gathering.filter((piece) => !look.picked.includes(piece));
    this.#gathering = [];
    if (!this.#leaders.some((piece) => look.picked.includes(piece))) {
      this.#trail = [];
      this.#from = look.place[look.picked[0] ?? 0] ?? 0;
      if (!this.#going) this.following = [];
    }
    this.#leaders = look.picked;
    this.following = [...this.following.filter((piece) => !look.picked.includes(piece)), ...rest];
    this.stays = new Set([...this.stays].filter((piece) => !look.picked.includes(piece)));
    const only = this.#onward ? this.#onlyWay() : undefined;
    this.#onward = false;
    if (only === undefined) return;
    this.underWay = true;
    this.ground.act(only);
  }

  /** The one place that those in hand can go to; none where there are several. */
  #onlyWay(): Answer | undefined {
    const { scene, look } = this.ground;
    const ways = scene?.verbs.flatMap((verb) => (verb.target === "place" && verb.gesture === "click" ? (look.choices[verb.key] ?? []).map((target) => ({ verb: verb.key, target })) : [])) ?? [];
    return ways.length === 1 ? ways[0] : undefined;
  }

  /** Those who led are through, or were put down again. */
  #arrived(): void {
    const { look } = this.ground;
    const trail = this.#trail.filter((answer) => !this.#taking(answer));
    const piece = this.#leaders[0] ?? -1;
    this.#leaders = [];
    if (trail.length === 0) {
      this.forget();
      return this.#rest();
    }
    this.#trail = trail;
    this.#going = true;
    if (trail.length <= LONGEST) this.last = { piece, from: this.#from, to: look.place[piece] ?? 0, trail };
  }

  /** Nobody is in hand and nobody follows. */
  #rest(): void {
    const { look, scene, undo, mySide } = this.ground;
    if (this.#whole) this.#gestures.close(this.#before);
    this.#whole = false;
    this.#gathering = [];
    this.#before = undo;
    this.free = scene?.pieces.flatMap((piece) => (piece.side === mySide && look.battle === null && this.#take(piece.id) !== undefined ? [piece.id] : [])) ?? [];
  }

  /** Send those who follow after the leader. */
  #follow(): void {
    const { look, scene, at } = this.ground;
    if (this.following.length === 0 || this.#trail.length > LONGEST) {
      this.#going = false;
      this.following = [];
      this.#rest();
      this.reach = this.#gestures.last;
      this.course = this.#gestures.ordered;
      return;
    }
    // Another question comes first.
    if (scene === null || look.picked.length > 0 || !scene.pieces.some((piece) => this.#take(piece.id) !== undefined)) return;
    this.#sent = this.following.slice(0, MOST);
    this.following = this.following.slice(MOST);
    const parts = this.#sent.map((piece) => [this.#wouldTake(piece), ...this.#trail].map(({ verb, target }): [string, number | null] => [verb, target]));
    this.underWay = true;
    this.ground.send({ t: "group", at, parts });
  }

  /** How a piece is taken up by a click, if it can be. */
  #take(piece: number): Answer | undefined {
    const { scene, look } = this.ground;
    return scene === null ? undefined : answersFor(scene, look, "piece", piece, "click")[0];
  }

  /** The same, offered or not: who cannot be taken up is told why. */
  #wouldTake(piece: number): Answer {
    const verb = this.ground.scene?.verbs.find((one) => one.target === "piece" && one.gesture === "click" && one.key in this.ground.look.choices);
    return { verb: verb?.key ?? "unit", target: verb === undefined ? piece : targetOf(verb, piece) };
  }

  #taking({ verb }: Answer): boolean {
    return this.ground.scene?.verbs.some((one) => one.key === verb && one.target === "piece" && one.gesture === "click") ?? false;
  }
}
