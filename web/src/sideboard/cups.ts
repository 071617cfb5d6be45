// A cup's contents as they are shown: by side, the chits of nobody last.
import type { Chit, Chits, Cup, Draw } from "../wire/types";

export interface Share {
  side: number | null;
  chits: Chits[];
  count: number;
}

const total = (chits: Chits[]): number => chits.reduce((sum, one) => sum + (one.count ?? 1), 0);

/** What is in a cup by side; a side that has nothing in it is left out. */
export function shares(cup: Cup, chits: Chit[], sides: number): Share[] {
  const of = (side: number | null) => cup.inside.filter((one) => (chits[one.chit]?.side ?? null) === side && (one.count ?? 1) > 0);
  return [...Array.from({ length: sides }, (_, side) => side), null].map((side) => ({ side, chits: of(side), count: total(of(side)) })).filter((share) => share.count > 0);
}

/** How many chits are in a cup, known and unknown. */
export const inCup = (cup: Cup): number => total(cup.inside) + (cup.hidden ?? 0);

/** Draws with the round they were drawn in, named once where several fall into one. */
export function rounds(drawn: Draw[]): { when: string; draws: Draw[] }[] {
  const found: { when: string; draws: Draw[] }[] = [];
  for (const draw of drawn) {
    const last = found.at(-1);
    if (last !== undefined && last.when === (draw.when ?? "")) last.draws.push(draw);
    else found.push({ when: draw.when ?? "", draws: [draw] });
  }
  return found;
}
