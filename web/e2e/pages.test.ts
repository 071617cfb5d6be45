// Saves, replays, spectators, and whether every page can be used by everybody.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessible } from "./everybody";
import { advance, answer, board, calm, click, position, press, settled } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

/** A few moves of both sides, with a battle or two. */
async function playSome(page: Page, steps: number): Promise<void> {
  for (let n = 0; n < steps; n += 1) {
    await calm(page);
    if (n % 3 < 2 && (await page.locator(".ground.legal").count()) > 0) await advance(page, () => click(page, ".ground.legal"));
    else if (n % 3 < 2 && /choose a unit to move/.test(await page.locator(".prompt .text").innerText()) && (await page.locator(".map .counter.legal").count()) > 0)
      await advance(page, () => click(page, ".map .counter.legal"));
    else if ((await page.locator(".prompt .buttons button.primary").count()) > 0) await advance(page, () => page.locator(".prompt .buttons button.primary").last().click());
    else await advance(page, () => click(page, ".battle .unit.legal, .map .counter.target, .map .counter.legal, .ground.legal"));
  }
}

test("a game is saved, uploaded and replayed, and its end is the live game", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  await playSome(page, 24);
  const live = await settled(page, () => board(page));
  const told = await settled(page, () => page.locator("#panel li, #panel p").allInnerTexts());
  await page.getByRole("button", { name: "Game ▾" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save to a file" }).click();
  const file = await (await download).path();
  expect(readFileSync(file, "utf8")).toMatch(/^ardennes save/);

  await page.goto(table().address);
  await page.setInputFiles('input[type="file"]', file);
  await page.getByRole("button", { name: "Watch the replay" }).click();
  await page.waitForSelector(".controls");
  await page.waitForSelector(".map .counter", { state: "attached" });
  await calm(page);
  await expect.poll(() => board(page)).not.toEqual(live);
  await page.getByRole("button", { name: "One step on" }).click();
  await expect.poll(async () => Number(await page.getAttribute(".page", "data-at"))).toBeGreaterThan(0);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.waitForFunction(() => document.querySelector<HTMLElement>(".page")?.dataset["at"] === document.querySelector<HTMLElement>(".page")?.dataset["length"]);
  await expect.poll(() => board(page)).toEqual(live);
  const again = async () => (await page.locator(".side li, .side p").allInnerTexts()).join("\n");
  for (const line of told.slice(-3)) await expect.poll(again).toContain(line);
});

test("a spectator sees the game but no seat's secrets", async () => {
  const game = await table().game({ seats: ["you", "person"] });
  const secrets = [tokenOf(game, 0), tokenOf(game, 1)];
  const [player, watcher] = [await sit(), await sit()];
  const heard: string[] = [];
  watcher.on("websocket", (socket) => socket.on("framereceived", (frame) => heard.push(String(frame.payload))));
  await open(player, secrets[0] ?? "");
  await open(watcher, tokenOf(game, null));
  await advance(player, () => click(player, '.counter[data-piece="59"]'));
  await advance(player, () => click(player, '.counter[data-piece="134"]'));
  await watcher.waitForFunction((at) => document.querySelector<HTMLElement>(".page")?.dataset["at"] === at, await player.getAttribute(".page", "data-at"));
  const seen = await settled(player, () => board(player));
  await expect.poll(() => board(watcher)).toEqual(seen);
  await calm(watcher);
  await expect.poll(() => watcher.locator(".counter.legal, .ground.legal, .prompt .buttons button.primary").count()).toBe(0);
  expect(heard.length).toBeGreaterThan(1);
  for (const text of heard) {
    for (const secret of secrets) expect(text).not.toContain(secret);
    for (const [, choices] of text.matchAll(/"choices":(\{[^}]*\})/g)) expect(choices).toBe("{}");
    expect(text).not.toContain('"seed"');
  }
});

test("the list of seat links lets another browser take the other side", async () => {
  const [host, guest] = [await sit(), await sit()];
  await host.goto(table().address);
  await host.locator(".sides select").nth(1).selectOption("person");
  await host.getByRole("button", { name: "Start" }).click();
  await host.waitForSelector(".counter.legal", { state: "attached" });
  await host.getByRole("button", { name: "Game ▾" }).click();
  const link = await host.getByRole("textbox", { name: /Allied seat/ }).inputValue();
  await guest.goto(link);
  await guest.waitForSelector(".map .counter", { state: "attached" });
  await expect.poll(() => guest.locator(".prompt").innerText()).toMatch(/German|wait/i);
  await host.getByRole("button", { name: "Close" }).click();
  await advance(host, () => press(host, /End movement/));
  while (/German/i.test(await settled(host, () => host.locator(".prompt .side").innerText()))) await advance(host, () => host.locator(".prompt .buttons button.primary").last().click());
  await guest.waitForSelector(".map .counter.legal", { state: "attached" });
});

test("the page loads and tells nothing elsewhere, and needs nothing inline", async () => {
  const page = await sit();
  await page.addInitScript(() => {
    const broken: string[] = ((window as unknown as { broken: string[] }).broken = []);
    document.addEventListener("securitypolicyviolation", (event) => broken.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  await playSome(page, 6);
  const broken = await settled(page, () => page.evaluate(() => (window as unknown as { broken: string[] }).broken));
  expect(broken).toEqual([]);
  const answer = await page.request.get(table().address);
  expect(answer.headers()["content-security-policy"]).toMatch(/^default-src 'self';(?!.*unsafe)/);
});

test("rules can be searched and opened by their number", async () => {
  const page = await sit();
  await page.goto(`${table().address}/#rules/tigers_in_the_mist`);
  const box = page.getByRole("searchbox");
  await box.fill("bridge");
  await page.waitForFunction(() => (document.querySelector("main, .scroll, body")?.textContent ?? "").toLowerCase().includes("bridge"));
  await box.fill("8.27");
  await page.getByText("8.27").first().waitFor();
  await box.fill("zzzz");
  await page.getByText(/nothing|no rule/i).first().waitFor();
});

test("no page has an accessibility fault that axe can find, by day and by night", async () => {
  const page = await sit();
  await page.goto(table().address);
  await page.waitForSelector("form");
  await accessible(page);
  await page.getByRole("radio", { name: "Bitter Woods" }).check(); // presets and switches of a new game
  await page.getByRole("radio", { name: /^Your own/ }).check();
  await accessible(page);
  await page.goto(`${table().address}/#learn/tigers_in_the_mist`);
  await page.getByRole("button", { name: /guided game/ }).first().waitFor();
  await accessible(page);
  await page.goto(`${table().address}/#rules/tigers_in_the_mist/TM-8.27`);
  await page.locator('[data-rule="TM-8.27"]').waitFor();
  await accessible(page);
  const game = await table().game({ seats: ["you", "person"] });
  await open(page, tokenOf(game, 0));
  await accessible(page);
  for (const key of ["c", "?", "b", "h", "v"]) {
    await page.keyboard.press(key);
    await page.waitForSelector('[role="dialog"]:not(.advice), .advice ol > li');
    await accessible(page, '[role="dialog"]');
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Game ▾" }).click();
  await accessible(page, '[role="dialog"]');
  await page.getByRole("button", { name: "Close" }).click();
  for (const tab of ["Forces", "Arrivals", "Rules", "Talk"]) {
    await page.getByRole("tab", { name: tab }).click();
    await accessible(page, ".side");
  }
  await page.getByRole("button", { name: "Supply", exact: true }).click();
  await page.locator(".key").waitFor();
  await accessible(page, ".board");
  await page.goto(`${table().address}/#replay/${tokenOf(game, null)}`);
  await page.waitForSelector(".controls");
  await accessible(page);
  const found = position("aiming");
  const fight = await table().open(found.save, ["you", "you"]);
  await open(page, tokenOf(fight, -1));
  await answer(page, found);
  await page.getByRole("region", { name: "Battle" }).waitFor();
  await accessible(page);
});

test("a guest of a club and one with a dead link are told what to do, accessibly", async () => {
  const page = await sit();
  await page.route("**/api/menu", async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...((await answer.json()) as object), at_home: false } });
  });
  await page.goto(table().address);
  await page.waitForSelector("h2");
  await calm(page);
  await expect.poll(() => page.locator("form").count()).toBe(0);
  await accessible(page);
  await page.goto(`${table().address}/#play/nowhere`);
  await page.getByText(/this link opens no game here/i).waitFor();
  await accessible(page);
});
