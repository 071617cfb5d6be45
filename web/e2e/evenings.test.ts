// Every evening ends, in the browser: whoever is asked clicks what is lit, until the end screen says what decided it.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { evening } from "./evening";
import { answer, keys, late, position } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

/** A table for one who plays both sides, as a newcomer finds it. */
async function sitDown(save: string): Promise<Page> {
  const page = await sit({ width: 1440, height: 900, careful: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, tokenOf(await table().open(save, ["you", "you"]), -1));
  return page;
}

test.each(keys())("an evening of %s ends by clicking what is lit", async (title) => {
  const page = await sitDown(late(title).save);
  const told = await evening(page);
  expect(Object.keys(told.kinds).length).toBeGreaterThanOrEqual(4); // not by buttons alone
  await expect.poll(() => page.locator(".ending .why li").count(), { message: "what decided it" }).toBeGreaterThan(0);
  await expect.poll(() => page.locator(".prompt .side").innerText()).toMatch(/over/i);
});

test("The Deadly Woods goes on across the One Army chit", async () => {
  const found = position("one_army");
  const page = await sitDown(found.save);
  await answer(page, found);
  await expect.poll(() => page.locator(".prompt .text").innerText()).toMatch(/One Army: choose the army area/);
  const next = () => page.evaluate(() => /One Army is (drawn|chosen)[^]*is drawn/.test(document.querySelector("#panel")?.textContent ?? ""));
  const told = await evening(page, { until: next, eager: 0.3 });
  expect(told.kinds["number"]).toBeGreaterThan(0); // the army was chosen
  expect(told.ending).toBe("");
});
