// A newcomer to Enemy Action: Ardennes: a card, a corps, an attack and the chits, led by the hand.
import { expect, test } from "vitest";
import { advance, calm, click, press, quiet } from "./hands";
import { house } from "./house";

const { sit, table } = house();

test("the guided day leads from a card to the chits", async () => {
  const page = await sit();
  const says = (words: RegExp) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector(".guide")?.textContent ?? ""), words.source);
  await page.goto(`${table().address}/#learn/enemy_action_ardennes`);
  await page.getByRole("button", { name: "Start the guided game" }).click();
  const briefing = page.getByRole("dialog", { name: "Briefing" });
  await briefing.waitFor();
  await expect.poll(() => briefing.innerText()).toMatch(/Eight points or more/);
  await briefing.getByRole("button", { name: "To the map" }).click();
  await says(/1 of 10/);
  await expect.poll(() => page.locator("circle.ring").count()).toBe(3);
  await page.getByRole("region", { name: "Guided game" }).getByRole("button", { name: "Go on" }).click();
  await says(/2 of 10/);
  const card = page.locator(".card-face.ringed");
  await expect.poll(() => card.getAttribute("aria-label")).toMatch(/XLVII Panzer Corps/);
  await advance(page, () => card.locator(".use:not([disabled])").first().click());
  await says(/3 of 10/);
  await expect.poll(() => page.locator(".prompt button.ringed").count()).toBe(1);
  await advance(page, () => page.locator(".prompt button.ringed").click());
  await says(/4 of 10/);
  await calm(page);
  await advance(page, () => click(page, '.ground[data-place="683"], .counter[data-piece="125"]'));
  await says(/5 of 10/);
  await calm(page);
  for (const n of [38, 40, 41, 42]) await advance(page, () => click(page, `.battle [data-unit="${n}"], .map [data-piece="${n}"]`));
  await says(/6 of 10/);
  await advance(page, () => press(page, "Attack"));
  await says(/7 of 10/);
  await advance(page, () => press(page, "Done"));
  await says(/8 of 10/);
  await advance(page, () => page.locator(".prompt [data-answer=draw]").last().click());
  await says(/9 of 10/);
});

test("a lesson with cards is shown to the end", async () => {
  const page = await sit();
  await page.goto(`${table().address}/#learn/enemy_action_ardennes`);
  await page.getByRole("button", { name: /Trees across the road/ }).click();
  await page.waitForSelector(".map .counter", { state: "attached" });
  await quiet(page);
  await page.getByRole("region", { name: "Lesson" }).getByRole("button", { name: "Show me" }).click();
  await page.waitForFunction(() => /half a day gained/.test(document.querySelector(".guide")?.textContent ?? ""));
});
