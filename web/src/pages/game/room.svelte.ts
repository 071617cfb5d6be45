// How much of the map its panels leave free.
import { NOTHING, type Covered } from "../../map/camera";

/** Up to this width panels lie below the map, not beside it; as in the styles. */
const NARROW = 900;
/** A map lower than this has the sentence of a teacher beside the battle. */
const LOW = 560;

export class Room {
  board = $state<HTMLElement | null>(null);
  boardHigh = $state(0);
  /** The panel of the battle, or of the odds of one. */
  battle = $state<HTMLElement | null>(null);
  battleHigh = $state(0);
  /** How high the sentence of a guided game or a lesson stands over the foot of the map. */
  teacherHigh = $state(0);

  /** How high the battle lies over the foot of a narrow map. */
  readonly lower = $derived(this.board !== null && this.board.clientWidth <= NARROW ? this.battleHigh : 0);
  /** How much of the foot of a narrow map the battle hides. */
  readonly covered = $derived(this.lower > 0 ? this.beside().bottom : 0);
  /** Where the map is low and wide, the sentence stands beside the battle and not below it. */
  readonly aside = $derived(this.battleHigh > 0 && this.lower === 0 && this.boardHigh > 0 && this.boardHigh < LOW);

  /** What the battle panel hides of the map: its left, or on a narrow screen its foot. */
  beside(): Covered {
    const [board, panel] = [this.board?.getBoundingClientRect(), this.battle?.getBoundingClientRect()];
    if (board === undefined || panel === undefined) return NOTHING;
    return panel.width < board.width * 0.7 ? { left: panel.right - board.left, bottom: this.teacherHigh } : { left: 0, bottom: Math.max(0, board.bottom - panel.top) };
  }
}
