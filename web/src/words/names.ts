// What keys are called: the ranks of computers and the paces of the table.
import type { Pace } from "../game/pace";
import { t } from "./language";

/** A computer by its rank; a program that has none by its own name. */
export function ranked(key: string): string {
  const ranks: Record<string, string> = { recruit: t("recruit"), sergeant: t("sergeant"), captain: t("captain"), colonel: t("colonel"), general: t("general") };
  return ranks[key] ?? key;
}

export function paceName(pace: Pace): string {
  const paces: Record<Pace, string> = { instant: t("instant pace"), fast: t("fast pace"), normal: t("normal pace"), slow: t("slow pace") };
  return paces[pace];
}
