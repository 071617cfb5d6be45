// Every word a player reads goes through `t` or `several`, so that a catalogue can have it. This reads the sources and names
// the place of each text that does not: in the markup, in the attributes that are read out or shown, and in scripts.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../", import.meta.url));

/** Attributes of elements that a player sees or hears. */
const SHOWN = new Set(["alt", "aria-description", "aria-label", "aria-placeholder", "aria-roledescription", "aria-valuetext", "label", "placeholder", "title"]);
/** Attributes that no player reads, and no test of words can. */
const HIDDEN = new Set(["class", "d", "fill", "id", "points", "role", "style", "transform", "viewBox"]);
/** What texts for players are called in tables. */
const FIELDS = new Set(["hint", "label", "name", "note", "say", "text", "title"]);
/** Calls that translate, and how many of their arguments are texts. */
const SAID = new Map([["t", 1], ["several", 2]]);
/** Calls whose texts are keys, or are for developers, styles and machines. */
const OTHERWISE = new Set(["Error", "startsWith", "address", "querySelector", "querySelectorAll", "closest", "matches", "matchMedia", "getElementById", "setProperty", "fetch"]);
/** Files that have no words for players: what tests and stories show, and what the server wrote. */
const NONE = /(\.test\.ts|small\.ts|practice\.ts|made_up\.ts|wire\/types\.ts|\.d\.ts)$/;
/** Names, which are the same in every language. */
const NAMES = new Set(["Ardennes"]);
/** Keys and styles that look like words. */
const KEYS = new Set(["computer ", "computer sergeant", "battle end", "own map", " dim", ' "Old Standard TT"']);

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** Whether a text has a word in it that is no name. */
const worded = (text: string): boolean => /\p{L}{2}/u.test(text) && !KEYS.has(text) && !NAMES.has(text.replace(/[^\p{L}]/gu, ""));
/** Whether a text in a script is a sentence or a part of one, and no key, class, address or way. */
const sentence = (text: string): boolean =>
  worded(text) &&
  (/^\p{Lu}\p{Ll}+$/u.test(text) ||
    (/(^|\s)\p{L}{2,}[,.:;!?]?(\s|$)/u.test(text) && /\s/.test(text.trim() === text ? text : `${text} `) && !/[{}<>#=]|^\.|--|\d(px|ms|em)|var\(|=>|rotate|translate|scale\(|\b(class|svg|px)\b/.test(text)));

function texts(node: Node): string[] {
  if (node.type === "Literal" || node.type === "StringLiteral") return typeof node["value"] === "string" ? [node["value"]] : [];
  if (node.type === "TemplateElement") return [((node["value"] as { cooked?: string }).cooked ?? "")];
  return [];
}

const nameOf = (node: unknown): string =>
  !isNode(node) ? "" : node.type === "MemberExpression" ? nameOf(node["property"]) : node.type === "Identifier" ? String(node["name"]) : "";

/** What is said: the catalogues find a text only where it stands in the call; what is filled in is said as well. */
function said(node: Node, found: [number, string][]): void {
  const given = node["arguments"] as Node[];
  const count = SAID.get(nameOf(node["callee"])) ?? 1;
  for (const text of given.slice(0, count)) if (texts(text).length === 0) found.push([text.start, "a text that no catalogue finds"]);
  for (const facts of given.slice(count)) {
    if (facts.type === "ObjectExpression") for (const fact of facts["properties"] as Node[]) unwrapped(fact["value"], true, found);
    else unwrapped(facts, true, found);
  }
}

/** What is not translated, with where it begins. `shown`: every word is read, not only sentences. */
function unwrapped(value: unknown, shown: boolean, found: [number, string][]): void {
  if (Array.isArray(value)) return value.forEach((one) => unwrapped(one, shown, found));
  if (!isNode(value)) return;
  const node = value;
  switch (node.type) {
    case "Text":
      if (shown && worded(String(node["data"]))) found.push([node.start, String(node["data"]).trim()]);
      return;
    case "Literal":
    case "StringLiteral":
    case "TemplateElement":
      for (const text of texts(node)) if (shown ? worded(text) : sentence(text)) found.push([node.start, text]);
      return;
    case "Attribute":
      if (HIDDEN.has(String(node["name"]))) return;
      return unwrapped(node["value"], SHOWN.has(String(node["name"])), found);
    case "CallExpression":
    case "NewExpression":
      if (SAID.has(nameOf(node["callee"]))) return said(node, found);
      if (OTHERWISE.has(nameOf(node["callee"]))) return;
      unwrapped(node["callee"], false, found);
      return unwrapped(node["arguments"], false, found);
    case "ConditionalExpression":
      unwrapped(node["test"], false, found);
      return unwrapped([node["consequent"], node["alternate"]], shown, found);
    case "LogicalExpression":
      unwrapped(node["left"], shown && node["operator"] !== "&&", found);
      return unwrapped(node["right"], shown, found);
    case "BinaryExpression": // what is compared is a key
      if (!/^[!=]==?$/.test(String(node["operator"]))) unwrapped([node["left"], node["right"]], shown && node["operator"] === "+", found);
      return;
    case "SwitchCase":
      return unwrapped(node["consequent"], false, found);
    case "Property":
      return unwrapped(node["value"], FIELDS.has(nameOf(node["key"])), found);
    case "TemplateLiteral":
      unwrapped(node["quasis"], shown, found);
      return unwrapped(node["expressions"], shown, found);
    case "ExpressionTag":
      return unwrapped(node["expression"], shown, found);
    case "Fragment":
      return unwrapped(node["nodes"], true, found);
    case "RegularElement":
      if (node["name"] !== "code") unwrapped([node["attributes"], node["fragment"]], false, found);
      return;
    case "ImportDeclaration":
    case "StyleSheet":
    case "Comment":
      return;
    default:
      if (node.type.startsWith("TS") && !node.type.endsWith("Expression")) return; // types
      for (const [key, inner] of Object.entries(node)) if (key !== "parent" && key !== "metadata") unwrapped(inner, false, found);
  }
}

/** The texts of a source that no catalogue can have. */
export function escaped(source: string, svelte: boolean): string[] {
  const before = svelte ? "" : '<script lang="ts" module>';
  const whole = svelte ? source : `${before}${source}</script>`;
  const found: [number, string][] = [];
  const root = parse(whole, { modern: true }) as unknown as Record<string, unknown>;
  unwrapped([root["module"], root["instance"], root["fragment"]], false, found);
  return found.map(([start, text]) => `${whole.slice(0, start).split("\n").length}: ${text}`);
}

test("every text of the client goes through the catalogue", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf-8" }).filter((file) => /\.(svelte|ts)$/.test(file) && !NONE.test(file));
  expect(files.length).toBeGreaterThan(60);
  const found = files.sort().flatMap((file) => escaped(readFileSync(`${SOURCES}/${file}`, "utf-8"), file.endsWith(".svelte")).map((place) => `${file}:${place}`));
  expect(found).toEqual([]);
}, 120_000);

test("what escapes is seen, in markup and in scripts", () => {
  const page = '<script lang="ts">import { t } from "./x"; let what = $state("Take all"); const key = "take_all"; const kind: "a" | "b" = "a"; say(`over the ${key}`);</script>';
  expect(escaped(`${page}<p class="some words">{t("said")} Undo {what === "Take none" ? "yes" : ""}</p>`, true)).toEqual(["1: Take all", "1: over the ", "1: Undo", "1: yes"]);
  expect(escaped('<button title="Close" aria-label={`${x} units`}>{t("{unit} goes", { unit: x ?? "nobody" })}</button>', true)).toEqual(["1: Close", "1:  units", "1: nobody"]);
  expect(escaped('export const a = (b: boolean) => t(b ? "one" : "two");\nthrow new Error("for developers only");', false)).toEqual(["1: a text that no catalogue finds"]);
});
