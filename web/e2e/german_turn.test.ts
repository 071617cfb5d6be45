// A German turn of Bitter Woods as a player plays it: every click, key and drag is counted, and it takes fewer than ninety,
// also if a drag counts as two clicks.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { arrived, drawn, prompt, reach, turn, wholeMap } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

const counter = (id: number) => `.map .counter[data-piece="${id}"]`;

/** A hand that counts what it does. Pointing at something costs nothing. */
class Hand {
  clicks = 0;
  drags = 0;
  keys = 0;

  constructor(readonly page: Page) {}

  /** A drag is what two clicks would do. */
  get all(): number {
    return this.clicks + 2 * this.drags + this.keys;
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  async click(at: { x: number; y: number }, shift = false): Promise<void> {
    this.clicks += 1;
    if (shift) await this.page.keyboard.down("Shift");
    await this.page.mouse.click(at.x, at.y);
    if (shift) await this.page.keyboard.up("Shift");
  }

  async button(name: string | RegExp): Promise<void> {
    this.clicks += 1;
    await this.page.locator(".prompt").getByRole("button", { name }).first().click();
  }

  /** Let units go to a place: a whole stack at once, else the first is carried there and the others do the same again. */
  async march(units: number[], goal: number): Promise<void> {
    const { page } = this;
    const [first = 0, ...others] = units;
    const home = await page.locator(counter(first)).getAttribute("data-in");
    const pile = await page.locator(`.map .counter[data-in="${home}"]`).evaluateAll((all) => all.map((one) => Number((one as SVGElement).dataset["piece"])));
    if (others.length > 0 && pile.length === units.length && units.every((unit) => pile.includes(unit))) {
      await this.unfold(first);
      return this.carry(`[role=group]:has([data-piece="${first}"]) .fan-button`, goal);
    }
    await this.carry(await this.unfold(first), goal);
    await arrived(page, [first], goal);
    for (const [n, unit] of others.entries()) {
      await this.over(await this.unfold(unit));
      await page.waitForFunction((id) => document.querySelector(`.counter.pointed[data-piece="${id}"]`) !== null, unit);
      await this.press("d");
      await arrived(page, units.slice(0, n + 2), goal);
    }
  }

  /** Point at a unit; its stack fans out under the pointer. What shows it then. */
  async unfold(unit: number): Promise<string> {
    const { page } = this;
    await this.rest();
    const home = await page.locator(counter(unit)).getAttribute("data-in");
    const pile = `.map .counter[data-in="${home}"]`;
    await this.over(pile);
    if ((await page.locator(pile).count()) === 1) return counter(unit);
    const tile = `.viewer .spread[data-piece="${unit}"]`;
    await page.waitForSelector(tile, { state: "attached" });
    return tile;
  }

  /** Carry what lies there to a place, which glows when it is in hand. */
  async carry(selector: string, place: number): Promise<void> {
    const { page } = this;
    const from = await this.over(selector);
    await page.mouse.down();
    await page.mouse.move(from.x + 9, from.y + 9);
    const to = await this.place(place);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    this.drags += 1;
  }

  /** Point at the bare table, so that no stack is fanned out. */
  async rest(): Promise<void> {
    const box = await this.page.locator(".map").boundingBox();
    await this.page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
    await this.page.waitForFunction(() => document.querySelector(".viewer") === null);
  }

  async over(selector: string): Promise<{ x: number; y: number }> {
    const at = await reach(this.page, selector);
    await this.page.mouse.move(at.x, at.y);
    return at;
  }

  /** Give the answer that ends a step, twice where something is left to do. */
  async end(): Promise<void> {
    const last = this.page.locator(".prompt .buttons button.primary").last();
    const at = await this.page.getAttribute(".page", "data-at");
    this.clicks += 1;
    await last.click();
    const heard = await this.page.waitForFunction(
      (was) => (document.querySelector<HTMLElement>(".page")?.dataset["at"] !== was ? "done" : /end anyway/.test(document.querySelector(".prompt .buttons")?.textContent ?? "") ? "asked" : ""),
      at,
    );
    if ((await heard.jsonValue()) === "done") return;
    this.clicks += 1;
    await last.click();
    await this.page.waitForFunction((was) => document.querySelector<HTMLElement>(".page")?.dataset["at"] !== was, at); // or the next answer goes to this question
  }

  /** The middle of a place that glows; where it is out of sight, the whole map is asked for first. */
  async place(id: number): Promise<{ x: number; y: number }> {
    const at = await this.seen(id);
    if (at !== null) return at;
    await this.whole();
    const found = await this.seen(id);
    if (found === null) throw new Error(`place ${id} is covered`);
    return found;
  }

  /** Where a place lies that glows, once the camera rests; null if it is out of sight. */
  async seen(id: number): Promise<{ x: number; y: number } | null> {
    await this.page.waitForSelector(`.ground.legal[data-place="${id}"]`, { state: "attached" });
    await drawn(this.page); // the camera does not glide for one who wants no motion
    return this.page.evaluate((place) => {
      const box = document.querySelector(`.ground.legal[data-place="${place}"]`)?.getBoundingClientRect();
      const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
      const top = document.elementFromPoint(at.x, at.y);
      return top !== null && top.closest(".map") !== null ? at : null;
    }, id);
  }

  /** Ask for the whole map. */
  async whole(): Promise<void> {
    this.keys += 1;
    await wholeMap(this.page);
  }
}

/** Wait until the German is asked something, or his turn is over; the question. */
async function asked(page: Page): Promise<string> {
  await page.waitForFunction(() => {
    const over = document.querySelector("#panel")?.textContent?.includes("Allied player turn begins");
    return over === true || (document.querySelector('.page[data-showing="false"][data-marching="false"]') !== null && document.querySelector(".prompt .text:not(.waiting)") !== null);
  });
  return (await page.locator("#panel").innerText()).includes("Allied player turn begins") ? "" : prompt(page);
}

/** Places that can be chosen now. */
const glowing = (page: Page): Promise<number[]> => page.locator(".ground.legal").evaluateAll((all) => all.map((one) => Number((one as SVGElement).dataset["place"])));

/** Which of some places glows first: the question may stand there before its hexes do. */
const glows = async (page: Page, places: number[]): Promise<number> =>
  (await page.waitForFunction((wanted) => wanted.find((id) => document.querySelector(`.ground.legal[data-place="${id}"]`) !== null), places)).jsonValue() as Promise<number>;

test("the first German turn of Bitter Woods takes fewer than ninety clicks, drags and keys", async () => {
  const orders = turn();
  const page = await sit({ width: 1920, height: 1200, careful: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, tokenOf(await table().game({ title: "bitter_woods", scenario: "six_turn", seats: ["you", "computer staff"], seed: 1944 }), 0));
  const hand = new Hand(page);
  await hand.whole();

  for (const [units, goal] of orders.marches) {
    await hand.march(units, goal);
    await arrived(page, units, goal);
  }
  await hand.end();

  let target = 0;
  const [fought, advanced]: [number[], number[]] = [[], []];
  const told: string[] = [];
  for (let now = await asked(page); now !== ""; now = await asked(page)) {
    const at = await page.getAttribute(".page", "data-at");
    const all = page.locator(".prompt").getByRole("button", { name: /^(All|Add all) \d+$/ });
    told.push(now);
    if (/hex to attack/.test(now)) {
      const left = orders.attacks.filter((hex) => !fought.includes(hex));
      target = left.length > 0 ? await glows(page, left) : 0;
      if (target === 0) await hand.end();
      else await hand.click(await hand.place(target), true); // with all that can
    } else if (/then fight/.test(now)) {
      await page.waitForFunction(() => document.querySelector(".battle [aria-label*='can be added']") === null);
      await hand.button("Fight");
      fought.push(target);
    } else if (/advances: choose where/.test(now)) {
      const goals = await glowing(page);
      await hand.click(await hand.place(goals.includes(target) ? target : (goals[0] ?? 0)));
    } else if (/^Advance/.test(now) && (await all.count()) > 0 && (await page.locator(".notice.behind").count()) === 0) {
      advanced.push(target);
      await hand.press("u"); // where there is but one place to go they go
    } else if ((await page.locator(".prompt .buttons button.primary").count()) > 0) await hand.end(); // the hex is full, or a bridge could be blown
    else if ((await page.locator(".battle .unit.legal, .map .counter.legal").count()) > 0) await hand.click(await hand.over(".battle .unit.legal, .map .counter.legal")); // a loss
    else await hand.click(await hand.place((await glowing(page))[0] ?? 0)); // a retreat
    await page.waitForFunction((was) => document.querySelector<HTMLElement>(".page")?.dataset["at"] !== was, at).catch(() => {
      throw new Error(`nothing came of the last answer to: ${told.slice(-4).join(" / ")}`);
    });
  }
  const marched = orders.marches.flatMap(([units]) => units);
  console.log(`A German turn: ${hand.drags} drags, ${hand.clicks} clicks and ${hand.keys} keys, ${hand.all} if a drag is two clicks, for ${marched.length} marches, ${new Set(fought).size} attacks and ${advanced.length} advances`);
  expect(marched.length).toBeGreaterThanOrEqual(30);
  expect(new Set(fought).size).toBe(orders.attacks.length);
  expect(advanced.length).toBeGreaterThanOrEqual(2);
  expect(hand.all).toBeLessThan(90);
});
