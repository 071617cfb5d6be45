// Pictures of every main screen, from a real server in a real browser.
//   npx tsx e2e/screenshots.ts FOLDER        (or `make screenshots`)
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { advance, answer, calm, click, hover, position, press, quiet } from "./hands";
import { launch, person, Server, tokenOf } from "./server";

const folder = process.argv[2] ?? "screenshots";
mkdirSync(folder, { recursive: true });
const server = await new Server().start();
const browser = await launch();
const fight = position("aiming");

/** A picture, once letters and map are drawn. */
async function take(page: Page, name: string): Promise<void> {
  await calm(page);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 84, animations: "disabled" });
  console.log(`${name}.jpg`);
}

async function open(page: Page, token: string): Promise<void> {
  await page.goto(`${server.address}/#play/${token}`);
  await page.waitForSelector(".map .counter", { state: "attached" });
  await quiet(page);
}

// A finished game for the report, played by two computers while somebody watches.
const { page: watcher } = await person(browser);
const played = await server.game({ seats: ["computer recruit", "computer recruit"] });
await open(watcher, tokenOf(played, null));
await watcher.getByRole("dialog", { name: "The game is over" }).waitFor({ timeout: 120_000 });
await watcher.close();

for (const [shape, width, height] of [["wide", 1280, 800], ["tablet", 820, 1180]] as const) {
  const { page } = await person(browser, { width, height });
  const game = await server.game({ scenario: "campaign", seats: ["you", "you"] });
  await page.goto(server.address);
  await page.waitForSelector("form");
  await take(page, `${shape}-home`);

  await open(page, tokenOf(game, -1));
  await take(page, `${shape}-campaign`);

  const small = await server.game({ seats: ["you", "you"] });
  await open(page, tokenOf(small, -1));
  await advance(page, () => click(page, '.counter[data-piece="59"]'));
  await hover(page, '.counter[data-piece="134"]');
  await page.getByRole("region", { name: "Odds before you commit" }).waitFor();
  await take(page, `${shape}-odds`);
  await page.mouse.move(5, 5); // the odds go with the pointer
  await page.getByRole("region", { name: "Odds before you commit" }).waitFor({ state: "detached" });
  await click(page, '.ground[data-place="15"]');
  await page.locator(".notice.refusal").waitFor();
  await take(page, `${shape}-refused`);
  await advance(page, () => press(page, "Undo"));
  await press(page, "Advice");
  await page.locator(".advice ol > li").first().waitFor();
  await take(page, `${shape}-advice`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Supply" }).click();
  await page.getByRole("tab", { name: "Forces" }).click();
  await take(page, `${shape}-supply`);

  await open(page, tokenOf(await server.open(fight.save, ["you", "you"]), -1));
  await answer(page, fight);
  await take(page, `${shape}-battle`);

  await page.goto(`${server.address}/#replay/${tokenOf(played, null)}`);
  await page.waitForSelector(".controls");
  await page.getByRole("slider").fill("120");
  await take(page, `${shape}-replay`);
  await page.goto(`${server.address}/#report/${tokenOf(played, null)}`);
  await page.waitForSelector(".curve");
  await take(page, `${shape}-report`);
  await page.goto(`${server.address}/#rules/tigers_in_the_mist/TM-8.27`);
  await page.waitForSelector("input[type=search]");
  await take(page, `${shape}-rules`);
  await page.context().close();
}
// The other titles, a guided game, the table by night and on a phone.
const { page: wide } = await person(browser);
await open(wide, tokenOf(await server.game({ title: "deadly_woods", scenario: "campaign", seats: ["you", "you"] }), -1));
await take(wide, "wide-cup");
await open(wide, tokenOf(await server.game({ title: "enemy_action_ardennes", scenario: "battle_of_the_bulge", seats: ["you", "you"] }), -1));
await take(wide, "wide-cards");
await wide.goto(`${server.address}/#learn/tigers_in_the_mist`);
await wide.getByRole("button", { name: "Start the guided game" }).click();
await wide.getByRole("dialog", { name: "Briefing" }).getByRole("button", { name: "To the map" }).click();
await quiet(wide);
await wide.getByRole("region", { name: "Guided game" }).getByRole("button", { name: "Go on" }).click();
await calm(wide);
await hover(wide, '.counter[data-piece="59"]');
await wide.waitForSelector(".fan-button", { state: "attached" });
await advance(wide, () => click(wide, ".fan-button"));
await hover(wide, '.ground[data-place="21"]');
await wide.getByRole("region", { name: "Odds before you commit" }).waitFor();
await take(wide, "wide-learn");
await open(wide, tokenOf(await server.game({ title: "bitter_woods", scenario: "campaign", seats: ["you", "you"] }), -1));
await take(wide, "wide-hexes");
const stack = position("stack");
const units = stack.verb.split(" ").map((id) => `.map .counter[data-piece="${id}"]`).join(", ");
await wide.emulateMedia({ colorScheme: "dark" });
await open(wide, tokenOf(await server.open(stack.save, ["you", "you"]), -1));
await hover(wide, units);
await wide.locator(".viewer").waitFor();
await take(wide, "wide-night");
const { page: phone } = await person(browser, { width: 390, height: 844, touch: true });
await open(phone, tokenOf(await server.open(stack.save, ["you", "you"]), -1));
await take(phone, "phone-map");
await open(phone, tokenOf(played, null));
await phone.getByRole("dialog", { name: "The game is over" }).waitFor();
await take(phone, "phone-ending");
await browser.close();
await server.stop();
