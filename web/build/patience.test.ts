import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { impatient } from "./patience";

const FOLDER = fileURLToPath(new URL("../e2e/", import.meta.url));

test.each(readdirSync(FOLDER).filter((name) => name.endsWith(".ts")))("%s waits for what a page says, and never sleeps", (name) => {
  expect(impatient(readFileSync(FOLDER + name, "utf8"), name)).toEqual([]);
});

test.each([
  ["expect(await page.locator('p').innerText()).toBe('x')", 1],
  ["expect(await prompt(page)).toMatch(/x/)", 1],
  ["test('', async () => { const text = await log(page); expect(text).toContain('x'); })", 1],
  ["test('', async () => { const text = (await log(page)).slice(3); const end = text.length; expect(end).toBe(2); })", 1],
  ["const bare = () => page.evaluate(() => 1); test('', async () => { const now = await bare(); expect(now).toBe(1); })", 1],
  ["test('', async () => { for (const box of await boxes.evaluateAll(() => [])) expect(box).toBe(1); })", 1],
  ["test('', async () => { const all = []; all.push(await page.locator('p').count()); expect(all[0]).toBe(1); })", 1],
  ["test('', async () => { await expect.poll(() => board(one)).toEqual(await board(two)); })", 1],
  ["await page.waitForTimeout(50)", 1],
  ["await new Promise((go) => setTimeout(go, 50))", 1],
  ["await expect.poll(() => log(page)).toContain('x')", 0],
  ["test('', async () => { const before = await settled(page, () => board(page)); expect(before).toEqual([]); })", 0],
  ["test('', async () => { let n = 0; await page.click('p'); n += 1; expect(n).toBe(1); })", 0],
  ["test('', async () => { const file = await (await download).path(); expect(file).toBe('x'); })", 0],
])("%s", (text, faults) => {
  expect(impatient(text)).toHaveLength(faults);
});
