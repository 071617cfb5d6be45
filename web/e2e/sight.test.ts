// What one sees: every title on every screen, counters and names at every zoom, stacks spread out, the inspector, by day and by night.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { calm, hover, position, quiet, reach, settled, spot, titles } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

const SIZES = [
  [390, 844],
  [1024, 768],
  [1280, 800],
  [1440, 900],
  [2560, 1440],
] as const;
const CAMPAIGNS = titles().map(([title, { campaign }]) => [title, campaign] as const);

const begin = async (page: Page, title: string, scenario: string): Promise<void> => open(page, tokenOf(await table().game({ title, scenario, seats: ["you", "you"], seed: 1944 }), -1));

/** Names that lie under counters by more than their rim, and names of areas whose middle is in another. */
const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const counters = [...document.querySelectorAll(".piles .counter .tile")].map((one) => one.getBoundingClientRect());
    const grounds = new Map([...document.querySelectorAll<SVGGeometryElement>(".ground")].map((one) => [one.getAttribute("aria-label")?.split(/[,;]/)[0], one]));
    return [...document.querySelectorAll<SVGTextElement>(".lettering .name")].flatMap((name) => {
      const box = name.getBoundingClientRect();
      const covered = counters.reduce((sum, one) => sum + Math.max(0, Math.min(box.right, one.right) - Math.max(box.left, one.left)) * Math.max(0, Math.min(box.bottom, one.bottom) - Math.max(box.top, one.top)), 0);
      if (covered > box.width * box.height * 0.2) return [`${name.textContent} lies under counters`];
      const [own, middle] = [grounds.get(name.textContent ?? ""), name.getBBox()];
      return own && !own.isPointInFill(new DOMPoint(middle.x + middle.width / 2, middle.y + middle.height / 2)) ? [`${name.textContent} is astray`] : [];
    });
  });

/** What of the header lies over something else, or off the screen. */
const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll(".top > *, .tracks > *, .tools > *")].filter((one) => one.checkVisibility() && !one.matches(".tracks, .tools"));
    const boxes = parts.map((one) => [one.className.toString() || one.tagName, one.getBoundingClientRect()] as const);
    return boxes.flatMap(([name, a], n) => [
      ...(a.right > innerWidth + 1 ? [`${name} is off the screen`] : []),
      ...boxes.slice(n + 1).flatMap(([other, b]) => (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1 ? [`${name} over ${other}`] : [])),
    ]);
  });

test.each(CAMPAIGNS)("%s has its map, its prompt and its names in sight on every screen and at every zoom", async (title, scenario) => {
  const page = await sit();
  await begin(page, title, scenario);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.keyboard.press("0");
    await calm(page);
    const at = `${title} at ${width}x${height}`;
    await expect.poll(() => crowded(page), { message: at }).toEqual([]);
    const [board, words] = await settled(page, async () => [await page.locator(".board").boundingBox(), await page.locator(".prompt .text").boundingBox()] as const);
    expect((board?.height ?? 0) / height, at).toBeGreaterThan(width < 600 ? 0.33 : 0.45);
    await expect.poll(() => misplaced(page), { message: `${at}, whole map` }).toEqual([]);
    expect((words?.x ?? width) + (words?.width ?? 0), at).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  for (let n = 0; n < 4; n += 1) {
    await page.keyboard.press("+");
    await calm(page);
    await expect.poll(() => misplaced(page), { message: `${title}, ${n + 1} steps nearer` }).toEqual([]);
  }
});

test("from afar counters tell their strength alone, near by all of it", async () => {
  const page = await sit();
  await begin(page, "bitter_woods", "six_turn");
  const seen = (part: string) => page.locator(`.piles .counter .${part}`).first().evaluate((one) => getComputedStyle(one).display !== "none");
  await page.keyboard.press("0");
  await page.waitForSelector(".counters-small");
  await expect.poll(async () => [await seen("afar"), await seen("symbol"), await seen("strength"), await seen("id")]).toEqual([true, false, false, false]);
  for (let n = 0; n < 9; n += 1) await page.keyboard.press("+");
  await page.waitForSelector(".counters-near");
  await expect.poll(async () => [await seen("afar"), await seen("symbol"), await seen("strength"), await seen("id")]).toEqual([false, true, true, true]);
});

test("a stack is spread out in one size at every zoom, for pointer, keys and finger", async () => {
  const found = position("stack");
  const [first = ""] = found.verb.split(" ");
  const page = await sit({ width: 1440, height: 900 });
  const game = await table().open(found.save, ["you", "you"]);
  await open(page, tokenOf(game, -1));
  const widths: number[] = [];
  for (const key of ["+", "-"]) {
    await page.keyboard.press(key);
    await calm(page);
    await hover(page, found.verb.split(" ").map((id) => `.map .counter[data-piece="${id}"]`).join(", "));
    await page.locator(`.viewer .spread[data-piece="${first}"]`).waitFor();
    widths.push(await settled(page, () => page.locator(`.viewer .spread[data-piece="${first}"] .tile`).evaluate((one) => one.getBoundingClientRect().width)));
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => document.querySelector(".viewer") === null);
  }
  expect(Math.abs((widths[0] ?? 0) - (widths[1] ?? 99))).toBeLessThan(1);
  expect(widths[0]).toBeGreaterThanOrEqual(44);
  await hover(page, `.map .counter[data-piece="${first}"], ${found.verb.split(" ").map((id) => `.map .counter[data-piece="${id}"]`).join(", ")}`);
  await page.keyboard.press("x");
  await page.waitForFunction(() => document.activeElement?.matches(".viewer .spread"));
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.evaluate(() => [...document.querySelectorAll(".viewer .spread")].indexOf(document.activeElement as Element))).toBe(1);
  await page.keyboard.press("Escape");
  const finger = await sit({ width: 390, height: 844, touch: true });
  await open(finger, tokenOf(game, -1));
  const at = await reach(finger, found.verb.split(" ").map((id) => `.map .counter[data-piece="${id}"]`).join(", "));
  if (at !== null) {
    await finger.touchscreen.tap(at.x, at.y);
    await finger.locator(".viewer").waitFor();
    const plate = await settled(finger, () => finger.locator(".fan-plate").boundingBox());
    expect(plate?.x).toBeGreaterThanOrEqual(0);
    expect((plate?.x ?? 0) + (plate?.width ?? 999)).toBeLessThanOrEqual(390);
    // A finger that rests on a counter is told what is on it, and has not chosen it.
    const rested = await spot(finger, `.viewer .spread[data-piece="${first}"]`);
    const touch = await finger.context().newCDPSession(finger);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [rested ?? at] });
    const anatomy = finger.getByRole("dialog", { name: "What is on a counter" });
    await anatomy.waitFor();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    const box = await settled(finger, () => anatomy.boundingBox());
    expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 390, (box?.y ?? 0) + (box?.height ?? 999) <= 844]).toEqual([true, true, true]);
    const called = await settled(finger, () => finger.locator(`.viewer .spread[data-piece="${first}"]`).getAttribute("aria-label"));
    await expect.poll(() => anatomy.innerText()).toContain(called?.split(" ")[0]);
    await expect.poll(() => finger.locator(".map .counter.picked").count()).toBe(0);
  }
});

test("the inspector says what entering costs, what the ground does in battle and who holds it; sources stand behind a key", async () => {
  const page = await sit();
  await begin(page, "deadly_woods", "campaign");
  const vianden = page.locator(".lettering .name", { hasText: /^Prüm$/ });
  const box = await settled(page, () => vianden.boundingBox());
  await page.mouse.move((box?.x ?? 0) - 6, (box?.y ?? 0) + 8);
  await page.waitForFunction(() => /To enter: .* MP on foot/.test(document.querySelector(".inspect")?.textContent ?? ""));
  await expect.poll(() => page.locator(".inspect").innerText()).toMatch(/Attacks (here|on infantry here): /);
  await expect.poll(() => page.locator(".inspect").innerText()).not.toMatch(/reconstructed/);
  // A marker in a hex is told with it.
  const dump = await settled(page, () => page.locator(".token", { hasText: "FUEL" }).boundingBox());
  await page.mouse.move((dump?.x ?? 0) + (dump?.width ?? 0) / 2, (dump?.y ?? 0) + (dump?.height ?? 0) / 2);
  await page.waitForFunction(() => /FUEL: the fuel dump that Peiper may take/.test(document.querySelector(".inspect")?.textContent ?? ""));
  await page.keyboard.press("i");
  await page.waitForFunction(() => /: (rulebook|reconstructed|GeoNames|published|gazetteer)/i.test(document.querySelector(".inspect")?.textContent ?? ""));
});

test("on a phone log and tools are sheets over the map", async () => {
  const page = await sit({ width: 390, height: 844 });
  await begin(page, "bitter_woods", "six_turn");
  const panel = page.locator("#panel");
  await expect.poll(() => panel.isVisible()).toBe(false);
  await page.getByRole("tab", { name: "Log" }).click();
  await panel.waitFor({ state: "visible" });
  await page.getByRole("tab", { name: "Log" }).click();
  await panel.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Overlays, pace and help" }).click();
  await page.getByRole("button", { name: "Supply", exact: true }).click();
  await page.waitForSelector(".shade", { state: "attached" });
  await expect.poll(() => page.getByRole("button", { name: /End movement/ }).isVisible()).toBe(true);
  await quiet(page);
});

test("colours follow the system, or what was chosen", async () => {
  const page = await sit();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(table().address);
  await page.waitForSelector("form");
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).color);
  const night = await settled(page, paper);
  await page.getByLabel("Colours").selectOption("light");
  await expect.poll(() => paper()).not.toBe(night);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("ardennes-settings"))).toContain('"theme":"light"');
  await page.getByLabel("Colours").selectOption("dark");
  await expect.poll(() => paper()).toBe(night);
});
