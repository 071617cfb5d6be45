// Manners of the table: panels fit every screen, a stack goes as one, the camera comes back, keys go where they should.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { advance, click, hover, position, prompt, quiet, spot, still, tap } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

const SIZES = [
  [390, 844],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const boxes = (page: Page, selector: string): Promise<Box[]> =>
  page.evaluate((wanted) => [...document.querySelectorAll(wanted)].map((element) => ((box) => ({ left: box.left, right: box.right, top: box.top, bottom: box.bottom }))(element.getBoundingClientRect())), selector);

test.each(SIZES)("the battle panel of a great attack fits a screen of %i by %i and scrolls", async (width, height) => {
  const page = await sit({ width, height });
  const game = await table().open(position("assault").save, ["you", "you"]);
  await open(page, tokenOf(game, -1));
  const battle = page.getByRole("region", { name: "Battle" });
  await battle.waitFor();
  expect(await battle.innerText()).toMatch(/nobody yet/);
  const able = await page.locator(".battle [aria-label*='can be added']").count();
  expect(able).toBeGreaterThanOrEqual(5);
  await page.locator(".battle [aria-label*='can be added']").last().scrollIntoViewIfNeeded();
  await advance(page, () => page.locator(".battle [aria-label*='can be added']").last().click());
  await battle.getByRole("button", { name: /^Add all/ }).click();
  await page.waitForFunction(() => document.querySelector(".battle [aria-label*='can be added']") === null);
  await page.locator(".battle .modifiers").waitFor();
  await quiet(page);

  const [panel] = await boxes(page, ".battle");
  expect(panel?.top).toBeGreaterThanOrEqual(0);
  expect(panel?.bottom).toBeLessThanOrEqual(height);
  expect(panel?.right).toBeLessThanOrEqual(width);
  const body = page.locator(".battle .body");
  for (const last of [".modifiers li:last-child", ".outcomes tr:last-child", ".assumption"]) {
    await body.locator(last).scrollIntoViewIfNeeded();
    const [line] = await boxes(page, `.battle ${last}`);
    const [window] = await boxes(page, ".battle .body");
    expect(line?.top).toBeGreaterThanOrEqual((window?.top ?? 0) - 1);
    expect(line?.bottom).toBeLessThanOrEqual((window?.bottom ?? 0) + 1);
  }
  expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  const charts = await boxes(page, ".battle figure");
  for (const [n, chart] of charts.entries()) expect(chart.left).toBeGreaterThanOrEqual(n === 0 ? 0 : (charts[n - 1]?.right ?? 0));
  for (const number of [0, 1]) {
    const labels = await boxes(page, `.battle figure:nth-child(${number + 1}) .n`);
    labels.slice(1).forEach((label, n) => expect(label.left).toBeGreaterThanOrEqual((labels[n]?.right ?? 0) - 0.5));
  }
  // The hex that is fought for can be seen beside the panel or above it.
  await page.waitForFunction(() => {
    const [hex, board, shut] = [".ground.focus", ".board", ".battle"].map((name) => document.querySelector(name)?.getBoundingClientRect());
    if (hex === undefined || board === undefined || shut === undefined) return false;
    const [x, y] = [hex.x + hex.width / 2, hex.y + hex.height / 2];
    const hidden = x > shut.left && x < shut.right && y > shut.top && y < shut.bottom;
    return x > board.left && x < board.right && y > board.top && y < board.bottom && !hidden;
  });
});

test("take all moves a whole stack where the rules move one unit after the other", async () => {
  const page = await sit({ width: 1440, height: 900 });
  const found = position("stack");
  const stack = found.verb.split(" ");
  const game = await table().open(found.save, ["you", "you"]);
  await open(page, tokenOf(game, -1));
  await hover(page, stack.map((id) => `.map .counter[data-piece="${id}"]`).join(", "));
  await page.locator(`[role=group]:has([data-piece="${stack[0]}"]) .fan-button`).waitFor();
  await advance(page, () => click(page, `[role=group]:has([data-piece="${stack[0]}"]) .fan-button`));
  await page.getByText(`${stack.length - 1} more follow`).waitFor();
  expect(await page.locator(".map .counter.picked").count()).toBe(stack.length);
  await tap(page, found.target ?? 0);
  await page.waitForFunction(
    ([ids, goal]) => document.querySelector(".following") === null && ids.every((id) => document.querySelector<SVGElement>(`.counter[data-piece="${id}"]`)?.dataset["in"] === String(goal)),
    [stack, found.target] as const,
  );
  expect(await page.locator("#panel").innerText()).toContain("moves from");
});

test("the odds and what is said of the place under the pointer do not lie over each other", async () => {
  const page = await sit({ width: 1024, height: 768 });
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  await advance(page, () => click(page, '.counter[data-piece="59"]'));
  const goal = await spot(page, '.counter[data-piece="134"]');
  await page.mouse.move(goal?.x ?? 0, goal?.y ?? 0);
  await page.getByRole("region", { name: "Odds before you commit" }).waitFor();
  const [[odds], [inspect]] = [await boxes(page, ".corner.left > *"), await boxes(page, ".inspect")];
  expect(inspect?.left).toBeGreaterThanOrEqual(odds?.right ?? 9999);
});

test("a map is never pushed off the table", async () => {
  const page = await sit({ width: 1440, height: 900 });
  const game = await table().game({ title: "bitter_woods", scenario: "six_turn", seats: ["you", "you"], seed: 1944 });
  await open(page, tokenOf(game, -1));
  await page.locator(".map").focus();
  for (let n = 0; n < 40; n += 1) await page.keyboard.press("Shift+ArrowRight");
  const bare = () =>
    page.evaluate(() => {
      const [map, world] = [".map", ".world"].map((name) => document.querySelector(name)?.getBoundingClientRect());
      return map && world ? Math.max(map.right - world.right, world.left - map.left, world.top - map.top, map.bottom - world.bottom) : 9999;
    });
  expect(await bare()).toBeLessThanOrEqual(61);
  const edge = await spot(page, ".map .counter"); // a counter near the edge brought into view does not pull the map off
  await page.mouse.move(edge?.x ?? 0, edge?.y ?? 0);
  for (let n = 0; n < 40; n += 1) await page.keyboard.press("Shift+ArrowDown");
  expect(await bare()).toBeLessThanOrEqual(61);
});

test("when others are through the camera comes back, with something to act on in sight", async () => {
  const page = await sit({ width: 1440, height: 900, pace: "fast" });
  const game = await table().game({ scenario: "campaign", seats: ["you", "computer random"], seed: 1944 });
  await open(page, tokenOf(game, 0));
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("+");
  await page.keyboard.press("n"); // with one of our own units in the middle
  await still(page, ".world");
  const view = () => page.locator(".world").evaluate((world) => (world as HTMLElement).style.transform);
  const before = await view();
  for (let n = 0; n < 400 && (await view()) === before; n += 1) {
    const end = page.locator(".prompt .buttons button.primary").last();
    if (await end.isVisible()) await end.click({ timeout: 1000 }).catch(() => undefined);
    await page.waitForTimeout(50);
  }
  expect(await view()).not.toBe(before); // the camera has gone where something happens
  await page.waitForFunction(() => document.querySelector<HTMLElement>(".page")?.dataset["showing"] === "false" && document.querySelector(".prompt .buttons .primary, .counter.legal, .counter.target"), null, { timeout: 80_000 });
  await page.waitForFunction(() => {
    const map = document.querySelector(".map")?.getBoundingClientRect();
    const all = [...document.querySelectorAll(".map .counter.legal, .map .counter.target, .ground.legal")].map((one) => one.getBoundingClientRect());
    return map !== undefined && (all.length === 0 || all.some((box) => box.right > map.left && box.left < map.right && box.bottom > map.top && box.top < map.bottom));
  });
  if ((await page.locator(".battle").count()) === 0) await page.waitForFunction((was) => (document.querySelector(".world") as HTMLElement).style.transform === was, before);
});

test("N and Enter take up the next unit after any click on the map or a button", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  await click(page, '.ground[data-place="15"]'); // cannot be chosen: it says why
  await page.locator(".notice.refusal").waitFor();
  await page.keyboard.press("n");
  await advance(page, () => page.keyboard.press("Enter"));
  expect(await page.locator(".map .counter.picked").count()).toBe(1);
  expect(await prompt(page)).not.toMatch(/choose a unit to move/);
  await advance(page, () => page.locator(".prompt").getByRole("button", { name: "Undo", exact: true }).click());
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await advance(page, () => page.keyboard.press("Enter"));
  expect(await page.locator(".map .counter.picked").count()).toBe(1);
});

test("in a replay arrows step through the game even after a click on the map", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  for (let n = 0; n < 3; n += 1) await advance(page, () => page.locator(".prompt .buttons button.primary").last().click());
  await page.goto(`${table().address}/#replay/${tokenOf(game, -1)}`);
  await page.waitForSelector(".controls");
  await page.waitForSelector(".map .counter", { state: "attached" });
  const at = await spot(page, ".map .counter");
  await page.mouse.click(at?.x ?? 0, at?.y ?? 0);
  const view = await page.locator(".world").getAttribute("style");
  await page.keyboard.press("ArrowRight");
  expect(Number(await page.getAttribute(".page", "data-at"))).toBeGreaterThan(0);
  expect(await page.locator(".world").getAttribute("style")).toBe(view);
});
