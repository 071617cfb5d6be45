import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { impatient, lookers } from "./patience";

const FOLDER = fileURLToPath(new URL("../e2e/", import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));
const text = (name: string): string => readFileSync(FOLDER + name, "utf8");
/** What tests have from other files that looks at a page once. */
const GIVEN = FILES.filter((name) => !name.endsWith(".test.ts")).flatMap((name) => lookers(text(name)));

test.each(FILES)("%s waits for what a page says, and never sleeps", (name) => {
  expect(impatient(text(name), name, GIVEN)).toEqual([]);
});

test("what a file gives to tests is known by whether it looks at a page once", () => {
  expect(GIVEN).toEqual(expect.arrayContaining(["prompt", "log", "board", "spot"]));
  expect(GIVEN).not.toEqual(expect.arrayContaining(["settled"]));
  const more = lookers("export const score = (page) => page.locator('.score').innerText(); export const go = async (page): Promise<void> => void (await page.locator('p').count());");
  expect(more).toEqual(["score"]);
  expect(impatient("test('', async () => { const now = await score(page); expect(now).toBe('3'); })", "a.test.ts", more)).toHaveLength(1);
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
  ["test('', async () => { await expect(page.locator('p').innerText()).resolves.toBe('x'); })", 1],
  ["test('', async () => { await page.innerText('p').then((text) => expect(text).toBe('x')); })", 1],
  ["test('', async () => { assert.equal(await page.innerText('p'), 'x'); })", 1],
  ["test('', async () => { const rows = await page.locator('p').all(); expect(rows.length).toBe(2); })", 1],
  ["test('', async () => { const text = await page.$eval('p', (p) => p.textContent); expect(text).toBe('x'); })", 1],
  ["test('', async () => { const where = page.url(); expect(where).toBe('x'); })", 1],
  ["test('', async () => { const seen = {}; seen.text = await page.innerText('p'); expect(seen.text).toBe('x'); })", 1],
  ["const desk = { read(page) { return page.innerText('p'); } }; test('', async () => { const text = await desk.read(page); expect(text).toBe('x'); })", 1],
  ["let text = ''; beforeEach(async () => { text = await page.innerText('p'); }); test('', async () => { expect(text).toBe('x'); })", 1],
  ["import { setTimeout as rest } from 'node:timers/promises';", 1],
  ["await new Promise((go) => setInterval(go, 50))", 1],
  ["await page.waitForTimeout(50)", 1],
  ["await new Promise((go) => setTimeout(go, 50))", 1],
  ["await expect.poll(() => log(page)).toContain('x')", 0],
  ["test('', async () => { const before = await settled(page, () => board(page)); expect(before).toEqual([]); })", 0],
  ["test('', async () => { await Promise.all([page.click('p'), page.waitForURL('x')]); expect(1).toBe(1); })", 0],
  ["test('', async () => { let n = 0; await page.click('p'); n += 1; expect(n).toBe(1); })", 0],
  ["test('', async () => { const file = await (await download).path(); expect(file).toBe('x'); })", 0],
])("%s", (text, faults) => {
  expect(impatient(text)).toHaveLength(faults);
});
