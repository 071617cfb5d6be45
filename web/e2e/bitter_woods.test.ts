// Bitter Woods in the browser: a German and an Allied player turn by clicks, with odds, reasons and overlays.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { advance, arrived, calm, hover, log, position, prompt, reach, settled, take, wholeMap } from "./hands";
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
  let priced = false;
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
      if (!priced) {
        await expect.poll(() => page.locator(".battle").innerText()).toMatch(/Column \d-\d[^]*shift: surprise|shift: surprise[^]*Column \d-\d/);
        priced = true;
      }
      await take(page, ".prompt .buttons button.primary");
    } else if (!(await take(page, ".prompt .buttons button.primary"))) {
      if (!(await take(page, ".ground.legal"))) await take(page, ".map .counter.legal");
    }
  }
  await expect.poll(() => log(page)).toContain("16AM: the Allied player turn begins");
  await expect.poll(() => log(page)).toContain("16PM: the German player turn begins");
  await expect.poll(() => log(page)).not.toMatch(/\{[a-z]+:/);
  expect(moves).toBeGreaterThanOrEqual(4);
  expect(fights).toBeGreaterThanOrEqual(2);
  expect(priced).toBe(true);
});

test("a move shows its cost and its way, and a hex out of reach says why", async () => {
  const page = await begin();
  await take(page, ".map .counter.legal", 3);
  await hover(page, ".ground.legal:not(.focus)");
  await page.waitForSelector(".table .cost", { state: "attached" });
  await expect.poll(() => page.locator(".table .cost").textContent()).toMatch(/MP/);
  await expect.poll(() => page.locator(".table .way").first().getAttribute("d")).toMatch(/^M/);
  await wholeMap(page);
  const map = await settled(page, () => page.locator(".map").boundingBox());
  if (map) await page.mouse.click(map.x + map.width * 0.2, map.y + map.height * 0.4);
  const notice = page.locator(".notice.refusal");
  await notice.waitFor();
  await expect.poll(() => notice.innerText()).toMatch(/§ /);
});

test("overlays show zones of control and supply", async () => {
  const page = await begin();
  for (const [name, tint] of [["Zones", "german"], ["Supply", "both"]] as const) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.waitForSelector(`.shade-${tint}`, { state: "attached" });
  }
  await expect.poll(() => page.locator(".key").innerText()).toContain("both sides are supplied here");
});

test("a new game offers presets, and single rules that take what they need with them", async () => {
  const page = await sit();
  await page.goto(table().address);
  await page.getByRole("radio", { name: "Bitter Woods" }).check();
  const tournament = page.getByRole("radio", { name: /^Tournament/ });
  await expect.poll(() => tournament.isChecked()).toBe(true);
  await expect.poll(() => page.locator(".presets").innerText()).toContain("this scenario was made for it");
  await page.getByRole("radio", { name: /^Basic game/ }).check();
  await page.getByRole("radio", { name: /^Your own/ }).check();
  const rules = page.getByRole("list", { name: "Optional rules" });
  const leaders = rules.getByRole("checkbox", { name: /^Leaders/ });
  await expect.poll(() => rules.innerText()).toContain("Needs Leaders.");
  await expect.poll(() => leaders.isChecked()).toBe(false);
  await rules.getByRole("checkbox", { name: /^Quick Allied leaders/ }).check();
  await expect.poll(() => leaders.isChecked()).toBe(true);
  await leaders.uncheck();
  await expect.poll(() => rules.getByRole("checkbox", { name: /^Quick Allied leaders/ }).isChecked()).toBe(false);
  await leaders.check();
  await page.locator(".sides select").nth(1).selectOption("you");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector(".map .counter.legal", { state: "attached" });
  await page.getByRole("button", { name: "Leaders", exact: true }).click();
  await page.waitForSelector(".shade-german", { state: "attached" });
  await expect.poll(() => page.locator(".key").innerText()).toContain("in the range of a German leader");
});

test("the first page says how a scenario goes between equals, and evens it if asked to", async () => {
  const page = await sit();
  await page.goto(table().address);
  await page.getByRole("radio", { name: "Bitter Woods" }).check();
  await expect.poll(() => page.locator(".even").innerText()).toMatch(/the Germans won \d+% of \d+ games/);
  const needed = async () => {
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForSelector(".map .counter.legal", { state: "attached" });
    return settled(page, async () => Number(/(\d+) VP/.exec((await page.locator(".score").first().getAttribute("title")) ?? "")?.[1]));
  };
  await page.locator(".sides select").nth(1).selectOption("you");
  const plain = await needed();
  await page.goto(table().address);
  await page.getByRole("radio", { name: "Bitter Woods" }).check();
  await page.getByRole("checkbox", { name: /^Even chances/ }).check();
  await page.locator(".sides select").nth(1).selectOption("you");
  const dearer = await needed();
  expect(dearer).toBeGreaterThan(plain);
  await page.goto(table().address);
  await page.getByRole("radio", { name: "Bitter Woods" }).check();
  await page.getByRole("checkbox", { name: /^Even chances/ }).check();
  const handicap = page.locator('input[type="number"]');
  await expect.poll(async () => Number(await handicap.inputValue())).toBeGreaterThan(0);
  await page.getByRole("radio", { name: /^Basic game/ }).check(); // nobody measured the scenario with these rules
  await expect.poll(() => page.locator(".even").count()).toBe(0);
  await expect.poll(() => handicap.inputValue()).toBe("0");
});

test("stand or retreat is a question with a button for every leader", async () => {
  const game = await table().open(position("stand").save, ["you", "you"]);
  const page = await sit();
  await open(page, tokenOf(game, -1));
  await page.waitForFunction(() => /Stand or retreat/.test(document.querySelector(".prompt")?.textContent ?? ""));
  const button = page.locator('.prompt button[data-answer="stand"]').first();
  await page.waitForFunction(() => /Stand with \w+: .* loses? /.test(document.querySelector('.prompt button[data-answer="stand"]')?.textContent ?? ""));
  await expect.poll(() => page.getByRole("button", { name: "Retreat" }).count()).toBe(1);
  await button.click();
  await page.waitForFunction(() => !/Stand or retreat/.test(document.querySelector(".prompt")?.textContent ?? ""));
  await expect.poll(() => log(page)).toMatch(/With \w+ .* stands? and pays? with/);
});

test("Kampfgruppe Peiper is combined and broken down by a key", async () => {
  const game = await table().game({ title: "bitter_woods", scenario: "six_turn", seats: ["you", "you"], seed: 1944, options: { peiper_alternative: true } });
  const page = await sit();
  await open(page, tokenOf(game, -1));
  await page.waitForSelector(".counter.legal", { state: "attached" });
  await page.locator(".map").focus();
  await page.keyboard.press("k");
  await expect.poll(() => log(page)).toMatch(/battalions of Kampfgruppe Peiper combine/);
  await page.keyboard.press("k");
  await expect.poll(() => log(page)).toMatch(/Kampfgruppe Peiper breaks down/);
  await page.keyboard.press("?");
  await page.getByText("break peiper down, combine peiper").waitFor();
});

test("a click on the glow of a hex means that hex, though it falls over its border", async () => {
  const page = await begin();
  await page.keyboard.press("n");
  await advance(page, () => page.keyboard.press("Enter"));
  const middle = await reach(page, ".map .counter.picked");
  await page.mouse.move(middle.x, middle.y);
  for (let n = 0; n < 4; n += 1) await page.mouse.wheel(0, -400);
  await calm(page);
  // Where the rim of a lit hex lies over a hex that is not lit: inside the rim and outside the hex.
  const at = await settled(page, () =>
    page.evaluate(() => {
      const lit = [...document.querySelectorAll<SVGPathElement>(".ground.legal")];
      for (const hex of lit) {
        const [box, matrix, long] = [hex.getBBox(), hex.getScreenCTM() ?? new DOMMatrix(), hex.getTotalLength()];
        for (let n = 0; n < 60; n += 1) {
          const rim = hex.getPointAtLength((long * n) / 60);
          const [dx, dy] = [rim.x - box.x - box.width / 2, rim.y - box.y - box.height / 2];
          const out = new DOMPoint(rim.x + dx / Math.hypot(dx, dy), rim.y + dy / Math.hypot(dx, dy)).matrixTransform(matrix);
          const [x, y] = [Math.round(out.x), Math.round(out.y)];
          const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
          const top = document.elementFromPoint(x, y);
          if (top === hex && !lit.some((one) => one.isPointInFill(point))) return { x, y, place: Number(hex.dataset["place"]) };
        }
      }
      return null;
    }),
  );
  const unit = await page.locator(".map .counter.picked").first().getAttribute("data-piece");
  await page.mouse.click(at?.x ?? 0, at?.y ?? 0);
  await arrived(page, [unit ?? ""], at?.place ?? 0);
  await expect.poll(() => page.locator(".notice.refusal").count()).toBe(0);
});
