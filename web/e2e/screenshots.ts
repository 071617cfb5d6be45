// Pictures of every main screen, from a real server in a real browser.
//   npx tsx e2e/screenshots.ts FOLDER        (or `make screenshots`)
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launch, person, Server, tokenOf } from "./server";

const folder = process.argv[2] ?? "screenshots";
mkdirSync(folder, { recursive: true });
const server = await new Server().start();
const browser = await launch();
const take = async (page: Page, name: string) => {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`${name}.png`);
};
const settle = (page: Page) => page.waitForSelector('.page[data-showing="false"]');

for (const [shape, width, height] of [["wide", 1280, 800], ["tablet", 820, 1180]] as const) {
  const { page } = await person(browser, { width, height });
  await page.goto(server.address);
  await page.waitForSelector("form");
  await take(page, `${shape}-home`);

  const game = await server.game({ scenario: "campaign", seats: ["you", "you"] });
  const play = `${server.address}/#play/${tokenOf(game, -1)}`;
  await page.goto(play);
  await page.waitForSelector(".counter.legal");
  await take(page, `${shape}-start`);

  await page.locator(".counter.legal").nth(3).dispatchEvent("click");
  await page.waitForSelector(".ground.legal");
  await settle(page);
  await take(page, `${shape}-move`);
  await page.close();
}
await browser.close();
await server.stop();
