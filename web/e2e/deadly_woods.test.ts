// The Deadly Woods in the browser: two full turns by clicks, with the cup, chits, assets and battles.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { calm, log, prompt, quiet, settled, take } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

async function begin(): Promise<Page> {
  const game = await table().game({ title: "deadly_woods", scenario: "german_attack", seats: ["you", "you"], seed: 1944 });
  const page = await sit({ width: 1440, height: 900 });
  await open(page, tokenOf(game, -1));
  return page;
}

/** What can be chosen on the map. */
const LIT = ".map .counter.legal, .ground.legal";

/** Look at a far corner of the map from near by. */
async function farAway(page: Page): Promise<void> {
  await page.locator(".map").focus();
  for (let n = 0; n < 8; n += 1) await page.keyboard.press("+");
  for (let n = 0; n < 30; n += 1) await page.keyboard.press("Shift+ArrowLeft");
  for (let n = 0; n < 20; n += 1) await page.keyboard.press("Shift+ArrowUp");
  await calm(page);
}

/** Whether one of some things lies in the window of the map. */
const inSight = (wanted: string): boolean => {
  const map = document.querySelector(".map")?.getBoundingClientRect();
  return map !== undefined && [...document.querySelectorAll(wanted)].some((one) => ((box) => box.right > map.left && box.left < map.right && box.bottom > map.top && box.top < map.bottom)(one.getBoundingClientRect()));
};

/** Answer with a button of the prompt, or with the first thing on the map that will do. */
async function goOn(page: Page): Promise<void> {
  if (await take(page, ".prompt .buttons [data-answer]")) return;
  if (await take(page, ".prompt .buttons button.primary")) return;
  if (!(await take(page, ".ground.legal"))) await take(page, ".map .counter.legal");
}

test(
  "two full turns are played by clicking",
  async () => {
    const page = await begin();
    const done = { moves: 0, fights: 0, guns: 0 };
    const cups: string[] = [];
    for (let n = 0; n < 700; n += 1) {
      await quiet(page);
      const now = await prompt(page);
      const turn = (await page.locator(".turns .stop.now").getAttribute("title")) ?? "";
      if (turn.startsWith("Turn 3")) break;
      if (/choose a unit to move/i.test(now) && done.moves < 12 && (await page.locator(".map .counter.legal").count()) > 0) {
        done.moves += 1;
        await take(page, ".map .counter.legal", done.moves * 5);
        if (!(await take(page, ".ground.legal", done.moves * 3))) await take(page, ".map .counter.legal");
      } else if (/choose a hex to attack/i.test(now) && done.fights < 6 && (await page.locator(".ground.legal").count()) > 0) {
        done.fights += 1;
        await take(page, ".ground.legal", done.fights);
      } else if (/choose who takes part/.test(now)) {
        await page.getByRole("button", { name: "Attack", exact: true }).click();
        await page.waitForFunction((was) => document.querySelector(".prompt .text")?.textContent !== was, now);
      } else if (/choose support/.test(now) && done.guns < 3) {
        done.guns += 1;
        await take(page, ".tray button.legal");
      } else {
        if (/first round/.test(now)) {
          if ((await page.locator(".cup").count()) === 0) await page.locator('[data-section="cup"]').click();
          cups.push(await settled(page, () => page.locator(".cup").innerText()));
          await farAway(page);
          await expect.poll(() => page.evaluate(inSight, ".map .counter")).toBe(false);
          await goOn(page);
          await quiet(page);
          if ((await page.locator(LIT).count()) > 0) await page.waitForFunction(inSight, LIT); // whoever may act is brought into sight
        } else await goOn(page);
      }
    }
    await expect.poll(() => log(page)).toContain("Turn 2, Dec 18-19");
    await expect.poll(() => log(page)).toContain("Turn 3, Dec 20-21");
    await expect.poll(() => log(page)).not.toMatch(/\{[a-z]+:/);
    expect(done.moves).toBeGreaterThanOrEqual(10);
    expect(done.fights).toBeGreaterThanOrEqual(3);
    expect(done.guns).toBeGreaterThanOrEqual(2);
    expect(cups.join()).toMatch(/German 8/i); // turn 2: eight German chits and two Supply Checks are there when the first is chosen
    expect(cups.join()).toMatch(/the next round is German/);
  },
);

test("the cup, the chit's permission and the assets are laid out, and overlays show areas and supply", async () => {
  const page = await begin();
  await expect.poll(() => page.locator(".cup").innerText()).toContain("the next round is Allied");
  await expect.poll(() => page.locator(".cup").innerText()).toContain("all Germans move, or all fight");
  await page.locator('[data-section="trays"]').click();
  await expect.poll(() => page.locator(".tray").count()).toBe(2);
  for (const [name, words] of [["Armies", "5th Panzer Army"], ["Supply", "Allies trace supply"], ["Leashes", ""], ["Entry", "German entry"]] as const) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.waitForSelector(".shade", { state: "attached" });
    await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), words);
  }
  await page.getByRole("tab", { name: "Tracks" }).click();
  await expect.poll(() => page.locator(".side .panel").innerText()).toContain("German VP hexes");
});
