// What a player may choose on the table, what he points at with mouse, finger or keys, and what that would mean.
import { clickCrossing, clickPiece, clickPlace, modeAnswer, modePieces, targets, waitsFor, type Answer, type Meaning } from "../../game/choices";
import type { GameModel } from "../../game/model.svelte";
import { hintKey } from "../../game/questions.svelte";
import type MapView from "../../map/MapView.svelte";

export type ShownMap = ReturnType<typeof MapView>;

/** So many volunteers are taken by one answer; a whole army is not. */
const FEW = 12;

type Thing = { kind: "piece" | "place" | "crossing"; id: number };

export class Pointing {
  /** What the pointer is over. */
  place = $state<number | null>(null);
  piece = $state<number | null>(null);
  /** The target that keys have come to, and the place a first tap has shown. */
  cursor = $state(-1);
  tapped = $state<number | null>(null);
  /** The last choice was made by a finger. */
  #fingered = false;

  constructor(
    private readonly game: GameModel,
    private readonly map: () => ShownMap | null,
  ) {}

  // ---- what may be chosen -----------------------------------------------------------------------------------

  readonly offered = $derived.by(() => ({ choices: this.game.choices, place: this.game.look.place }));
  readonly places = $derived.by(() => (this.game.scene ? targets(this.game.scene, this.offered, "place", this.game.mode) : new Set<number>()));
  readonly crossings = $derived.by(() => (this.game.scene ? targets(this.game.scene, this.offered, "crossing") : new Set<number>()));
  /** A pressed button waits for a piece. */
  readonly #pieceMode = $derived.by(() => this.game.mode !== "" && this.game.scene !== null && waitsFor(this.game.scene, this.game.mode) === "piece");
  readonly pieces = $derived.by(() => {
    const { scene, mode, march } = this.game;
    if (this.#pieceMode && scene) return modePieces(scene, this.offered, mode);
    if (march.grouping) return new Set(march.joins());
    return scene ? targets(scene, this.offered, "piece", mode) : new Set<number>();
  });
  /** Pieces that can be chosen and lie nowhere on the map. */
  readonly tray = $derived.by(() => {
    const { look } = this.game;
    const laidOut = new Set((look.trays ?? []).flatMap((one) => one.pieces));
    return [...this.pieces].filter((id) => (look.place[id] ?? 0) === 0 && !laidOut.has(id));
  });
  readonly aimed = $derived.by(() => new Set([...this.pieces].filter((id) => this.game.scene?.pieces[id]?.side !== this.game.mySide)));
  /** Those that may be led to: not who is done where he is. */
  readonly open = $derived.by(() => [...this.pieces].filter((id) => !this.game.march.stays.has(id)));
  /** Units that one answer takes all of: those that could join a battle, or volunteers that are few. */
  readonly volunteers = $derived.by(() => {
    const { look, myTurn, choices, mode, march } = this.game;
    const able = look.battle?.able ?? [];
    if (able.length > 1) return myTurn ? able : [];
    const few = this.pieces.size > 1 && this.pieces.size <= FEW && "done" in choices && look.marching !== true && mode === "" && !march.grouping;
    return few && look.battle === null && look.picked.length === 0 && this.aimed.size === 0 ? [...this.pieces] : [];
  });

  // ---- what is pointed at -----------------------------------------------------------------------------------

  readonly #around = $derived.by((): Thing[] => [
    ...this.open.map((id) => ({ kind: "piece" as const, id })),
    ...[...this.places].map((id) => ({ kind: "place" as const, id })),
    ...[...this.crossings].map((id) => ({ kind: "crossing" as const, id })),
  ]);
  readonly under = $derived.by(() => (this.cursor >= 0 ? this.#around[this.cursor % Math.max(this.#around.length, 1)] : undefined));
  readonly atPlace = $derived.by(() => {
    if (this.under?.kind === "place") return this.under.id;
    const below = this.piece !== null && !this.pieces.has(this.piece) ? (this.game.look.place[this.piece] ?? null) : null;
    return this.tapped ?? this.place ?? below;
  });
  readonly atPiece = $derived.by(() => (this.under?.kind === "piece" ? this.under.id : this.piece));
  /** The place that the inspector tells of: the one pointed at, or that of the unit pointed at. */
  readonly told = $derived.by(() => (this.atPiece === null ? this.atPlace : (this.game.look.place[this.atPiece] ?? null)));
  /** The unit that keys have come to: buttons speak of it, and not of what the pointer passes on its way to them. */
  readonly steered = $derived.by(() => (this.under?.kind === "piece" ? this.under.id : null));
  /** Who would go where the last march led. */
  readonly again = $derived.by(() => (this.game.myTurn ? this.game.march.followers(this.steered) : []));

  /** The move that the pointer or the keys are at. */
  readonly proposed = $derived.by((): Answer | null => {
    if (!this.game.scene || this.atPlace === null) return null;
    const meaning = clickPlace(this.game.scene, this.offered, this.atPlace, "click", this.game.mode);
    return "act" in meaning ? meaning.act : null;
  });
  readonly hint = $derived.by(() => (this.proposed === null ? null : (this.game.questions.hints.get(hintKey(this.proposed.verb, this.proposed.target)) ?? null)));
  /** The enemy stands where that would lead. */
  readonly contested = $derived.by(() => {
    const { proposed, game } = this;
    if (proposed === null || !game.scene) return false;
    return game.scene.pieces.some((piece) => piece.side !== game.mySide && game.look.place[piece.id] === proposed.target);
  });

  /** Who could be told to stay: those in hand, or one pointed at. */
  idle(pointed: number | null): number[] {
    const { look, myTurn, march, choices } = this.game;
    if (!myTurn || look.battle !== null) return [];
    const { picked } = look;
    if (picked.length > 0) return march.free.includes(picked[0] ?? -1) ? [...picked, ...march.following] : [];
    return pointed !== null && "done" in choices && this.pieces.has(pointed) && !this.aimed.has(pointed) ? [pointed] : [];
  }

  /** What is shown of the table has changed: the row of targets begins anew. */
  forget(): void {
    this.cursor = -1;
    this.tapped = null;
    if (this.#fingered) this.place = this.piece = null; // a finger points at nothing when it is gone
  }

  // ---- choosing ---------------------------------------------------------------------------------------------

  /** With Shift everybody who can takes part in the attack that is named. */
  #withAll(meaning: Meaning, shift: boolean): boolean {
    const { look, scene } = this.game;
    return shift && "act" in meaning && look.picked.length === 0 && scene?.verbs.some((verb) => verb.key === meaning.act.verb && verb.target === "place" && verb.gesture === "click") === true;
  }

  choosePlace(place: number, shift: boolean, touch: boolean): void {
    const { game } = this;
    if (!game.scene) return;
    this.#fingered = touch;
    const meaning = clickPlace(game.scene, this.offered, place, shift ? "shift" : "click", game.mode);
    if (touch && "act" in meaning && this.tapped !== place) {
      this.tapped = place; // a finger does not hover: the first tap shows what the second will do
      return;
    }
    game.mean(meaning, place, this.#withAll(meaning, shift));
  }

  choosePiece(piece: number, shift: boolean, touch: boolean, more = false): void {
    const { game, pieces } = this;
    if (!game.scene) return;
    this.#fingered = touch;
    const place = game.look.place[piece] ?? null;
    if ((more || game.march.grouping) && game.mode === "" && (pieces.has(piece) || game.march.joins().includes(piece))) return game.march.add(piece);
    if (this.#pieceMode) return this.#give(piece);
    if (game.mode !== "") return this.choosePlace(place ?? 0, shift, touch); // a button waits for a place
    const meaning = clickPiece(game.scene, this.offered, piece, shift ? "shift" : "click", game.mySide);
    if ("ask" in meaning && game.march.canChange(piece)) return game.march.change(piece);
    if (touch && "act" in meaning && meaning.act.target === place && this.tapped !== place && !pieces.has(piece)) {
      this.tapped = place;
      return;
    }
    game.mean(meaning, place, this.#withAll(meaning, shift));
  }

  /** The pressed button is given a piece. */
  #give(piece: number): void {
    const { game } = this;
    if (!game.scene) return;
    const { verb, target } = modeAnswer(game.scene, game.mode, piece);
    if (this.pieces.has(piece)) game.act({ verb, target });
    else if (target !== null) game.mean({ ask: { verbs: [verb], target } }, game.look.place[piece] ?? null);
  }

  chooseCrossing(crossing: number): void {
    if (this.game.scene) this.game.mean(clickCrossing(this.game.scene, this.offered, crossing));
  }

  /** Choose what the keys have come to. */
  choose(shift: boolean): void {
    if (this.under?.kind === "piece") this.choosePiece(this.under.id, shift, false);
    else if (this.under?.kind === "place") this.choosePlace(this.under.id, shift, false);
    else if (this.under?.kind === "crossing") this.chooseCrossing(this.under.id);
  }

  /** To the next target, or back. */
  step(by: number): void {
    const around = this.#around;
    if (around.length === 0) return;
    this.map()?.focus(); // Enter is for what is stepped to, not for what was clicked before
    this.cursor = (this.cursor + by + around.length) % around.length;
    const target = around[this.cursor];
    if (target?.kind === "piece") this.map()?.showPiece(target.id);
    else if (target?.kind === "place") this.map()?.showPlace(target.id);
  }

  /** Whoever is in hand or pointed at is done where he is. */
  stay(): void {
    const pieces = this.idle(this.atPiece);
    if (pieces.length === 0) return;
    const led = this.steered !== null;
    this.game.march.stay(pieces);
    if (!led || this.#around.length === 0) return;
    this.cursor -= 1; // who stays has left the row
    this.step(1);
  }
}

/** What the pointer rests on is asked about, not everything it passes. */
export function askAtRest(game: GameModel, pointing: Pointing): void {
  let asking = 0;
  $effect(() => {
    const answer = pointing.contested ? pointing.proposed : null;
    clearTimeout(asking);
    asking = window.setTimeout(() => game.questions.foresee(answer), answer === null ? 0 : 90);
  });
  $effect(() => {
    void game.seen;
    const answer = pointing.proposed;
    if (answer === null || !game.myTurn) return;
    const resting = window.setTimeout(() => game.questions.explain([answer]), 30);
    return () => window.clearTimeout(resting);
  });
  $effect(() => {
    const [place, seen] = [pointing.told, game.seen];
    if (place === null || place <= 0 || place === game.scene?.gone || seen < 0 || game.showing) return;
    const resting = window.setTimeout(() => game.questions.inspect(place), 90);
    return () => window.clearTimeout(resting);
  });
  $effect(() => {
    void game.seen;
    pointing.forget();
  });
}
