// The options of a new game: presets to start from, and switches that need or exclude one another.
import type { BalanceInfo, OptionInfo, ScenarioInfo, TitleInfo } from "../wire/types";
import { t } from "../words/language";

export type Values = Record<string, boolean | number>;
type Rules = Pick<TitleInfo, "options" | "presets">;

/** The option that a handicap is set by. */
export const HANDICAP = "handicap";

/** The preset that stands for a choice of the player's own. */
export const OWN = "own";

/** What a preset sets in a scenario, with everything it does not name at its default. */
export function presetValues(info: Rules, key: string, scenario: string): Values {
  const defaults = Object.fromEntries(info.options.map((option) => [option.key, option.default]));
  return { ...defaults, ...info.presets.find((preset) => preset.key === key)?.values[scenario] };
}

/** The switches of a preset, and the numbers as the player has set them. */
export function taken(info: Rules, key: string, scenario: string, values: Values): Values {
  const numbers = info.options.filter((option) => typeof option.default === "number").map((option) => [option.key, values[option.key] ?? option.default]);
  return { ...presetValues(info, key, scenario), ...Object.fromEntries(numbers) };
}

/** The preset whose switches are set just so; empty where the player has made his own choice. Numbers are not rules. */
export function presetOf(info: Rules, scenario: string, values: Values): string {
  const switches = info.options.filter((option) => typeof option.default === "boolean");
  const same = (wanted: Values) => switches.every((option) => (wanted[option.key] ?? option.default) === (values[option.key] ?? option.default));
  return info.presets.find((preset) => preset.key !== OWN && same(presetValues(info, preset.key, scenario)))?.key ?? "";
}

const named = (info: Rules, keys: string[]): string => keys.map((key) => info.options.find((option) => option.key === key)?.name ?? key).join(", ");

/** Whether a scenario knows an option at all. */
export const belongs = (option: OptionInfo, scenario: string): boolean => option.scenarios.length === 0 || option.scenarios.includes(scenario);

/** What there is to know of a switch beside its sentence: what it needs, what it cannot go with, where it is not known. */
export function terms(info: Rules, option: OptionInfo, scenario: string): string {
  if (!belongs(option, scenario)) return t("Not in this scenario.");
  const against = info.options.filter((other) => option.excludes.includes(other.key) || other.excludes.includes(option.key)).map((other) => other.key);
  return [option.needs.length > 0 ? t("Needs {names}.", { names: named(info, option.needs) }) : "", against.length > 0 ? t("Not together with {names}.", { names: named(info, against) }) : ""].filter(Boolean).join(" ");
}

/** Turn a switch: what it needs goes on with it and what it excludes goes off; what needs it goes off with it. */
export function turned(info: Rules, scenario: string, values: Values, key: string, on: boolean): Values {
  const found: Values = { ...values, [key]: on };
  const option = info.options.find((one) => one.key === key);
  if (option === undefined) return found;
  if (on) {
    let next = found;
    for (const other of info.options) {
      if (next[other.key] === true && other.key !== key && (option.excludes.includes(other.key) || other.excludes.includes(key))) next = turned(info, scenario, next, other.key, false);
    }
    for (const need of option.needs) if (next[need] !== true) next = turned(info, scenario, next, need, true);
    return next;
  }
  return info.options.filter((other) => other.needs.includes(key) && found[other.key] === true).reduce((next, other) => turned(info, scenario, next, other.key, false), found);
}

/** A choice carried over to another scenario: a preset stays that preset, one's own loses what is not known there. */
export function carried(info: Rules, from: string, to: string, values: Values): Values {
  const preset = presetOf(info, from, values);
  if (preset !== "") return taken(info, preset, to, values);
  return info.options.filter((option) => values[option.key] === true && !belongs(option, to)).reduce((next, option) => turned(info, to, next, option.key, false), values);
}

/** How a scenario goes between equals, if it was measured with the rules that are chosen. */
export function measured(info: Rules, scenario: ScenarioInfo, values: Values): BalanceInfo | null {
  const made = presetOf(info, scenario.key, presetValues(info, scenario.made_for, scenario.key));
  return info.presets.length === 0 || presetOf(info, scenario.key, values) === made ? scenario.balance : null;
}

/** The handicap that about evens a scenario, or none. */
export const evened = (known: BalanceInfo | null, values: Values, on: boolean): Values => ({ ...values, [HANDICAP]: on ? (known?.handicap ?? 0) : 0 });

/** Whoever asked for even chances has them in another scenario too, by its own handicap. */
export function stillEven(from: BalanceInfo | null, to: BalanceInfo | null, values: Values): Values {
  const even = from !== null && from.handicap !== 0 && values[HANDICAP] === from.handicap;
  return even ? evened(to, values, true) : values;
}
