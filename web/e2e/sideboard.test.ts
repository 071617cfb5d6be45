// What lies beside the map, from made-up data in a real browser: it fits every screen, and every use is reached.
import axe from "axe-core";
import { createServer, type ViteDevServer } from "vite";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, person } from "./server";

let stories: ViteDevServer;
let browser: Browser;
let address = "";

beforeAll(async () => {
  stories = await createServer({ root: fileURLToPath(new URL("..", import.meta.url)), server: { port: 0, host: "127.0.0.1", fs: { strict: false } }, logLevel: "error" });
  await stories.listen();
  address = `${stories.resolvedUrls?.local[0] ?? ""}stories/`;
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await stories.close();
});

test.each([
  [390, 844],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
])("cup, trays, hand and tracks on a screen of %i by %i", async (width, height) => {
  const { context, page, faults } = await person(browser, { width, height });
  await page.goto(address);
  await page.waitForSelector(".card-face");
  await page.evaluate(() => document.fonts.ready);
  const shots = process.env["SHOTS"];
  if (shots) await page.screenshot({ path: `${shots}/sideboard-${width}.png` });
  const dock = await page.locator(".dock").boundingBox();
  expect((dock?.y ?? 0) + (dock?.height ?? 0)).toBeLessThanOrEqual(height);
  expect((dock?.x ?? 0) + (dock?.width ?? 0)).toBeLessThanOrEqual(width);
  expect(dock?.y ?? 0).toBeGreaterThan(height * 0.3); // the map keeps the larger part
  await page.getByRole("button", { name: "Throw a bridge" }).click();
  expect(await page.getByRole("status").innerText()).toBe("use 16");
  await page.getByRole("button", { name: /2 Pz/ }).click();
  expect(await page.getByRole("status").innerText()).toBe("unit 1");
  await page.getByRole("combobox").first().selectOption("never");
  expect(await page.getByRole("status").innerText()).toBe("habit 2");
  await page.evaluate(axe.source);
  const found = (await page.evaluate(`axe.run({ runOnly: ["wcag2a", "wcag2aa"], rules: { "label-content-name-mismatch": { enabled: false } } }).then((r) => r.violations.map((one) => one.id + ": " + one.nodes.slice(0, 2).map((n) => n.html.slice(0, 140)).join(" | ")))`)) as string[];
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
