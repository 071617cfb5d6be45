// How long each thing that happens is shown before the next.
import type { Picture } from "../wire/types";

export type Pace = "instant" | "fast" | "normal" | "slow";

export const PACES: Pace[] = ["instant", "fast", "normal", "slow"];

const FACTOR: Record<Pace, number> = { instant: 0, fast: 0.45, normal: 1, slow: 1.9 };

/** Milliseconds for what another player or the computer did. */
const THEIRS: Record<string, number> = {
  impulse: 900,
  arrival: 130,
  move: 950,
  special: 1200,
  bridge: 1300,
  battle: 1300,
  call: 750,
  fire: 750,
  "battle end": 900,
  loss: 450,
  control: 350,
  score: 1300,
  ending: 600,
};

/** Milliseconds for what the player did himself: dice want to be seen, the rest he knows. */
const MINE: Record<string, number> = { bridge: 800, battle: 250, call: 480, fire: 520, "battle end": 350, loss: 160 };

export function duration(line: Picture, mine: boolean, pace: Pace): number {
  const table = mine ? MINE : THEIRS;
  return (table[line.kind] ?? (mine ? 0 : 300)) * FACTOR[pace];
}

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => (milliseconds > 0 ? setTimeout(resolve, milliseconds) : resolve()));
