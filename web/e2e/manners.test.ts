// Manners of the table: panels fit every screen, a stack goes as one, the camera comes back, keys go where they should.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessible } from "./everybody";
import { advance, calm, click, hover, position, prompt, quiet, reach, settled, spot, tap, wholeMap } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

const SIZES = [
  [390, 844],
  [768, 1024],
  [1280, 800],
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

/** A great attack: who takes part, what counts, what it can bring and what is assumed, all of it within the panel. */
const LAST = { bitter_woods: [".modifiers li:last-child", ".outcomes tr:last-child", ".assumption"], deadly_woods: [".modifiers li:last-child", ".outcomes tr:last-child"], enemy_action_ardennes: [".modifiers li:last-child", "figure:last-child", ".assumption"] };

/** The panel is on the screen and scrolls inside; nothing lies over anything else. */
async function fits(page: Page, [width, height]: (typeof SIZES)[number], last: string[]): Promise<void> {
  const [panel] = await settled(page, () => boxes(page, ".battle"));
  expect(panel?.top).toBeGreaterThanOrEqual(0);
  expect(panel?.bottom).toBeLessThanOrEqual(height);
  expect(panel?.right).toBeLessThanOrEqual(width);
  const body = page.locator(".battle .body");
  for (const line of last) {
    await body.locator(line).first().scrollIntoViewIfNeeded();
    const hidden = async () => {
      const [[seen], [window]] = [await boxes(page, `.battle ${line}`), await boxes(page, ".battle .body")];
      return Math.max((window?.top ?? 9999) - (seen?.top ?? 0), (seen?.bottom ?? 9999) - (window?.bottom ?? 0));
    };
    await expect.poll(hidden, { message: line }).toBeLessThanOrEqual(1);
  }
  await expect.poll(() => body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  const charts = await settled(page, () => boxes(page, ".battle figure"));
  for (const [n, chart] of charts.entries()) expect(chart.left).toBeGreaterThanOrEqual(n === 0 ? 0 : (charts[n - 1]?.right ?? 0));
  for (const number of [0, 1]) {
    const crowded = async () => {
      const labels = await boxes(page, `.battle figure:nth-child(${number + 1}) .n`);
      return labels.slice(1).filter((label, n) => label.left < (labels[n]?.right ?? 0) - 0.5);
    };
    await expect.poll(crowded).toEqual([]);
  }
  // What counts comes before what more could change, and what zooms the map is not covered.
  await expect.poll(() => page.evaluate(() => (document.querySelector(".battle .modifiers")?.compareDocumentPosition(document.querySelector(".battle .outcomes, .battle .charts") as Node) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING)).toBeGreaterThan(0);
  for (const zoomer of await settled(page, () => boxes(page, ".zoomers button"))) expect(zoomer.bottom <= (panel?.top ?? 0) || zoomer.left >= (panel?.right ?? 0)).toBe(true);
  // The hex that is fought for can be seen beside the panel or above it.
  await page.waitForFunction(() => {
    const [hex, board, shut] = [".ground.focus", ".board", ".battle"].map((name) => document.querySelector(name)?.getBoundingClientRect());
    if (hex === undefined || board === undefined || shut === undefined) return false;
    const [x, y] = [hex.x + hex.width / 2, hex.y + hex.height / 2];
    const hidden = x > shut.left && x < shut.right && y > shut.top && y < shut.bottom;
    return x > board.left && x < board.right && y > board.top && y < board.bottom && !hidden;
  });
  // Every answer can be reached, on a phone by pushing the row aside.
  for (const button of await page.locator(".prompt .buttons button").all()) {
    await button.scrollIntoViewIfNeeded();
    const outside = async () => {
      const box = await button.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= width + 1 ? "" : await button.innerText();
    };
    await expect.poll(outside).toBe("");
  }
}

test.each(["bitter_woods", "deadly_woods", "enemy_action_ardennes"] as const)("the battle panel of a great attack in %s fits every screen and scrolls", async (title) => {
  const page = await sit();
  const game = await table().open(position(`assault ${title}`).save, ["you", "you"]);
  await open(page, tokenOf(game, -1));
  const battle = page.getByRole("region", { name: "Battle" });
  await battle.waitFor();
  const able = page.locator(".battle [aria-label*='can be added']");
  if (title !== "deadly_woods") {
    await expect.poll(() => battle.innerText()).toMatch(/nobody yet/);
    await able.last().scrollIntoViewIfNeeded();
    await advance(page, () => able.last().click());
    const all = page.getByRole("button", { name: /^Add all/ });
    await expect.poll(() => all.count()).toBe(1); // one idea, one button
    await all.click();
    await page.waitForFunction(() => document.querySelector(".battle [aria-label*='can be added']") === null);
  }
  for (const size of SIZES) {
    await page.setViewportSize({ width: size[0], height: size[1] });
    await page.reload();
    await page.locator(".battle .modifiers").waitFor();
    await quiet(page);
    await calm(page);
    await fits(page, size, LAST[title]);
  }
  await accessible(page);
  for (const tab of ["Arrivals", "Tracks"]) {
    if ((await page.getByRole("tab", { name: tab }).count()) === 0) continue;
    await page.getByRole("tab", { name: tab }).click();
    await accessible(page, ".side");
  }
  for (const section of await page.locator("[data-section]").all()) {
    await section.click();
    await accessible(page, ".edge");
  }
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
  await expect.poll(() => page.locator(".map .counter.picked").count()).toBe(stack.length);
  await tap(page, found.target ?? 0);
  await page.waitForFunction(
    ([ids, goal]) => document.querySelector(".following") === null && ids.every((id) => document.querySelector<SVGElement>(`.counter[data-piece="${id}"]`)?.dataset["in"] === String(goal)),
    [stack, found.target] as const,
  );
  await expect.poll(() => page.locator("#panel").innerText()).toContain("moves from");
});

test("the odds and what is said of the place under the pointer do not lie over each other", async () => {
  const page = await sit({ width: 1024, height: 768 });
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  await advance(page, () => click(page, '.counter[data-piece="59"]'));
  const goal = await reach(page, '.counter[data-piece="134"]');
  await page.mouse.move(goal?.x ?? 0, goal?.y ?? 0);
  await page.getByRole("region", { name: "Odds before you commit" }).waitFor();
  const overlap = async () => {
    const [[odds], [inspect]] = [await boxes(page, ".corner.left > *"), await boxes(page, ".inspect")];
    return (odds?.right ?? 9999) - (inspect?.left ?? 0);
  };
  await expect.poll(overlap).toBeLessThanOrEqual(0);
});

test("what is told of a unit does not come between it and the pointer", async () => {
  const page = await sit({ width: 1024, height: 768 });
  await open(page, tokenOf(await table().game({ seats: ["you", "you"] }), -1));
  await hover(page, '.counter[data-piece="59"]');
  await page.locator(".inspect .what").waitFor();
  const caught = () =>
    page.evaluate(() => {
      const box = document.querySelector(".inspect .what")?.getBoundingClientRect();
      return document.elementFromPoint((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)?.closest(".map, .inspect")?.className;
    });
  await expect.poll(caught).toMatch(/^map/);
});

test("a stack at the edge of the map spreads out over the table beside it", async () => {
  const page = await sit({ width: 1440, height: 900 });
  await open(page, tokenOf(await table().game({ title: "bitter_woods", scenario: "six_turn", seats: ["you", "you"], seed: 1944 }), -1));
  await wholeMap(page);
  await calm(page);
  const outermost = await page.evaluate(() => {
    const all = [...document.querySelectorAll<SVGElement>(".map .counter")];
    const stacked = all.filter((one) => all.some((other) => other !== one && other.dataset["in"] === one.dataset["in"]));
    return stacked.sort((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)[0]?.dataset["in"];
  });
  await hover(page, `.map .counter[data-in="${outermost}"]`);
  await page.locator(".viewer").waitFor();
  await calm(page);
  const [[plate], [sheet]] = [await settled(page, () => boxes(page, ".fan-plate")), await settled(page, () => boxes(page, ".world"))];
  expect(plate?.right).toBeGreaterThan(sheet?.right ?? 9999);
  const within = () => page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest(".viewer") !== null, [(plate?.right ?? 0) - 3, ((plate?.top ?? 0) + (plate?.bottom ?? 0)) / 2] as const);
  await expect.poll(within).toBe(true);
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
  await calm(page);
  await expect.poll(bare).toBeLessThanOrEqual(61);
  const edge = await spot(page, ".map .counter"); // a counter near the edge brought into view does not pull the map off
  await page.mouse.move(edge?.x ?? 0, edge?.y ?? 0);
  for (let n = 0; n < 40; n += 1) await page.keyboard.press("Shift+ArrowDown");
  await calm(page);
  await expect.poll(bare).toBeLessThanOrEqual(61);
});

test("when others are through the camera comes back, with something to act on in sight", async () => {
  const page = await sit({ width: 1440, height: 900, pace: "fast" });
  const game = await table().game({ scenario: "campaign", seats: ["you", "computer random"], seed: 1944 });
  await open(page, tokenOf(game, 0));
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("+");
  await page.keyboard.press("n"); // with one of our own units in the middle
  await calm(page);
  const view = () => page.locator(".world").evaluate((world) => (world as HTMLElement).style.transform);
  const before = await settled(page, view);
  const end = page.locator(".prompt .buttons button.primary").last();
  for (let n = 0; n < 400; n += 1) {
    // Others go about their business, and the camera goes where something happens, or it is our decision again.
    const heard = await page.waitForFunction(
      (was) => ((document.querySelector(".world") as HTMLElement).style.transform !== was ? "gone" : document.querySelector('.page[data-showing="false"] .prompt .buttons .primary') === null ? "" : "asked"),
      before,
    );
    if ((await heard.jsonValue()) === "gone") break;
    const at = await page.getAttribute(".page", "data-at");
    await end.click();
    await page.waitForFunction((was) => document.querySelector<HTMLElement>('.page')?.dataset["at"] !== was || document.querySelector('.page[data-showing="true"]') !== null, at);
  }
  await page.waitForFunction((was) => (document.querySelector(".world") as HTMLElement).style.transform !== was, before);
  await page.waitForFunction(() => document.querySelector<HTMLElement>(".page")?.dataset["showing"] === "false" && document.querySelector(".prompt .buttons .primary, .counter.legal, .counter.target"), null, { timeout: 300_000 });
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
  await expect.poll(() => page.locator(".map .counter.picked").count()).toBe(1);
  await expect.poll(() => prompt(page)).toMatch(/choose where to go/);
  await advance(page, () => page.locator(".prompt").getByRole("button", { name: "Undo", exact: true }).click());
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await advance(page, () => page.keyboard.press("Enter"));
  await expect.poll(() => page.locator(".map .counter.picked").count()).toBe(1);
});

test("in a replay arrows step through the game even after a click on the map", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  for (let n = 0; n < 3; n += 1) await advance(page, () => page.locator(".prompt .buttons button.primary").last().click());
  await page.goto(`${table().address}/#replay/${tokenOf(game, -1)}`);
  await page.waitForSelector(".controls");
  await page.waitForSelector(".map .counter", { state: "attached" });
  const at = await reach(page, ".map .counter");
  await page.mouse.click(at?.x ?? 0, at?.y ?? 0);
  const view = await settled(page, () => page.locator(".world").getAttribute("style"));
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => Number(await page.getAttribute(".page", "data-at"))).toBeGreaterThan(0);
  await calm(page);
  await expect.poll(() => page.locator(".world").getAttribute("style")).toBe(view);
});
