// A game as players play it: clicks, refusals, odds, two seats, a crash, the keyboard.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { advance, answer, board, calm, click, log, position, press, prompt, quiet, reach, settled, spot } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house({ own: true }); // it is killed in mid-battle

/** The day on the turn track. */
const day = (page: Page): Promise<string | null> => page.getAttribute(".page", "data-turn");

test("a newcomer starts the introductory scenario and plays a full day by clicking only", async () => {
  const page = await sit();
  await page.goto(table().address);
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector(".counter.legal", { state: "attached" });
  await expect.poll(() => page.locator("h1").innerText()).toContain("The 7th Army Attacks");
  const first = Number(await day(page));
  let moves = 0;
  for (let clicks = 0; clicks < 400 && Number(await day(page)) < first + 3; clicks += 1) {
    await page.waitForFunction(() => {
      const root = document.querySelector<HTMLElement>(".page");
      return root?.dataset["showing"] === "false" && document.querySelector(".prompt .buttons button.primary, .counter.legal, .counter.target, .ground.legal");
    });
    await calm(page);
    const moving = /choose a unit to move/.test(await prompt(page));
    if (moving && moves < 4 && (await spot(page, ".map .counter.legal")) !== null) {
      await advance(page, () => click(page, ".map .counter.legal"));
      if ((await spot(page, ".ground.legal")) !== null) await advance(page, () => click(page, ".ground.legal"));
      else await advance(page, () => press(page, "Undo"));
      moves += 1;
      continue;
    }
    moves = moving ? 0 : moves;
    const button = page.locator(".prompt .buttons button.primary");
    if ((await button.count()) > 0) await advance(page, () => button.last().click());
    else await advance(page, () => click(page, ".battle .unit.legal, .map .counter.target, .map .counter.legal, .ground.legal"));
  }
  await expect.poll(async () => Number(await day(page))).toBeGreaterThanOrEqual(first + 3);
  await expect.poll(() => log(page)).toContain("December 16, impulse 1");
  await expect.poll(() => log(page)).toMatch(/December 17/);
  await expect.poll(() => log(page)).toMatch(/moves from/);
});

test("a click that is refused says why, and the rule is one click away", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  await advance(page, () => click(page, '.counter[data-piece="59"]'));
  await click(page, '.ground[data-place="15"]'); // Luxembourg is far away
  const notice = page.locator(".notice.refusal");
  await notice.waitFor();
  await expect.poll(() => notice.innerText()).toMatch(/MP|may not|cannot|enemy/);
  await expect.poll(() => page.getAttribute('.ground[data-place="15"]', "class")).toContain("refused");
  const rule = (await settled(page, () => notice.locator(".rule-chip").innerText())).replace("§", "").trim();
  await notice.locator(".rule-chip").click();
  await page.waitForSelector('#tab-rules[aria-selected="true"]');
  await page.waitForFunction((id) => document.querySelector("#panel")?.textContent?.includes(id), rule);
});

test("the odds stand on the map before one commits, and one undo takes unit and move back", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  const before = await settled(page, () => board(page));
  await advance(page, () => click(page, '.counter[data-piece="59"]'));
  const beaufort = await reach(page, '.counter[data-piece="134"]');
  await page.mouse.move(beaufort?.x ?? 0, beaufort?.y ?? 0);
  const odds = page.getByRole("region", { name: "Odds before you commit" });
  await odds.waitFor();
  await expect.poll(() => odds.innerText()).toMatch(/[\d.]+ ?% the area is cleared/);
  await expect.poll(() => odds.getByRole("group", { name: "Who is assumed to take part" }).getByRole("img").count()).toBeGreaterThanOrEqual(2);
  await expect.poll(() => page.locator(".cost").textContent()).toContain("4 MP");
  await expect.poll(() => page.locator(".way").count()).toBe(1);
  await advance(page, () => page.mouse.click(beaufort?.x ?? 0, beaufort?.y ?? 0));
  await expect.poll(() => board(page)).not.toEqual(before);
  await advance(page, () => press(page, /^Undo$/));
  await expect.poll(() => board(page)).toEqual(before);
});

test("a battle is fought with fire allotted by clicking", async () => {
  const page = await sit();
  const found = position("aiming");
  const game = await table().open(found.save, ["you", "you"]);
  await open(page, tokenOf(game, -1));
  await answer(page, found);
  const battle = page.getByRole("region", { name: "Battle" });
  await battle.waitFor();
  await expect.poll(() => battle.innerText()).toMatch(/Battle of \w+/);
  const lines = (await settled(page, () => log(page))).length;
  for (let n = 0; n < 12 && (await settled(page, () => page.locator(".battle").count())) > 0 && /Fire in|artillery|target/i.test(await prompt(page)); n += 1) {
    await advance(page, () => click(page, ".battle .unit.legal"));
  }
  await page.locator("#tab-log").click();
  await expect.poll(async () => (await log(page)).slice(lines - 40)).toMatch(/fires at|Allied artillery on|German artillery on/);
  await expect.poll(() => page.locator("#panel .die, #panel .dice").count()).toBeGreaterThan(0);
});

test("the other seat blows the bridge in a second browser", async () => {
  const [german, allied] = [await sit(), await sit()];
  const found = position("demolition");
  const game = await table().open(found.save, ["you", "person"]);
  await open(german, tokenOf(game, 0));
  await open(allied, tokenOf(game, 1));
  await calm(allied);
  await expect.poll(() => allied.locator(".prompt .buttons button.primary").count()).toBe(0); // it is not their decision yet
  await answer(german, found);
  await allied.waitForFunction(() => /bridge/i.test(document.querySelector(".prompt .text")?.textContent ?? ""));
  await expect.poll(() => german.locator(".prompt").innerText()).toMatch(/Allied|wait/i);
  await advance(allied, () => click(allied, ".map .counter.legal"));
  await german.waitForFunction(() => /demoli|blow|bridge/i.test(document.querySelector("#panel")?.textContent ?? ""));
  await german.waitForFunction((at) => document.querySelector<HTMLElement>(".page")?.dataset["at"] === at, await allied.getAttribute(".page", "data-at"));
  const seen = await settled(allied, () => board(allied));
  await expect.poll(() => board(german)).toEqual(seen);
});

test("the server is killed in mid-battle, starts again, and both seats go on", async () => {
  const [german, allied] = [await sit(), await sit()];
  const found = position("aiming");
  const game = await table().open(found.save, ["you", "person"]);
  await open(german, tokenOf(game, 0));
  await open(allied, tokenOf(game, 1));
  await answer(german, found);
  const asked = await settled(german, () => prompt(german));
  const at = await quiet(german);
  await table().kill();
  await german.getByText("The line to the server is down").waitFor();
  await table().start();
  for (const page of [german, allied]) await page.waitForSelector('.page[data-line="open"]');
  await expect.poll(() => quiet(german)).toBe(at);
  await expect.poll(() => prompt(german)).toBe(asked);
  await advance(german, () => click(german, ".battle .unit.legal"));
  await allied.waitForFunction((now) => Number(document.querySelector<HTMLElement>(".page")?.dataset["at"]) > now, at);
});

test("a whole impulse by keyboard alone", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  const before = await settled(page, () => board(page));
  await page.keyboard.press("n"); // the first unit that can move
  await advance(page, () => page.keyboard.press("Enter"));
  for (let n = 0; n < 40 && (await page.locator(".ground.pointed").count()) === 0; n += 1) await page.keyboard.press("n");
  await page.locator(".notice.hint", { hasText: "MP" }).waitFor(); // the keys are at a place to go to
  await advance(page, () => page.keyboard.press("Enter"));
  await expect.poll(() => board(page)).not.toEqual(before);
  for (let n = 0; n < 8 && /^German/i.test((await settled(page, () => page.locator(".prompt .side").innerText())).trim()); n += 1) {
    const plain = await page.locator(".prompt .buttons button.primary").count();
    if (plain > 0) await advance(page, () => page.keyboard.press("e"));
    else {
      await page.keyboard.press("c"); // a list of every choice
      await page.waitForSelector('[role="dialog"] input');
      await advance(page, () => page.keyboard.press("Enter"));
      await page.keyboard.press("Escape");
    }
  }
  await expect.poll(() => page.locator(".prompt .side").innerText()).toMatch(/Allied/i);
});

test("on a tablet the first tap shows and the second goes", async () => {
  const page = await sit({ width: 820, height: 1180, touch: true });
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  const at = await reach(page, '.counter[data-piece="69"]'); // it is alone in Oberweis
  await page.touchscreen.tap(at?.x ?? 0, at?.y ?? 0);
  await page.waitForSelector(".ground.legal", { state: "attached" });
  const before = await quiet(page);
  // An empty place: a finger near a stack fans it out first.
  const goal = await reach(page, '.ground.legal:not([aria-label*="unit"])');
  await page.touchscreen.tap(goal?.x ?? 0, goal?.y ?? 0);
  await page.getByText("tap again to go").waitFor();
  await calm(page);
  await expect.poll(() => quiet(page)).toBe(before);
  await advance(page, () => page.touchscreen.tap(goal?.x ?? 0, goal?.y ?? 0));
});
