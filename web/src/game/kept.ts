// A replay read from a file, on its way from one page to the next.
import type { Replay } from "../wire/types";

let kept: Replay | null = null;

export const keepReplay = (replay: Replay): void => {
  kept = replay;
};

export const keptReplay = (): Replay | null => kept;
