// What can be done with a card, line by line.
import type { Answer } from "../game/choices";
import type { Card, Held, Look, Use } from "../wire/types";

export interface Line {
  text: string;
  rule: string;
  uses: Use[];
}

/** The printed lines of a card with the uses that belong to each; uses that any card has come last, without a line. */
export function linesOf(card: Card, held: Held): Line[] {
  const uses = held.uses ?? [];
  const printed = (card.lines ?? []).map((line, n) => ({ text: line.text, rule: line.rule ?? "", uses: uses.filter((use) => use.line === n) }));
  const loose = uses.filter((use) => use.line < 0 || use.line >= printed.length);
  return loose.length > 0 ? [...printed, { text: "", rule: "", uses: loose }] : printed;
}

/** The answer of a use, if it is one of the choices. */
export function answerOf(use: Use, choices: Look["choices"]): Answer | null {
  const target = use.target ?? null;
  return !use.why && use.verb && choices[use.verb]?.includes(target) ? { verb: use.verb, target } : null;
}
