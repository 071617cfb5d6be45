// A newcomer: the briefing, the guided game, a lesson.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessible } from "./everybody";
import { advance, calm, click, hover, press, quiet, reach, settled, tap } from "./hands";
import { house } from "./house";

const { sit, table } = house();

test("the guided game leads to the first battle, and is there again after the page was closed", async () => {
  const page = await sit();
  await page.goto(table().address);
  await page.getByRole("region", { name: "New here?" }).getByRole("link", { name: "Tigers in the Mist" }).click();
  await page.getByRole("button", { name: "Start the guided game" }).click();
  const briefing = page.getByRole("dialog", { name: "Briefing" });
  await briefing.waitFor();
  await expect.poll(() => briefing.innerText()).toMatch(/German – you/i);
  await accessible(page, '[role="dialog"]');
  await briefing.getByRole("button", { name: "To the map" }).click();
  const guide = page.getByRole("region", { name: "Guided game" });
  const says = (words: RegExp) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector(".guide")?.textContent ?? ""), words.source);
  await says(/1 of 9/);
  await expect.poll(() => page.locator("circle.ring").count()).toBe(2);
  await accessible(page, ".board");
  await guide.getByRole("button", { name: "Go on" }).click();
  await calm(page);
  await advance(page, () => click(page, '.counter[data-piece="59"]'));
  await says(/3 of 9/);
  await page.reload();
  await page.waitForSelector(".map .counter", { state: "attached" });
  await says(/3 of 9/);
  await quiet(page);
  await expect.poll(() => briefing.count()).toBe(0);
  const stack = await reach(page, '.counter[data-piece="59"]');
  await page.mouse.move(stack?.x ?? 0, stack?.y ?? 0);
  await page.waitForSelector(".fan-button", { state: "attached" });
  await advance(page, () => click(page, ".fan-button"));
  await says(/4 of 9/);
  await hover(page, '.ground[data-place="21"]');
  const [odds, teacher] = [page.getByRole("region", { name: "Odds before you commit" }), page.locator(".guide")];
  await odds.waitFor();
  const overlap = async () => {
    const [above, below] = [await odds.boundingBox(), await teacher.boundingBox()];
    return (above?.y ?? 9999) + (above?.height ?? 0) - (below?.y ?? 0);
  };
  await expect.poll(overlap, { message: "neither hides the other" }).toBeLessThanOrEqual(0);
  await advance(page, () => click(page, '.ground[data-place="21"]'));
  await says(/5 of 9/);
  await expect.poll(() => page.locator(".prompt button.ringed").innerText()).toMatch(/End/);
  await advance(page, () => press(page, /End/));
  await says(/6 of 9/);
  await advance(page, () => click(page, '.ground[data-place="21"], .counter[data-piece="133"]'));
  await says(/7 of 9.*What the others did/);
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
  await accessible(page, ".guide");
  await lesson.getByRole("link", { name: "All lessons" }).click();
  await page.waitForFunction(() => [...document.querySelectorAll(".lesson")].some((one) => /A column on the road/.test(one.textContent ?? "") && one.querySelector(".tick")?.textContent === "✓"));
});

/** Start the guided game of a title and read its briefing; what is waited for next is the second sentence. */
async function guided(title: string): Promise<{ page: Page; says: (words: RegExp) => Promise<unknown> }> {
  const page = await sit();
  await page.goto(table().address);
  await page.getByRole("region", { name: "New here?" }).getByRole("link", { name: title }).click();
  await page.getByRole("button", { name: "Start the guided game" }).click();
  await page.getByRole("dialog", { name: "Briefing" }).getByRole("button", { name: "To the map" }).click();
  await quiet(page);
  await page.getByRole("region", { name: "Guided game" }).getByRole("button", { name: "Go on" }).click();
  const says = (words: RegExp) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector(".guide")?.textContent ?? ""), words.source);
  return { page, says };
}

/** The armour of the 2nd Panzer Division. */
const PANZERS = [22, 23];

test("the guided game of The Deadly Woods leads through an attack with guns, a move and the enemy's answer", async () => {
  const { page, says } = await guided("The Deadly Woods");
  await says(/2 of 10/);
  await calm(page);
  await advance(page, () => click(page, '.ground[data-place="1602"], .counter[data-piece="78"]'));
  await says(/3 of 10/);
  await advance(page, () => press(page, /Attack/));
  await says(/4 of 10/);
  await advance(page, () => page.locator('button[data-tray="180"]').click());
  await says(/5 of 10/);
  await advance(page, () => press(page, /No more support/));
  await says(/6 of 10/);
  await advance(page, () => press(page, /Let them retreat/));
  await says(/7 of 10/);
  const end = page.locator(".prompt .buttons button.primary").last();
  while (/7 of 10/.test(await settled(page, () => page.locator(".guide").innerText()))) await advance(page, () => end.click()); // nobody follows up, and that is all for today
  await says(/8 of 10/);
  await expect.poll(() => page.locator("circle.ring").count()).toBeGreaterThan(0);
  await advance(page, () => click(page, PANZERS.map((id) => `.map .counter.legal[data-piece="${id}"]`).join(", ")));
  const [goal] = await settled(page, () => page.locator(".ground.legal").evaluateAll((all) => all.map((one) => Number((one as SVGElement).dataset["place"]))));
  await advance(page, () => tap(page, goal ?? 0));
  await says(/9 of 10/);
  await expect.poll(() => page.locator(".prompt button.ringed").count()).toBe(1);
  for (;;) {
    const heard = await page.waitForFunction(() => (/10 of 10/.test(document.querySelector(".guide")?.textContent ?? "") ? "over" : document.querySelector('.page[data-showing="false"] .prompt .buttons button.primary') === null ? "" : "asked"));
    if ((await heard.jsonValue()) === "over") break;
    await advance(page, () => end.click());
  }
  await says(/10 of 10/);
  await expect.poll(() => page.locator("circle.ring").count()).toBe(2);
});

test("the guided game of Bitter Woods leads to the gap at Krewinkel", async () => {
  const { page, says } = await guided("Bitter Woods");
  await says(/2 of 9/);
  await calm(page);
  await advance(page, () => click(page, '.counter[data-piece="14"]'));
  await says(/3 of 9/);
  await calm(page);
  await advance(page, () => click(page, '.ground[data-place="346"]'));
  await says(/4 of 9/);
  await advance(page, () => press(page, /End movement/));
  await says(/5 of 9/);
  await calm(page);
  await advance(page, () => click(page, '.ground[data-place="408"]'));
  await says(/6 of 9/);
  await advance(page, () => page.getByRole("button", { name: /Add all/ }).first().click());
  await advance(page, () => press(page, /Fight/));
  await says(/7 of 9/);
});

test("a lesson opens where it happens, and units that come onto the map are not covered", async () => {
  const page = await sit();
  await page.goto(`${table().address}/#learn/bitter_woods`);
  await page.getByRole("button", { name: /Here they come/ }).click();
  await page.waitForSelector(".tray button", { state: "attached" });
  await quiet(page);
  const unit = page.getByRole("button", { name: /7A\/CCR.*bring it onto the map/ });
  await advance(page, () => unit.click());
  await advance(page, () => click(page, '.ground[data-place="826"]'));
  await page.waitForFunction(() => /enter on their turn/.test(document.querySelector(".guide")?.textContent ?? ""));
});
