// A newcomer: the briefing, the guided game, a lesson.
import { expect, test } from "vitest";
import { advance, click, press, quiet, spot } from "./hands";
import { house } from "./house";

const { sit, table } = house();

test("the guided game leads to the first battle, and is there again after the page was closed", async () => {
  const page = await sit();
  await page.goto(table().address);
  await page.getByRole("region", { name: "New here?" }).getByRole("link", { name: "Tigers in the Mist" }).click();
  await page.getByRole("button", { name: "Start the guided game" }).click();
  const briefing = page.getByRole("dialog", { name: "Briefing" });
  await briefing.waitFor();
  expect(await briefing.innerText()).toMatch(/German – you/i);
  await briefing.getByRole("button", { name: "To the map" }).click();
  const guide = page.getByRole("region", { name: "Guided game" });
  const says = (words: RegExp) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector(".guide")?.textContent ?? ""), words.source);
  await says(/1 of 10/);
  expect(await page.locator("circle.ring").count()).toBe(2);
  await guide.getByRole("button", { name: "Go on" }).click();
  await advance(page, () => click(page, '.counter[data-piece="59"]'));
  await says(/3 of 10/);
  await page.reload();
  await page.waitForSelector(".map .counter", { state: "attached" });
  await says(/3 of 10/);
  expect(await briefing.count()).toBe(0);
  await quiet(page);
  const stack = await spot(page, '.counter[data-piece="59"]');
  await page.mouse.move(stack?.x ?? 0, stack?.y ?? 0);
  await page.waitForSelector(".fan-button", { state: "attached" });
  await advance(page, () => click(page, ".fan-button"));
  await says(/4 of 10/);
  await advance(page, () => click(page, '.ground[data-place="21"]'));
  await says(/5 of 10/);
  expect(await page.locator(".prompt button.ringed").innerText()).toMatch(/End/);
  await advance(page, () => press(page, /End/));
  await says(/6 of 10/);
  await advance(page, () => click(page, '.ground[data-place="21"], .counter[data-piece="133"]'));
  await says(/7 of 10/);
});

test("a lesson is done by doing it, or shown", async () => {
  const page = await sit();
  await page.goto(`${table().address}/#learn/tigers_in_the_mist`);
  await page.getByRole("button", { name: /A column on the road/ }).click();
  await page.waitForSelector(".map .counter", { state: "attached" });
  await quiet(page);
  const lesson = page.getByRole("region", { name: "Lesson" });
  await lesson.getByRole("button", { name: "Show me" }).click();
  await page.waitForFunction(() => /Moves follow roads/.test(document.querySelector(".guide")?.textContent ?? ""));
  await lesson.getByRole("link", { name: "All lessons" }).click();
  await page.waitForFunction(() => document.querySelector(".lesson .tick")?.textContent === "✓");
});
