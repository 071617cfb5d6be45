// The example of docs/add-a-title.md as two people play it: by clicks alone, and neither sees the other's hand.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { advance, calm, click, log, settled, spot } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

/** The names of the cards on a page, hand and log alike. */
const cards = async (page: Page): Promise<string[]> => [...new Set((await page.locator("body").innerText()).match(/(Ambush|Scouts) \d/g) ?? [])];
/** The cards in hand; on a low screen a hand of which nothing can be chosen is folded, so it is opened first. */
async function hand(page: Page): Promise<string[]> {
  if ((await page.locator(".dock.folded").count()) > 0) await page.locator('.dock [data-section="cards"]').click();
  return settled(page, async () => (await page.locator(".hand .card-face").allInnerTexts()).map((text) => /(Ambush|Scouts) \d/.exec(text)?.[0] ?? ""));
}

/** The hamlet nearest to the enemy among those a company may go to. */
const forward = (side: number): string => (side === 0 ? ":nth-last-child(1 of .ground.legal)" : ":nth-child(1 of .ground.legal)");

/** One answer of whoever is asked on this page; false if it is somebody else's turn. */
async function act(page: Page, side: number): Promise<boolean> {
  await calm(page);
  if ((await page.locator(".hand button.use:enabled").count()) > 0) await advance(page, () => page.locator(".hand button.use:enabled").first().click());
  else if ((await spot(page, ".ground.legal")) !== null) await advance(page, () => click(page, forward(side)));
  else if ((await page.locator(".prompt .buttons button.primary").count()) > 0) await advance(page, () => page.locator(".prompt .buttons button.primary").last().click());
  else return false;
  return true;
}

test("a game with hidden hands, a cup and reactions is played to its end by clicks", async () => {
  const game = await table().game({ title: "crossroads", scenario: "long", seats: ["you", "person"], seed: 11 });
  const pages = [await sit(), await sit()];
  for (const [side, page] of pages.entries()) await open(page, tokenOf(game, side));
  for (const page of pages) await expect.poll(() => hand(page)).toHaveLength(2);
  const dealt = await Promise.all(pages.map(hand));
  for (const [side, page] of pages.entries()) {
    await expect.poll(() => page.locator("body").innerText()).toContain("The night");
    for (const card of dealt[1 - side] ?? []) await expect.poll(() => cards(page)).not.toContain(card);
  }
  for (let turn = 0; turn < 120 && (await pages[0]!.locator(".ending").count()) === 0; turn += 1) {
    const before = await Promise.all(pages.map((page) => page.getAttribute(".page", "data-at")));
    for (const [side, page] of pages.entries()) if (await act(page, side)) break;
    for (const [n, page] of pages.entries()) await page.waitForFunction((at) => document.querySelector<HTMLElement>(".page")?.dataset["at"] !== at, before[n] ?? null);
  }
  if (process.env["SHOTS"]) await pages[0]!.screenshot({ path: `${process.env["SHOTS"]}/crossroads.png` });
  await expect.poll(() => log(pages[0]!)).toContain("goes to Bleid");
  await expect.poll(() => log(pages[0]!)).toMatch(/plays (Ambush|Scouts) \d/);
  await expect.poll(() => pages[1]!.locator(".ending").count()).toBeGreaterThan(0);
});
