// A march that others may repeat.
import { takes, type Answer } from "./choices";
import type { Ground } from "./ground";

/** A march that is over: where it led and from where, and the answers that led there. */
export interface Led {
  piece: number;
  from: number;
  to: number;
  trail: Answer[];
}

/** Who would repeat it: the unit in hand, the one pointed at, or a mate of the one that went, one of its kind before others. */
export function followersOf({ piece, from, to }: Led, { look, scene, mySide }: Ground, free: number[], pointed: number | null): number[] {
  if (scene?.pieces[piece]?.side !== mySide || look.battle !== null) return [];
  if (look.picked.length > 0) return look.picked;
  const willing = (one: number) => takes(scene, look, one) !== undefined;
  if (pointed !== null && willing(pointed) && look.place[pointed] !== to) return [pointed];
  const mates = free.filter((one) => look.place[one] === from && willing(one));
  const like = (one: number) => scene?.pieces[one]?.symbol === scene?.pieces[piece]?.symbol;
  return (mates.some(like) ? mates.filter(like) : mates).slice(0, 1);
}
