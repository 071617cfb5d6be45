// The win chance over a game as a line one can draw.
import type { Moment } from "../wire/types";

export interface Chart {
  x: (move: number) => number;
  y: (share: number) => number;
  /** Where the line stands at a move. */
  share: (move: number) => number;
  line: string;
  area: string;
  /** Where each day or turn begins; it has no label where that would run into the one before. */
  days: { name: string; x: number; label: string }[];
}

/** So wide is a letter of a label, about. */
const LETTER = 6.5;

/** Give days their labels from the left, as far as there is room. */
function label(days: Chart["days"], width: number, short: (name: string) => string): void {
  let free = 0;
  for (const day of days) {
    const end = day.x + 4 + LETTER * short(day.name).length;
    day.label = day.x >= free && end <= width ? short(day.name) : "";
    if (day.label !== "") free = end + 6;
  }
}

/** A chart `width` wide whose shares run over the upper `height`. The day is a clock without its impulse or round.
 *  Where no chance is shown there is no line. */
export function chart(timeline: Moment[], width: number, height: number): Chart {
  const last = Math.max(timeline.at(-1)?.move ?? 1, 1);
  const x = (move: number) => 44 + ((width - 54) * move) / last;
  const y = (share: number) => 12 + (height - 4) * (1 - share);
  const points = timeline.flatMap((moment) => (moment.win === null ? [] : [`${x(moment.move).toFixed(1)} ${y(moment.win).toFixed(1)}`]));
  const days: Chart["days"] = [];
  for (const moment of timeline) {
    const name = moment.clock.replace(/(-\d+|, .*)$/, "").trim();
    if (name !== "" && days.at(-1)?.name !== name) days.push({ name, x: x(moment.move), label: "" });
  }
  // Where whole names do not all fit, dates in brackets are left out first.
  label(days, width, (name) => name);
  if (days.some((day) => day.label === "")) label(days, width, (name) => name.replace(/ \(.*/, ""));
  const known = timeline.filter((moment): moment is Moment & { win: number } => moment.win !== null);
  const share = (move: number): number => {
    const after = known.findIndex((moment) => moment.move >= move);
    const [one, two] = [known[Math.max(after - 1, 0)], known.at(after)]; // beyond the last it stays
    if (after < 0 || one === undefined || two === undefined || one.move === two.move) return two?.win ?? 0.5;
    return one.win + ((two.win - one.win) * (move - one.move)) / (two.move - one.move);
  };
  const line = points.length > 0 ? `M${points.join("L")}` : "";
  const area = points.length > 0 ? `${line}V${y(0)}H${x(timeline[0]?.move ?? 0).toFixed(1)}Z` : "";
  return { x, y, share, line, area, days };
}
