// The staff officer, the computer's written orders, and the report of a finished game.
import { expect, test } from "vitest";
import { accessible } from "./everybody";
import { advance, board, calm, click, press, settled } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

test("the staff officer gives courses with reasons, carries one out, and judges the player's own move", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  const before = await settled(page, () => board(page));
  await press(page, "Advice");
  const officer = page.getByRole("dialog", { name: "Staff officer" });
  const course = officer.locator("ol > li").first();
  await course.waitFor();
  await expect.poll(() => course.innerText()).toMatch(/[+−] [a-z]/); // reasons for and against, without weights
  await expect.poll(() => page.locator(".arrow").count()).toBeGreaterThan(0); // the course is drawn
  await advance(page, () => course.getByRole("button", { name: "Do this" }).click());
  await expect.poll(() => page.locator(".notice[role=status]").innerText()).toMatch(/^Done: attack/);
  await press(page, "Advice");
  await officer.getByText("He has nothing better.").waitFor(); // it was his own
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => /choose a unit to move/.test(document.querySelector(".prompt .text")?.textContent ?? ""));
  await expect.poll(() => board(page)).not.toEqual(before);
  await advance(page, () => press(page, "Undo the course")); // what was done in one go is taken back in one
  await expect.poll(() => board(page)).toEqual(before);
  await advance(page, () => click(page, '.counter[data-piece="59"]'));
  await advance(page, () => click(page, '.counter[data-piece="134"]'));
  await page.keyboard.press("v");
  await officer.getByText("Your last move").waitFor();
  await expect.poll(() => officer.locator(".mine").innerText()).toContain("Beaufort");
});

test("the computer's order stands in the log when the player wants to read it", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["computer sergeant", "you"] });
  await open(page, tokenOf(game, 1));
  await page.getByRole("button", { name: "Advice" }).waitFor(); // something is ours to decide
  await calm(page);
  await expect.poll(() => page.locator(".order").count()).toBe(0);
  await page.getByRole("button", { name: "Game ▾" }).click();
  await page.getByRole("checkbox", { name: /written orders/ }).check();
  await page.locator(".order").first().waitFor();
  await expect.poll(() => page.locator(".order").first().innerText()).toContain("German order for 16-1");
});

test("a finished game has a report in which luck and skill add up", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["computer recruit", "computer random"] });
  await open(page, tokenOf(game, null));
  const ending = page.getByRole("dialog", { name: "The game is over" });
  await ending.waitFor({ timeout: 300_000 }); // two computers play it
  await expect.poll(() => ending.innerText()).toMatch(/Luxembourg: .*Mersch: /s); // what decided it
  await accessible(page, '[role="dialog"]');
  await page.getByRole("link", { name: "Read the report" }).click();
  await page.getByRole("heading", { name: "Turning points" }).waitFor();
  const figures = await settled(page, () => page.locator("[aria-labelledby='shares'] .number").allInnerTexts());
  const [luck = NaN, german = NaN, allied = NaN, together = NaN] = figures.map((text) => Number(text.replace("−", "-")));
  expect(Math.abs(luck + german + allied - together)).toBeLessThan(0.03); // each is rounded to two places
  const turns = await settled(page, () => page.locator(".turns li strong").allInnerTexts());
  expect(turns.length).toBeGreaterThan(0);
  for (const turn of turns) expect(new Set(turn.split(" → ")).size, turn).toBe(2); // what changed nothing was no turning point
  await expect.poll(() => page.locator(".curve").getAttribute("d")).toMatch(/^M[\d.]+ [\d.]+L/);
  await expect.poll(() => page.locator("[aria-labelledby='chance'] p").innerText()).toMatch(/^Checked on \d+ games between equals/);
  await expect.poll(() => page.locator(".checked").innerText()).toContain("came from the seed");
  await page.locator("summary").first().click();
  await accessible(page);
});
