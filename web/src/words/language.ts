// The words of the pages in the language of whoever reads them: English here, others from the server's catalogues.

export type Facts = Record<string, string | number | null | undefined>;
/** By the English text one text, or one for each plural. */
export type Words = Record<string, string | string[]>;

let words: Words = {};
let plurals = new Intl.PluralRules("en");

/** The language that is spoken. */
export let language = "en";

const filled = (text: string, facts: Facts): string => text.replace(/\{(\w+)\}/g, (mark, name: string) => (name in facts ? String(facts[name] ?? "") : mark));

/** A text in the language of the page, its facts filled in. */
export function t(english: string, facts: Facts = {}): string {
  const found = words[english];
  return filled(typeof found === "string" && found !== "" ? found : english, facts);
}

/** One of two texts by a number, which both may name as {number}; a language may have more of them, or one. */
export function several(one: string, many: string, number: number, facts: Facts = {}): string {
  const found = words[one];
  const english = number === 1 ? one : many;
  if (!Array.isArray(found) || found.length === 0) return filled(english, { ...facts, number });
  const form = plurals.resolvedOptions().pluralCategories.indexOf(plurals.select(number));
  return filled(found[Math.min(Math.max(form, 0), found.length - 1)] || english, { ...facts, number });
}

/** A number with so many decimals, as the language writes it. */
export const decimal = (value: number, digits: number): string => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(value);

/** Speak a language from now on. */
export function speak(code: string, catalogue: Words): void {
  language = code;
  words = catalogue;
  plurals = new Intl.PluralRules(code);
  if (typeof document !== "undefined") document.documentElement.lang = code;
}
