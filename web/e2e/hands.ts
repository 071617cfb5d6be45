// What a player's hands do: point, click, press keys. Nothing here knows the rules.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

/** Where in its box a thing is tried: its middle, around it, and last of all its rim. */
const INSIDE = [[0.5, 0.5], [0.5, 0.3], [0.3, 0.5], [0.7, 0.5], [0.5, 0.7], [0.35, 0.35], [0.65, 0.65], [0.65, 0.35], [0.35, 0.65]];
const RIM = [[0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9], [0.35, 0.12], [0.65, 0.88]];

/** A point of the screen at which an element itself would be clicked, or null if it is covered or out of sight. */
export const spot = (page: Page, selector: string, rim = true): Promise<{ x: number; y: number } | null> =>
  page.evaluate(
    ([wanted, tried]) => {
      for (const element of document.querySelectorAll(wanted)) {
        const box = element.getBoundingClientRect();
        for (const [h = 0, v = 0] of tried) {
          const at = { x: box.x + box.width * h, y: box.y + box.height * v };
          const top = document.elementFromPoint(at.x, at.y);
          if (top !== null && element.contains(top)) return at;
        }
      }
      return null;
    },
    [selector, rim ? [...INSIDE, ...RIM] : INSIDE] as const,
  );

/** The same once it lies open and nothing moves any more: what glides or unfolds is waited for. */
export async function reach(page: Page, selector: string): Promise<{ x: number; y: number }> {
  await page.waitForSelector(selector, { state: "attached" });
  for (let tries = 0; tries < 80; tries += 1) {
    await calm(page);
    const at = await spot(page, selector);
    if (at !== null) return at;
  }
  const over = await page.evaluate((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    return `${Math.round(at.x)},${Math.round(at.y)} under ${document.elementFromPoint(at.x, at.y)?.outerHTML.slice(0, 160) ?? "nothing: out of sight"}`;
  }, selector);
  throw new Error(`${selector} is covered or out of sight, at ${over}`);
}

export async function click(page: Page, selector: string): Promise<void> {
  const at = await reach(page, selector);
  await page.mouse.click(at.x, at.y);
}

/** Point at the first of the things that match and lie open. */
export async function hover(page: Page, selector: string): Promise<void> {
  const at = await reach(page, selector);
  await page.mouse.move(at.x, at.y);
}

/** Click a place that glows, wherever it lies. */
export async function tap(page: Page, place: number): Promise<void> {
  await page.waitForSelector(`.ground.legal[data-place="${place}"]`, { state: "attached" });
  await page.evaluate((id) => {
    const ground = document.querySelector(`.ground[data-place="${id}"]`);
    const box = ground?.getBoundingClientRect();
    if (ground && box) ground.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }));
  }, place);
}

/** The middle of a place that glows, on the screen. */
const middle = async (page: Page, place: number): Promise<{ x: number; y: number }> => {
  const ground = page.locator(`.ground.legal[data-place="${place}"]`);
  await ground.waitFor({ state: "attached" });
  return ground.evaluate((element) => ((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }))(element.getBoundingClientRect()));
};

/** Press on something, carry it to a place once that glows, and let go unless it is to be held. */
export async function drag(page: Page, selector: string, place: number, let_go = true): Promise<void> {
  await hover(page, selector);
  const from = await reach(page, selector);
  await page.mouse.down();
  await page.mouse.move(from.x + 9, from.y + 9);
  const to = await middle(page, place);
  await page.mouse.move(to.x, to.y);
  if (let_go) await page.mouse.up();
}

/** Wait until units lie in a place. */
export const arrived = (page: Page, units: (string | number)[], place: number | string): Promise<unknown> =>
  page.waitForFunction(
    ([ids, goal]) => ids.every((id) => document.querySelector<SVGElement>(`.map .counter[data-piece="${id}"]`)?.dataset["in"] === String(goal)) && document.querySelector('.page[data-showing="false"]') !== null,
    [units, place] as const,
  );

/** Wait until the page has drawn what it knows. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let n = 0; n < 4; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Ask for the whole map, and wait until the camera has come there. */
export async function wholeMap(page: Page): Promise<void> {
  await page.keyboard.press("0");
  await page.waitForFunction(() => {
    const [map, world] = [".map", ".world"].map((name) => document.querySelector(name)?.getBoundingClientRect());
    return map !== undefined && world !== undefined && world.width <= map.width + 1 && world.height <= map.height + 1;
  });
}

/** Wait until all screens of a table show the position that is furthest on. */
export async function level(pages: readonly Page[]): Promise<void> {
  const shown = await Promise.all(pages.map(quiet));
  for (const page of pages) await page.waitForFunction((at) => Number(document.querySelector<HTMLElement>(".page")?.dataset["at"]) >= at, Math.max(...shown));
}

/** Wait until nothing stirs on a page: nothing is being shown, no stack marches or is about to fan out, and frame after frame the camera holds the map where it lay. */
export async function calm(page: Page): Promise<void> {
  const stirring = await page.evaluate(async (limit) => {
    const stirs = '.page[data-showing="true"], .page[data-marching="true"], .world.moving, .piles[data-resting="true"]';
    const where = () => { const box = document.querySelector(".world")?.getBoundingClientRect(); return `${box?.x} ${box?.y} ${box?.width}`; };
    await document.fonts.ready;
    const end = performance.now() + limit;
    for (let [before, same] = ["", 0]; same < 2; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const stirring = document.querySelector<HTMLElement>(stirs);
      if (performance.now() > end) return `${stirring?.className} ${JSON.stringify(stirring?.dataset)}, the map from ${before} to ${where()}`;
      same = stirring === null && before === where() ? same + 1 : 0;
      before = where();
    }
    return "";
  }, 120_000); // for what never rests
  if (stirring !== "") throw new Error(`the page never comes to rest: ${stirring}`);
}

/** Read something that must be read once, because it is compared with what comes later: when nothing stirs, and twice the same. */
export async function settled<T>(page: Page, read: () => Promise<T>): Promise<T> {
  for (let before = ""; ; ) {
    await calm(page);
    const now = await read();
    if (JSON.stringify(now) === before) return now;
    before = JSON.stringify(now) ?? "";
  }
}

/** Click the nth of the things that match, where it lies, and wait for the position that follows; false where there is none. */
export async function take(page: Page, selector: string, number = 0): Promise<boolean> {
  await quiet(page);
  const before = await page.getAttribute(".page", "data-seen");
  const found = await page.evaluate(
    ([wanted, n]) => {
      const all = [...document.querySelectorAll(wanted)];
      const element = all[n % Math.max(all.length, 1)];
      if (element === undefined) return false;
      const box = element.getBoundingClientRect();
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }));
      return true;
    },
    [selector, number] as const,
  );
  if (!found) return false;
  await page.waitForFunction((at) => document.querySelector<HTMLElement>(".page")?.dataset["seen"] !== at, before);
  await quiet(page);
  return true;
}

/** The number of the position on the screen, once nothing is being shown any more. */
export async function quiet(page: Page): Promise<number> {
  await page.waitForSelector('.page[data-showing="false"]:not([data-marching="true"])', { state: "attached" });
  return Number(await page.getAttribute(".page", "data-at"));
}

/** Do something, and wait until the position it leads to is on the screen. */
export async function advance(page: Page, act: () => Promise<unknown>): Promise<void> {
  await calm(page); // or a click falls where something has just been
  const before = await page.getAttribute(".page", "data-seen");
  await act();
  await page.waitForFunction((at) => document.querySelector<HTMLElement>(".page")?.dataset["seen"] !== at, before);
  await quiet(page);
}

export const prompt = (page: Page): Promise<string> => page.locator(".prompt .text").innerText();
export const press = (page: Page, name: string | RegExp): Promise<void> => page.locator(".prompt").getByRole("button", { name }).first().click();
export const log = (page: Page): Promise<string> => page.locator(".side .panel").innerText();

/** Where every counter lies, as a screen shows it. */
export const board = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll(".map .counter")].map((counter) => counter.getAttribute("aria-label")?.replace("; can be chosen", "") ?? "").sort());

/** Give the answer that a position was found with. */
export async function answer(page: Page, found: Found): Promise<void> {
  if (found.target === null) await advance(page, () => page.locator(".prompt .buttons button.primary").first().click());
  else if (["unit", "firer"].includes(found.verb)) await advance(page, () => click(page, `.battle [data-unit="${found.target}"], .map [data-piece="${found.target}"]`));
  else if (found.verb === "chit") await advance(page, () => page.locator(`.prompt [data-answer="chit"][data-target="${found.target}"]`).click());
  else await advance(page, () => click(page, `.ground[data-place="${found.target}"]`));
}

export interface Found {
  save: string;
  verb: string;
  target: number | null;
}

/** Answers of both sides that lead to a position. */
export interface Led {
  save: string;
  actions: { side: number; verb: string; target: number | null }[];
}

const known = new Map<string, string>();

/** What the script finds; once found, the same is given again. */
function found(kind: string): unknown {
  const script = fileURLToPath(new URL("./positions.py", import.meta.url));
  const told = known.get(kind) ?? execFileSync(process.env["PYTHON"] ?? "python3", [script, kind], { encoding: "utf8" });
  known.set(kind, told);
  return JSON.parse(told);
}

/** A game just before something happens, found by playing. */
export const position = (kind: "aiming" | "demolition" | "stack" | "stand" | "one_army" | `assault ${string}` | `group ${string}`): Found => found(kind) as Found;

/** Every title, with its shortest scenario and its campaign. */
export const titles = (): [string, { shortest: string; campaign: string }][] => Object.entries(found("titles") as Record<string, { shortest: string; campaign: string }>);

/** The keys of all titles. */
export const keys = (): string[] => titles().map(([key]) => key);

/** The last hour of an evening of a title. */
export const late = (title: string): Found => found(`late ${title}`) as Found;

/** Enemy Action on the morning of December 17, and the way to a bridge that Engineers may blow. */
export const bridge = (): Led => found("bridge") as Led;

/** What the staff orders in the first German turn of Bitter Woods: units with their common goal, and hexes to attack. */
export const turn = (): { marches: [number[], number][]; attacks: number[] } => found("turn") as ReturnType<typeof turn>;
