// The maps without a game: looked at, searched, corrected, and taken home as a data pack.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessible } from "./everybody";
import { keys } from "./hands";
import { house } from "./house";

const { sit, table } = house();

async function open(path: string): Promise<Page> {
  const page = await sit();
  await page.goto(`${table().address}/#map/${path}`);
  await page.waitForSelector(".sheet > *", { state: "attached" });
  return page;
}

/** The middle of what is in focus, once the map has glided there. */
async function middle(page: Page): Promise<[number, number]> {
  const at = await page.waitForFunction(() => {
    const [map, focus] = [".map", ".ground.focus"].map((name) => document.querySelector(name)?.getBoundingClientRect());
    if (map === undefined || focus === undefined || document.querySelector(".world.moving")) return null;
    const [x, y] = [focus.x + focus.width / 2, focus.y + focus.height / 2];
    return Math.abs(x - map.x - map.width / 2) < map.width / 3 && focus.width > 40 ? [x, y] : null;
  });
  return (await at.jsonValue()) as [number, number];
}

const corrections = (page: Page, count: number) => page.waitForFunction((n) => document.querySelector(".tools .count")?.textContent?.startsWith(`${n} correction`), count);

test.each(keys())("the map of %s is shown and searched", async (title) => {
  const page = await open(title);
  await page.fill("#seek", "bastogne");
  await page.keyboard.press("Enter");
  await page.mouse.move(...(await middle(page)));
  const card = page.locator("aside.card");
  await expect.poll(() => card.locator("h2").innerText()).toContain("Bastogne");
  await expect.poll(() => card.innerText()).toMatch(/rulebook|reconstructed|inferred|published/);
  if (title === keys()[0]) await accessible(page);
});

test("a correction is drawn, undone, and exported as a pack that a game can use", async () => {
  const page = await open("bitter_woods/2526");
  const [x, y] = await middle(page);
  await page.getByRole("button", { name: "Correct this map" }).click();
  await page.getByRole("radio", { name: "Terrain" }).click();
  await page.getByLabel("Terrain").last().selectOption("forest");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y);
  await page.mouse.up();
  await corrections(page, 1);
  await page.mouse.move(x, y);
  await expect.poll(() => page.locator("aside.card li").first().innerText()).toMatch(/^forest.* own map$/);
  await page.getByRole("radio", { name: "Name" }).click();
  await page.mouse.click(x, y);
  await page.getByLabel("Name in 2526").fill("Nuts");
  await page.getByRole("button", { name: "Rename" }).click();
  await corrections(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await corrections(page, 1);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export a data pack" }).click()]);
  const folder = mkdtempSync(join(tmpdir(), "ardennes-pack-"));
  await download.saveAs(join(folder, "pack.zip"));
  const python = process.env["PYTHON"] ?? "python3";
  execFileSync(python, ["-m", "zipfile", "-e", join(folder, "pack.zip"), folder]);
  const asked = "import sys; from pathlib import Path; from ardennes.titles import find, use_data; from ardennes.kernel import Game; use_data(Path(sys.argv[1])); m = Game.of(find('bitter_woods')).data.map; print(m.terrain_at(m.cell('2526')), m.name(m.cell('2526')))";
  expect(execFileSync(python, ["-c", asked, folder]).toString().trim()).toBe("forest Bastogne");
});
