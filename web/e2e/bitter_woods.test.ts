// Bitter Woods in the browser: a German and an Allied player turn by clicks, with odds, reasons and overlays.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { log, position, prompt, take, wholeMap } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

async function begin(): Promise<Page> {
  const game = await table().game({ title: "bitter_woods", scenario: "six_turn", seats: ["you", "you"], seed: 1944 });
  const page = await sit();
  await open(page, tokenOf(game, -1));
  await page.waitForSelector(".counter.legal", { state: "attached" });
  return page;
}

test("a German and an Allied player turn are played by clicking", async () => {
  const page = await begin();
  let moves = 0;
  let fights = 0;
  let odds = "";
  for (let n = 0; n < 400 && !(await log(page)).includes("16PM: the German player turn begins"); n += 1) {
    const now = await prompt(page);
    if (/choose a unit to move/.test(now) && moves < 4) {
      moves += 1;
      await take(page, ".map .counter.legal", moves * 7);
      if (!(await take(page, ".ground.legal", moves * 3))) await take(page, ".map .counter.picked");
    } else if (/Choose a hex to attack/.test(now) && fights < 3 && (await page.locator(".ground.legal").count()) > 0) {
      fights += 1;
      await take(page, ".ground.legal", fights);
    } else if (/then fight/.test(now)) {
      if (/choose units/.test(now)) while (await take(page, ".battle .unit.legal[aria-label*='can be added']"));
      odds ||= await page.locator(".battle").innerText();
      await take(page, ".prompt .buttons button.primary");
    } else if (!(await take(page, ".prompt .buttons button.primary"))) {
      if (!(await take(page, ".ground.legal"))) await take(page, ".map .counter.legal");
    }
  }
  const text = await log(page);
  expect(text).toContain("16AM: the Allied player turn begins");
  expect(text).toContain("16PM: the German player turn begins");
  expect(text).not.toMatch(/\{[a-z]+:/);
  expect(moves).toBeGreaterThanOrEqual(4);
  expect(fights).toBeGreaterThanOrEqual(2);
  expect(odds).toMatch(/Column \d-\d/);
  expect(odds).toContain("shift: surprise");
});

test("a move shows its cost and its way, and a hex out of reach says why", async () => {
  const page = await begin();
  await take(page, ".map .counter.legal", 3);
  const hover = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  };
  await page.waitForSelector(".ground.legal", { state: "attached" });
  await hover(".ground.legal:not(.focus)");
  await page.waitForSelector(".table .cost", { state: "attached" });
  expect(await page.locator(".table .cost").textContent()).toMatch(/MP/);
  expect(await page.locator(".table .way").first().getAttribute("d")).toMatch(/^M/);
  await wholeMap(page);
  const map = await page.locator(".map").boundingBox();
  if (map) await page.mouse.click(map.x + map.width * 0.2, map.y + map.height * 0.4);
  const notice = page.locator(".notice.refusal");
  await notice.waitFor();
  expect(await notice.innerText()).toMatch(/§ /);
});

test("overlays show zones of control and supply", async () => {
  const page = await begin();
  for (const [name, tint] of [["Zones", "german"], ["Supply", "both"]] as const) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.waitForSelector(`.shade-${tint}`, { state: "attached" });
  }
  expect(await page.locator(".key").innerText()).toContain("both sides are supplied here");
});

test("a new game offers presets, and single rules that take what they need with them", async () => {
  const page = await sit();
  await page.goto(table().address);
  await page.getByRole("radio", { name: "Bitter Woods" }).check();
  const tournament = page.getByRole("radio", { name: /^Tournament/ });
  expect(await tournament.isChecked()).toBe(true);
  expect(await page.locator(".presets").innerText()).toContain("this scenario was made for it");
  await page.getByRole("radio", { name: /^Basic game/ }).check();
  await page.getByRole("radio", { name: /^Your own/ }).check();
  const rules = page.getByRole("list", { name: "Optional rules" });
  const leaders = rules.getByRole("checkbox", { name: /^Leaders/ });
  expect(await leaders.isChecked()).toBe(false);
  expect(await rules.innerText()).toContain("Needs Leaders.");
  await rules.getByRole("checkbox", { name: /^Quick Allied leaders/ }).check();
  expect(await leaders.isChecked()).toBe(true);
  await leaders.uncheck();
  expect(await rules.getByRole("checkbox", { name: /^Quick Allied leaders/ }).isChecked()).toBe(false);
  await leaders.check();
  await page.locator(".sides select").nth(1).selectOption("you");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector(".map .counter.legal", { state: "attached" });
  await page.getByRole("button", { name: "Leaders", exact: true }).click();
  await page.waitForSelector(".shade-german", { state: "attached" });
  expect(await page.locator(".key").innerText()).toContain("in the range of a German leader");
});

test("the first page says how a scenario goes between equals, and evens it if asked to", async () => {
  const page = await sit();
  await page.goto(table().address);
  await page.getByRole("radio", { name: "Bitter Woods" }).check();
  expect(await page.locator(".even").innerText()).toMatch(/the Germans won \d+% of \d+ games/);
  const needed = async () => {
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForSelector(".map .counter.legal", { state: "attached" });
    return Number(/(\d+) VP/.exec((await page.locator(".score").first().getAttribute("title")) ?? "")?.[1]);
  };
  await page.locator(".sides select").nth(1).selectOption("you");
  const plain = await needed();
  await page.goto(table().address);
  await page.getByRole("radio", { name: "Bitter Woods" }).check();
  await page.getByRole("checkbox", { name: /^Even chances/ }).check();
  await page.locator(".sides select").nth(1).selectOption("you");
  expect(await needed()).toBeGreaterThan(plain);
  await page.goto(table().address);
  await page.getByRole("radio", { name: "Bitter Woods" }).check();
  await page.getByRole("checkbox", { name: /^Even chances/ }).check();
  const handicap = page.locator('input[type="number"]');
  expect(Number(await handicap.inputValue())).toBeGreaterThan(0);
  await page.getByRole("radio", { name: /^Basic game/ }).check(); // nobody measured the scenario with these rules
  expect(await page.locator(".even").count()).toBe(0);
  expect(await handicap.inputValue()).toBe("0");
});

test("stand or retreat is a question with a button for every leader", async () => {
  const game = await table().open(position("stand").save, ["you", "you"]);
  const page = await sit();
  await open(page, tokenOf(game, -1));
  await page.waitForFunction(() => /Stand or retreat/.test(document.querySelector(".prompt")?.textContent ?? ""));
  const button = page.locator('.prompt button[data-answer="stand"]').first();
  await page.waitForFunction(() => /Stand with \w+: .* loses? /.test(document.querySelector('.prompt button[data-answer="stand"]')?.textContent ?? ""));
  expect(await page.getByRole("button", { name: "Retreat" }).count()).toBe(1);
  await button.click();
  await page.waitForFunction(() => !/Stand or retreat/.test(document.querySelector(".prompt")?.textContent ?? ""));
  expect(await log(page)).toMatch(/With \w+ .* stands? and pays? with/);
});

test("Kampfgruppe Peiper is combined and broken down by a key", async () => {
  const game = await table().game({ title: "bitter_woods", scenario: "six_turn", seats: ["you", "you"], seed: 1944, options: { peiper_alternative: true } });
  const page = await sit();
  await open(page, tokenOf(game, -1));
  await page.waitForSelector(".counter.legal", { state: "attached" });
  await page.locator(".map").focus();
  await page.keyboard.press("k");
  await page.waitForFunction(() => /battalions of Kampfgruppe Peiper combine/.test(document.querySelector(".log, [role=log]")?.textContent ?? document.body.textContent ?? ""));
  await page.keyboard.press("k");
  await page.waitForFunction(() => /Kampfgruppe Peiper breaks down/.test(document.body.textContent ?? ""));
  await page.keyboard.press("?");
  await page.getByText("break peiper down, combine peiper").waitFor();
});
