// What lies beside the map, from made-up data in a real browser: it fits every screen, and every use is reached.
import axe from "axe-core";
import { createServer, type ViteDevServer } from "vite";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { look as madeLook, scene as made } from "../src/made_up";
import type { Look, Scene } from "../src/wire/types";
import { calm, settled } from "./hands";
import { shared } from "./house";
import { launch, person, tokenOf } from "./server";

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
  const dock = await settled(page, () => page.locator(".dock").boundingBox());
  expect((dock?.y ?? 0) + (dock?.height ?? 0)).toBeLessThanOrEqual(height);
  expect((dock?.x ?? 0) + (dock?.width ?? 0)).toBeLessThanOrEqual(width);
  expect(dock?.y ?? 0).toBeGreaterThan(height * 0.3); // the map keeps the larger part
  await page.getByRole("button", { name: "Throw a bridge" }).click();
  await expect.poll(() => page.getByRole("status").innerText()).toBe("use 16");
  await page.locator('[data-section="trays"]').click();
  await page.getByRole("button", { name: /2 Pz/ }).click();
  await expect.poll(() => page.getByRole("status").innerText()).toBe("unit 1");
  await page.locator('[data-section="standing"]').click();
  await page.getByRole("combobox").first().selectOption("never");
  await expect.poll(() => page.getByRole("status").innerText()).toBe("habit 2");
  await page.evaluate(axe.source);
  const faulty = (): Promise<string[]> => page.evaluate(`axe.run({ runOnly: ["wcag2a", "wcag2aa"], rules: { "label-content-name-mismatch": { enabled: false } } }).then((r) => r.violations.map((one) => one.id + ": " + one.nodes.slice(0, 2).map((n) => n.html.slice(0, 140)).join(" | ")))`);
  await expect.poll(faulty).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test.each([
  [390, 844],
  [1024, 768],
  [1440, 900],
])("a game that has all of it keeps its map in sight on a screen of %i by %i", async (width, height) => {
  const server = shared();
  const { context, page, faults } = await person(browser, { width, height });
  // A real game to which the line adds what no title has yet.
  await page.route("**/api/**", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json().catch(() => null)) as Partial<Scene> | null;
    if (body?.verbs === undefined) return route.fulfill({ response: answer });
    const { cards, chits, tracks } = made;
    return route.fulfill({ response: answer, json: { ...body, cards, chits, tracks, verbs: [...body.verbs, ...made.verbs.filter((verb) => verb.gesture === "panel")] } });
  });
  const { hand, laid, piles, cup, standing, markers } = madeLook;
  const beside = { hand, laid, piles, cup, standing, markers, trays: [{ name: "Assets", side: 0, pieces: [0, 1, 2] }] };
  await page.routeWebSocket(/./, (line) => {
    const far = line.connectToServer();
    far.onMessage((message) => {
      const told = JSON.parse(String(message)) as { t: string; look?: Look };
      line.send(told.t === "welcome" ? JSON.stringify({ ...told, look: { ...told.look, ...beside, choices: { ...told.look?.choices, use: [0, 1, 16], habit: [0, 1, 2] } } }) : message);
    });
  });
  const game = await server.game({ seats: ["you", "you"] });
  await page.goto(`${server.address}/#play/${tokenOf(game, -1)}`);
  await page.waitForSelector(".dock .card-face");
  await page.waitForSelector(".map .counter", { state: "attached" });
  await calm(page);
  const shots = process.env["SHOTS"];
  if (shots) await page.screenshot({ path: `${shots}/game-${width}.png` });
  const [board, dock] = await settled(page, async () => [await page.locator(".board").boundingBox(), await page.locator(".dock").boundingBox()] as const);
  expect(board?.height ?? 0).toBeGreaterThan(height * 0.2);
  expect((dock?.y ?? 0) + (dock?.height ?? 0)).toBeLessThanOrEqual(height);
  expect(dock?.y ?? 0).toBeGreaterThanOrEqual((board?.y ?? 0) + (board?.height ?? 0) - 1);
  await expect.poll(() => page.locator(".prompt select").count()).toBe(1);
  await expect.poll(() => page.locator(".prompt .buttons button", { hasText: "Use" }).count()).toBe(0); // given on the card, not in the prompt
  await page.getByRole("tab", { name: "Tracks" }).click();
  await page.getByText("German 6, Allied 3 if it ended now").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
