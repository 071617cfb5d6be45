// What a player has opened beside the map: a tab, a dialog, the rule he reads.
import type { GameModel } from "../../game/model.svelte";

export type Tab = "log" | "forces" | "arrivals" | "tracks" | "rules" | "talk";
export type Dialog = "" | "choices" | "keys" | "share" | "advice" | "briefing" | "anatomy";

export class Desk {
  tab = $state<Tab>("log");
  rule = $state("");
  dialog = $state<Dialog>("");
  /** On a phone: log, forces and the like as a sheet over the map. */
  sheeted = $state(false);
  /** The counter whose parts are explained. */
  dissected = $state(0);

  constructor(private readonly game: GameModel) {}

  /** Open a dialog, or close it if it is open. */
  toggle(dialog: Dialog): void {
    this.dialog = this.dialog === dialog ? "" : dialog;
  }

  close(): void {
    this.dialog = "";
  }

  readonly openRule = (id: string): void => {
    this.rule = id;
    this.tab = "rules";
    this.sheeted = true;
  };

  /** Explain a counter: the given one, or one of one's own on the map. */
  readonly anatomy = (id: number | null): void => {
    const { scene, look, mySide } = this.game;
    const own = scene?.pieces.find((piece) => piece.side === (mySide ?? 0) && piece.playing && (look.place[piece.id] ?? 0) > 0 && look.place[piece.id] !== scene.gone);
    this.dissected = id ?? look.picked[0] ?? own?.id ?? 0;
    this.dialog = "anatomy";
  };
}
