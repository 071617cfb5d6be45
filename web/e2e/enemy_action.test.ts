// Enemy Action: Ardennes in the browser: a day by clicks, with a hand of cards, activations, battles by chits and engineers.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { log, prompt, quiet, take } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

const CARD = ".hand .use:not([disabled])";
const COUNTER = ".map .counter.legal";

/** What a player clicks next: a card, a unit and where it goes, an attack with everybody in it, or a button. */
async function goOn(page: Page, now: string, n: number): Promise<boolean> {
  if (/choose a card to play/i.test(now) && (await take(page, CARD, n))) return true;
  if (/choose a unit to move/i.test(now) && n % 3 && (await take(page, COUNTER, n))) return true;
  if (/choose where it goes/.test(now)) return (await take(page, ".ground.legal", n)) || take(page, COUNTER);
  if (/choose a hex to attack/i.test(now) && (await take(page, ".ground.legal", n))) return true;
  if (/choose units/.test(now) && (await page.getByRole("button", { name: "Attack", exact: true }).count()) === 0) return take(page, COUNTER);
  for (const selector of [".prompt .buttons [data-answer]", ".prompt .buttons button.primary:last-of-type", ".prompt .buttons button.primary", ".bridge.legal", ".ground.legal", COUNTER, CARD])
    if (await take(page, selector)) return true;
  return false;
}

test(
  "a day is played by clicking",
  async () => {
    const game = await table().game({ title: "enemy_action_ardennes", scenario: "initial_assault", seats: ["you", "you"], seed: 3 });
    const page = await sit({ width: 1440, height: 900 });
    await open(page, tokenOf(game, -1));
    await expect.poll(() => page.locator(".hand [data-card]").count()).toBe(7);
    for (let n = 0; n < 600; n += 1) {
      await quiet(page);
      if ((await page.locator(".prompt .side").textContent()) === "Over") break;
      const now = await prompt(page);
      if (!(await goOn(page, now, n))) throw new Error(`nothing can be clicked: ${now}`);
    }
    await expect.poll(() => page.locator(".prompt").textContent()).toMatch(/Tactical, -?\d+ VP/);
    for (const line of [/activates/, /attack/, /Chit \d+/, /Hits: /]) await expect.poll(() => log(page)).toMatch(line);
  },
);

test("a card picked can be put back, and says what it may be played for", async () => {
  const game = await table().game({ title: "enemy_action_ardennes", scenario: "initial_assault", seats: ["you", "you"], seed: 3 });
  const page = await sit({ width: 1440, height: 900 });
  await open(page, tokenOf(game, -1));
  await take(page, CARD);
  await expect.poll(() => prompt(page)).toMatch(/choose what it is played for/);
  await expect.poll(() => page.locator(".prompt [data-answer=corps]").count()).toBeGreaterThan(0);
  await expect.poll(() => page.locator(".hand .picked .use:not([disabled])").count()).toBeGreaterThan(0);
  const why = async () => (await page.locator(".hand .picked .why").allTextContents()).join("; ");
  await expect.poll(why).toMatch(/in the surprise impulses cards only activate or support combat/);
  await expect.poll(why).toMatch(/none of them can be played now/);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.waitForFunction(() => /Choose a card to play/.test(document.querySelector(".prompt")?.textContent ?? ""));
});
