// Fewer clicks: units dragged, groups of any units, the same again, staying, and one undo for all of it.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { advance, arrived, calm, drag, hover, keys, position, quiet, reach, settled, tap } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

const counter = (id: string | number) => `.map .counter[data-piece="${id}"]`;
/** The same where it can be taken: in its pile, or in the viewer of its stack. */
const tile = (id: string | number) => `${counter(id)}, .viewer .spread[data-piece="${id}"]`;
const where = (page: Page, id: string | number) => page.locator(counter(id)).getAttribute("data-in");
const button = (page: Page, name: string | RegExp) => page.locator(".prompt").getByRole("button", { name });

/** A stack of Bitter Woods that can go somewhere as one. */
async function stack(options: { touch?: boolean } = {}): Promise<{ page: Page; units: string[]; goal: number; home: string }> {
  const found = position("stack");
  const page = await sit({ width: 1440, height: 900, ...options });
  await open(page, tokenOf(await table().open(found.save, ["you", "you"]), -1));
  const units = found.verb.split(" ");
  return { page, units, goal: found.target ?? 0, home: (await settled(page, () => where(page, units[0] ?? ""))) ?? "" };
}

test("a unit is dragged to its goal, let go by Escape, and brought back by one undo", async () => {
  const { page, units, goal, home } = await stack();
  const [unit] = units as [string];
  const top = units.map(counter).join(", ");
  await hover(page, top); // the stack fans out
  await page.locator(`[role=group]:has([data-piece="${unit}"]) .fan-button`).waitFor();
  await drag(page, tile(unit), goal, false);
  await page.locator(".ghost").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".ghost, .counter.picked") === null);
  await page.mouse.up();
  await calm(page);
  await expect.poll(() => where(page, unit)).toBe(home);

  await hover(page, top);
  await page.locator(`[role=group]:has([data-piece="${unit}"]) .fan-button`).waitFor();
  await drag(page, tile(unit), goal);
  await arrived(page, [unit], goal);
  await page.keyboard.press("d"); // the same again: a mate of the stack goes after it
  const mates = units.slice(1);
  await page.waitForFunction(([ids, place]) => ids.some((id) => document.querySelector<SVGElement>(`.counter[data-piece="${id}"]`)?.dataset["in"] === place), [mates, String(goal)] as const);
  await button(page, /^Undo$/).click();
  await arrived(page, mates, home);
  await expect.poll(() => where(page, unit)).toBe(String(goal));
  await button(page, /^Undo$/).click();
  await arrived(page, units, home);

  // The map itself is still panned by dragging it.
  const view = await settled(page, () => page.locator(".world").getAttribute("style"));
  const map = await page.locator(".map").boundingBox();
  const bare = { x: (map?.x ?? 0) + 40, y: (map?.y ?? 0) + (map?.height ?? 0) / 2 };
  await page.mouse.move(bare.x, bare.y);
  await page.mouse.down();
  await page.mouse.move(bare.x + 120, bare.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => page.locator(".world").getAttribute("style")).not.toBe(view);
  await calm(page);
  await expect.poll(() => page.locator(".ghost, .counter.picked").count()).toBe(0);
});

test("a whole stack is dragged by its bar and taken back as one", async () => {
  const { page, units, goal, home } = await stack();
  await hover(page, units.map(counter).join(", "));
  const bar = `[role=group]:has([data-piece="${units[0]}"]) .fan-button`;
  await page.locator(bar).waitFor();
  await drag(page, bar, goal);
  await arrived(page, units, goal);
  await button(page, "Undo the group").click();
  await arrived(page, units, home);
  await calm(page);
  await expect.poll(() => page.locator(".map .counter.picked").count()).toBe(0);
});

test("a unit that stays is passed over by Next", async () => {
  const { page } = await stack();
  const next = button(page, /^Next of \d+$/);
  const count = async () => Number((await next.innerText()).replace(/\D/g, ""));
  const before = await settled(page, count);
  await next.click();
  const first = await settled(page, () => page.locator(".map .counter.pointed").getAttribute("data-piece"));
  await page.keyboard.press("w");
  await page.waitForFunction((n) => document.querySelector(".prompt")?.textContent?.includes(`Next of ${n}`), before - 1);
  await expect.poll(() => page.locator(counter(first ?? "")).getAttribute("aria-label")).toContain("stays here");
  await expect.poll(() => page.locator(".map .counter.pointed").getAttribute("data-piece")).not.toBe(first);
  await advance(page, () => page.keyboard.press("Enter")); // the next one is in hand
  await button(page, "Stay").click();
  await page.waitForFunction((n) => document.querySelector(".prompt")?.textContent?.includes(`Next of ${n}`), before - 2);
});

test("a finger drags what it has taken up, and pans with anything else", async () => {
  const { page, units, goal } = await stack({ touch: true });
  const [unit] = units as [string];
  const touch = await page.context().newCDPSession(page);
  const at = (selector: string) => reach(page, selector);
  const finger = (type: string, points: { x: number; y: number }[]) => touch.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints: points });
  const pull = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await finger("touchStart", [from]);
    for (const part of [0.1, 0.5, 1]) await finger("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
    await finger("touchEnd", []);
  };
  const top = units.map(counter).join(", ");
  const view = await settled(page, () => page.locator(".world").getAttribute("style"));
  const here = await at(top);
  await pull(here, { x: here.x - 70, y: here.y + 50 });
  await calm(page);
  await expect.poll(() => page.locator(".world").getAttribute("style")).not.toBe(view);
  await expect.poll(() => page.locator(".map .counter.picked").count()).toBe(0);

  const shown = await at(top);
  await page.touchscreen.tap(shown.x, shown.y); // fans the stack out
  await page.locator(`[role=group]:has([data-piece="${unit}"])`).waitFor({ state: "attached" });
  const own = await at(tile(unit));
  await page.touchscreen.tap(own.x, own.y);
  await page.locator(`.ground.legal[data-place="${goal}"]`).waitFor({ state: "attached" });
  await quiet(page);
  await calm(page); // the map glides to what was taken up
  const to = await page.locator(`.ground.legal[data-place="${goal}"]`).evaluate((element) => ((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }))(element.getBoundingClientRect()));
  await pull(await at(tile(unit)), to);
  await arrived(page, [unit], goal);
});

test.each(keys())("units of several places go as one group in %s, and who cannot come is named", async (title) => {
  const found = position(`group ${title}`);
  const [one, two, far] = found.verb.split(" ") as [string, string, string];
  const page = await sit({ width: 1600, height: 1000 });
  await open(page, tokenOf(await table().open(found.save, ["you", "you"]), -1));
  const before = await settled(page, async () => [await where(page, one), await where(page, two), await where(page, far)]);
  const choose = (id: string) => page.locator(counter(id)).evaluate((element, more) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, ctrlKey: more })), true);
  await advance(page, () => choose(one));
  await choose(two);
  await choose(far);
  await page.getByText("2 more follow").waitFor();
  await tap(page, found.target ?? 0);
  await arrived(page, [one, two], found.target ?? 0);
  const notice = page.locator(".notice.behind");
  await notice.waitFor();
  await expect.poll(() => notice.innerText()).toMatch(/stays behind: .+/);
  await expect.poll(() => where(page, far)).toBe(before[2]);
  await button(page, "Undo the group").click();
  await arrived(page, [one], before[0] ?? "");
  await arrived(page, [two], before[1] ?? "");
});
