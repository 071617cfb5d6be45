// An evening in the browser: whoever is asked is answered by clicking something that is lit, until the game is over.
// Nothing here knows the rules. What is lit must lie open, or be brought into the open as a player does it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { calm, quiet, spot } from "./hands";

/** Something on the page that can be clicked: what kind of thing, which of its kind, and what it says. */
export interface Lit {
  kind: Kind;
  selector: string;
  /** The place it is, or lies in, and the counter it is, as far as it is one. */
  place: string;
  piece: string;
  says: string;
}

type Kind = "button" | "back" | "number" | "mode" | "card" | "unit" | "counter" | "ground" | "bridge" | "tray";

export interface Told {
  clicks: number;
  /** How often something lit had first to be brought into the open, and how. */
  brought: Record<string, number>;
  /** What was clicked, kind by kind. */
  kinds: Record<string, number>;
  /** What the end screen says. */
  ending: string;
}

/** A row of numbers that is the same every time. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Where things that are lit are found on the page. */
const PLACES: Record<Kind, string> = {
  number: ".prompt .buttons [data-answer]",
  button: ".prompt .buttons .primary:not(.back)",
  back: ".prompt .buttons .primary.back",
  mode: ".prompt .buttons:not(:has([data-mode][aria-pressed=true])) [data-mode]",
  card: ".hand .use:not(:disabled)",
  unit: ".battle .unit.legal",
  counter: ".map .piles :is(.counter.legal, .counter.target)",
  ground: ".ground.legal",
  bridge: ".bridge.legal",
  tray: ".board .tray button, .dock .tray button.legal",
};

/** All that is lit, kind by kind in the order of the page; each is given a number there by which it is found again. */
const lit = (page: Page): Promise<Lit[]> =>
  page.evaluate((places) => {
    for (const old of document.querySelectorAll("[data-lit]")) old.removeAttribute("data-lit");
    const all = Object.entries(places).flatMap(([kind, wanted]) => [...document.querySelectorAll<HTMLElement>(wanted)].map((element) => ({ kind: kind as Kind, element })));
    return all.map(({ kind, element }, n) => {
      element.setAttribute("data-lit", String(n));
      const { place, in: home, piece } = element.dataset;
      return { kind, selector: `[data-lit="${n}"]`, place: place ?? home ?? "", piece: piece ?? "", says: (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 80) };
    });
  }, PLACES);

/** Let the pointer rest where it points at nothing, so that no stack lies fanned out over another. */
async function rest(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => document.querySelector(".viewer") === null);
}

/** Where one thing can be clicked now, as it lies. A place is clicked well inside, or where a counter lies in it that cannot be chosen itself. */
async function open(page: Page, { kind, selector, place }: Lit): Promise<{ x: number; y: number } | null> {
  if (kind !== "ground") return spot(page, selector);
  return (await spot(page, selector, false)) ?? (await spot(page, `.map .piles .counter[data-in="${place}"]:not(.legal, .target)`)) ?? spot(page, selector);
}

/** What a player does who cannot get at something, one after the other, until he can. */
const WAYS: [string, (page: Page, wanted: Lit) => Promise<unknown>][] = [
  ["scrolled to", (page, { selector, kind }) => (["counter", "ground", "bridge"].includes(kind) ? Promise.resolve() : page.locator(selector).first().scrollIntoViewIfNeeded())],
  ["spread out", spread],
  ["whole map", async (page) => (await page.keyboard.press("0"), await calm(page))],
  ["spread out on the whole map", spread],
  ["battle folded away", (page) => fold(page)],
  ["spread out with the battle folded away", spread],
];

async function fold(page: Page): Promise<void> {
  const button = page.locator('.battle header button[aria-expanded="true"]');
  if ((await button.count()) > 0) await button.click();
}

/** Point at the stack that a counter lies in, so that it spreads out; in a place where both sides are there is one of each. */
async function spread(page: Page, { kind, place, piece }: Lit): Promise<void> {
  if (kind !== "counter") return;
  const pile = await page.locator(`.map .piles .counter[data-in="${place}"]`).evaluateAll((all) => all.map((one) => (one as SVGElement).dataset["piece"]));
  for (const one of pile) {
    await rest(page);
    const at = await spot(page, `.map .piles .counter[data-piece="${one}"]`);
    if (at === null) continue;
    await page.mouse.move(at.x, at.y);
    await calm(page); // a stack spreads out under the pointer, one that lies alone does not
    if ((await page.locator(`.viewer .spread[data-piece="${piece}"]`).count()) > 0) return;
  }
}

/** Where something lit can be clicked, brought into the open if need be. */
async function reached(page: Page, wanted: Lit, told: Told): Promise<{ x: number; y: number }> {
  const again = { ...wanted };
  let at = await open(page, wanted);
  for (const [name, way] of WAYS) {
    if (at !== null) return at;
    await way(page, wanted);
    if (wanted.kind === "counter" && name.startsWith("spread")) again.selector = `.viewer .spread[data-piece="${wanted.piece}"]`;
    else again.selector = wanted.selector;
    at = await open(page, again);
    if (at !== null) told.brought[name] = (told.brought[name] ?? 0) + 1;
  }
  if (at !== null) return at;
  throw new Error(`${wanted.selector} (${wanted.says}) is lit and cannot be clicked`);
}

/** One of the things that are lit: buttons as often as all else together, so that the evening gets on. */
function chosen(all: Lit[], next: () => number, eager: number): Lit | undefined {
  const buttons = all.filter(({ kind }) => kind === "button" || kind === "number");
  const others = all.filter(({ kind }) => kind !== "button" && kind !== "number" && kind !== "back");
  const from = others.length > 0 && (buttons.length === 0 || next() < eager) ? others : buttons.length > 0 ? buttons : all;
  // A kind first, so that many counters do not hide one bridge.
  const kinds = [...new Set(from.map(({ kind }) => kind))];
  const kind = kinds[Math.floor(next() * kinds.length)];
  const same = from.filter((one) => one.kind === kind);
  return same[Math.floor(next() * same.length)];
}

/** What a click changes that is taken: the position, a button that is pressed, an end that is asked about. */
const mood = (page: Page): Promise<string> =>
  page.evaluate(() => [document.querySelector<HTMLElement>(".page")?.dataset["seen"], document.querySelectorAll(".prompt [data-mode][aria-pressed=true]").length, document.querySelectorAll(".prompt .doubted").length].join(" "));

/** Wait until a click was taken, or refused. */
const taken = (page: Page, before: string): Promise<unknown> =>
  page.waitForFunction((was) => {
    const now = [document.querySelector<HTMLElement>(".page")?.dataset["seen"], document.querySelectorAll(".prompt [data-mode][aria-pressed=true]").length, document.querySelectorAll(".prompt .doubted").length].join(" ");
    return now !== was || document.querySelector(".notice.bad, .notice.refusal") !== null;
  }, before);

/** What a player is told when something went wrong. */
const wrong = (page: Page): Promise<string> => page.evaluate(() => [...document.querySelectorAll(".notice.bad, .notice.refusal")].map((one) => (one as HTMLElement).innerText).join(" / "));

/** One thing that is lit is clicked, and comes to something. */
async function clicked(page: Page, next: () => number, eager: number, told: Told): Promise<void> {
  await rest(page);
  await calm(page);
  let all = await lit(page);
  if (all.length === 0 && (await page.locator(".dock .fold.due").count()) > 0) {
    await page.locator(".dock .fold.due").first().click();
    all = await lit(page);
  }
  const one = chosen(all, next, eager);
  if (one === undefined) throw new Error("nothing is lit");
  const before = await mood(page);
  const at = await reached(page, one, told);
  await page.mouse.click(at.x, at.y);
  told.kinds[one.kind] = (told.kinds[one.kind] ?? 0) + 1;
  await taken(page, before).catch(() => {
    throw new Error(`nothing came of a click on ${one.kind} ${one.says}`);
  });
  const complaint = await wrong(page);
  if (complaint !== "") throw new Error(`of a click on ${one.kind} ${one.says} came ${complaint}`);
}

/** A picture of the evening, for who wants to see what was seen. */
async function picture(page: Page, name: string | number): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${(await page.title()).replaceAll(/\W+/g, "-")}-${name}.png`) });
}

/** Play until the game is over, or until something is asked that ends the hour; what came of it. */
export async function evening(page: Page, { seed = 1, eager = 0.5, most = 3000, every = 40, until = async (): Promise<boolean> => false } = {}): Promise<Told> {
  const told: Told = { clicks: 0, brought: {}, kinds: {}, ending: "" };
  const next = dice(seed);
  for (; told.clicks < most; told.clicks += 1) {
    await quiet(page);
    if ((await page.locator(".ending").count()) > 0) break;
    const asked = await page.locator(".prompt .text").innerText();
    if (await until()) return told;
    if (told.clicks % every === 0) await picture(page, told.clicks);
    await clicked(page, next, eager, told).catch(async (error: Error) => {
      await picture(page, "stuck");
      throw new Error(`${told.clicks} clicks, asked "${asked}": ${error.message}`);
    });
  }
  const ending = page.getByRole("dialog", { name: "The game is over" });
  await ending.waitFor();
  await picture(page, "end");
  told.ending = await ending.innerText();
  return told;
}
