// Units on the march: taken up one by one or together, led as a group where the rules move them one after the other,
// sent after each other, left where they are. The leader goes first; the others answer as it did, each whole or not at all.
import type { Left } from "../wire/types";
import { MOST, isTaking, onlyWay, pairs, takes, wouldTake, type Answer } from "./choices";
import { followersOf, type Led } from "./example";
import { Gestures } from "./gestures.svelte";
import type { Ground } from "./ground";

/** The most units that go in one message, as the server has it. */
const MOST_PARTS = 16;
/** The most answers that one unit's way may take in a message. */
const LONGEST = 5;

/** One that could not do as the leader did. */
export interface Behind {
  piece: number;
  rule: string;
  text: string;
}

/** Those in hand: where they set out, and what they have been told since. */
interface Party {
  pieces: number[];
  from: number;
  trail: Answer[];
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
  /** Those who follow, or go on by themselves, are on their way to the server. */
  underWay = $state(false);

  #party: Party | null = null;
  /** Who was reached for, and whether he goes on at once. */
  #wanted: { pieces: number[]; onward: boolean } | null = null;
  /** The way of a leader who is through: those who follow are sent after him. */
  #way: Answer[] | null = null;
  #sent: number[] = [];
  /** What has begun is taken back as one when it is over. */
  #whole = false;
  #gestures = new Gestures();
  #phase = "";

  constructor(private readonly ground: Ground) {}

  /** How many actions the next undo takes back. */
  get reach(): number {
    return this.#gestures.last;
  }

  /** The next undo takes back a course that was carried out in one go. */
  get course(): boolean {
    return this.#gestures.ordered;
  }

  // ---- what the player does ---------------------------------------------------------------------------------

  /** Take up several: at once where the rules let them go together, else one leads and the others follow. Where only one place is open to them they may go there at once. */
  gather(pieces: number[], onward = false): void {
    const { ground } = this;
    this.forget();
    const answers = pieces.filter((piece) => !ground.look.picked.includes(piece)).flatMap((piece) => this.#take(piece) ?? []);
    if (answers.length === 0) return;
    this.#wanted = { pieces, onward };
    this.#whole = answers.length > 1;
    const lifted = answers.filter((answer) => ground.lifts(answer));
    if (lifted.length > 0) ground.lift([...ground.hand, ...lifted]);
    else ground.send({ t: "acts", at: ground.at, answers: pairs(answers.slice(0, MOST)), skip: true });
  }

  /** Add a unit to those in hand, or leave it out again. */
  add(piece: number): void {
    const { picked } = this.ground.look;
    const leads = this.#party?.pieces.includes(piece) ?? false;
    const take = this.#take(piece);
    if (take !== undefined && (picked.length !== 1 || !leads)) return this.ground.act(take);
    if (this.#party === null || leads || !this.free.includes(piece)) return;
    this.#whole = true;
    this.following = this.following.includes(piece) ? this.following.filter((one) => one !== piece) : [...this.following, piece];
  }

  /** Whether a unit can be taken up in place of the one in hand, which has done nothing yet. */
  canChange(piece: number): boolean {
    const { hand, look } = this.ground;
    return hand.length === 1 && look.picked.length === 1 && this.free.includes(piece) && !this.#party?.pieces.includes(piece);
  }

  /** Put down the one in hand and take up another. */
  change(piece: number): void {
    const answer = wouldTake(this.ground.scene, this.ground.look, piece);
    this.forget();
    this.ground.lift([answer]);
  }

  /** Who could be added to those in hand. */
  joins(): number[] {
    const { picked, battle } = this.ground.look;
    return picked.length === 0 || battle !== null ? [] : this.free.filter((piece) => !picked.includes(piece));
  }

  /** Who would repeat the last march: the unit in hand, the one pointed at, or a mate of the one that went. */
  followers(pointed: number | null): number[] {
    return this.last === null ? [] : followersOf(this.last, this.ground, this.free, pointed);
  }

  /** Let a unit go where the last one went, by the same way. */
  again(pointed: number | null): void {
    const { ground } = this;
    const [piece] = this.followers(pointed);
    if (piece === undefined || this.last === null) return;
    const { trail } = this.last;
    if (ground.look.picked.length > 0) {
      const [first, ...more] = trail;
      if (first !== undefined && more.length === 0) return ground.act(first);
      for (const answer of trail) this.note(answer);
      return ground.send({ t: "acts", at: ground.at, answers: pairs([...ground.hand, ...trail]) });
    }
    this.forget();
    this.#whole = true;
    this.#way = trail;
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
    this.#gestures.order();
  }

  /** What has begun is taken back as one, however many answers it takes. */
  asOne(): void {
    this.#whole = true;
  }

  /** The player answers otherwise: nobody follows any more. */
  forget(): void {
    this.#party = this.#wanted = this.#way = null;
    this.#whole = this.grouping = false;
    this.behind = this.following = [];
  }

  // ---- what comes of it -------------------------------------------------------------------------------------

  /** The player answered for the leader. */
  note(answer: Answer): void {
    this.behind = [];
    this.#party?.trail.push(answer);
  }

  /** The answer was no choice: it is no part of the way, and nobody is on it. */
  refused(): void {
    if (this.#sent.length === 0) this.#party?.trail.pop();
    this.#sent = [];
    this.underWay = false;
  }

  /** Some of a group stayed behind. */
  heard(left: Left[]): void {
    const told = left.map((one) => ({ ...one, piece: this.#sent[one.part] ?? -1 }));
    const waiting = told.filter((one) => one.waits === true).map(({ piece }) => piece);
    const none = left.length === this.#sent.length && waiting.length === 0;
    this.behind = [...this.behind, ...told.filter((one) => one.waits !== true).map(({ piece, rule, text }) => ({ piece, rule, text }))];
    this.following = [...waiting, ...this.following];
    this.#sent = [];
    if (!none) return;
    this.underWay = false; // no position comes of it
    this.#follow();
  }

  /** Everything is shown: who leads, and whose turn to follow it is. */
  settled(): void {
    const { look, undo, at } = this.ground;
    this.#gestures.settle(undo, at);
    this.#turnPage();
    this.underWay = false;
    if (look.picked.length > 0 && look.battle === null) this.#lead();
    else if (this.#party !== null) this.#arrived(this.#party);
    else if (this.#way === null) this.#rest();
    if (this.#way !== null && this.#sent.length === 0) this.#follow();
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
    const { scene, look } = this.ground;
    const { picked } = look;
    const { pieces, onward } = this.#wanted ?? { pieces: [], onward: false };
    this.#wanted = null;
    if (!this.#party?.pieces.some((piece) => picked.includes(piece))) {
      this.#party = { pieces: picked, from: look.place[picked[0] ?? 0] ?? 0, trail: [] };
      if (this.#way === null) this.following = [];
    }
    this.#party.pieces = picked;
    this.following = [...this.following, ...pieces].filter((piece) => !picked.includes(piece));
    this.stays = new Set([...this.stays].filter((piece) => !picked.includes(piece)));
    const only = onward ? onlyWay(scene, look) : undefined;
    if (only === undefined) return;
    this.underWay = true;
    this.ground.act(only);
  }

  /** Those who led are through, or were put down again. */
  #arrived(party: Party): void {
    const trail = party.trail.filter((answer) => !isTaking(this.ground.scene, answer));
    const piece = party.pieces[0] ?? -1;
    this.#party = null;
    if (trail.length === 0) {
      this.forget();
      return this.#rest();
    }
    this.#way = trail;
    if (trail.length <= LONGEST) this.last = { piece, from: party.from, to: this.ground.look.place[piece] ?? 0, trail };
  }

  /** Nobody is in hand and nobody follows. */
  #rest(): void {
    const { look, scene, mySide } = this.ground;
    this.#gestures.rest(this.#whole);
    this.#whole = false;
    this.#wanted = null;
    this.free = scene?.pieces.flatMap((piece) => (piece.side === mySide && look.battle === null && this.#take(piece.id) !== undefined ? [piece.id] : [])) ?? [];
  }

  /** Send those who follow after the leader. */
  #follow(): void {
    const { look, scene, at } = this.ground;
    const way = this.#way;
    if (way === null || this.following.length === 0 || way.length > LONGEST) {
      this.#way = null;
      this.following = [];
      return this.#rest();
    }
    // Another question comes first.
    if (scene === null || look.picked.length > 0 || !scene.pieces.some((piece) => this.#take(piece.id) !== undefined)) return;
    this.#sent = this.following.slice(0, MOST_PARTS);
    this.following = this.following.slice(MOST_PARTS);
    this.underWay = true;
    this.ground.send({ t: "group", at, parts: this.#sent.map((piece) => pairs([wouldTake(scene, look, piece), ...way])) });
  }

  /** How a piece is taken up, if it can be. */
  #take(piece: number): Answer | undefined {
    return takes(this.ground.scene, this.ground.look, piece);
  }
}
