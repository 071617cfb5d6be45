// The rules as a player would tell them, and what is on a counter.
import { expect, test } from "vitest";
import { quiet, reach, settled } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

test("a rule is told, tried in a lesson of its own, and its case kept for the record", async () => {
  const page = await sit();
  await page.goto(`${table().address}/#rules/tigers_in_the_mist/TM-8.22`);
  const row = page.locator('[data-rule="TM-8.22"]');
  await row.getByRole("link", { name: "Nobody drives past the enemy" }).waitFor();
  await expect.poll(() => row.locator("details").getAttribute("open")).toBeNull();
  await row.getByText("For the record").click();
  await expect.poll(() => row.locator("details small").innerText()).not.toMatch(/\bgiven\b|\bthen\b/i);
  const [lesson] = await Promise.all([page.context().waitForEvent("page"), row.getByRole("link", { name: "Nobody drives past the enemy" }).click()]);
  await lesson.waitForSelector(".map .counter", { state: "attached" });
  await lesson.getByRole("region", { name: "Lesson" }).waitFor();
});

test("what is on a counter is one click away", async () => {
  const game = await table().game({ title: "enemy_action_ardennes", scenario: "initial_assault", seats: ["you", "you"], seed: 3 });
  const page = await sit({ width: 1440, height: 900 });
  await open(page, tokenOf(game, -1));
  await page.getByRole("button", { name: "Keys and help" }).click();
  await page.getByRole("button", { name: "What is on a counter" }).click();
  const anatomy = page.getByRole("dialog", { name: "What is on a counter" });
  await expect.poll(() => anatomy.locator("ol li").count()).toBe(4);
  await expect.poll(() => anatomy.innerText()).toMatch(/movement \d/);
  await page.keyboard.press("Escape");
  await quiet(page);
  const at = await reach(page, ".map .counter");
  await page.mouse.move(at?.x ?? 0, at?.y ?? 0);
  const name = await settled(page, () => page.locator(".inspect strong").first().innerText());
  await page.keyboard.press("h");
  await expect.poll(async () => name.startsWith((await anatomy.locator("ol li").first().innerText()).split("\n")[1]?.split(" – ")[0] ?? "?")).toBe(true);
});
