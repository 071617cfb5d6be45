// What the client is like on this machine, with the campaign of every title: first usable paint, from a click to the redrawn position, and what travels.
//   PYTHON=../.venv/bin/python npx tsx e2e/measure.ts [TITLE ...]        (or `make measure`)
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { titles } from "./hands";
import { launch, person, Server, tokenOf } from "./server";

const CLICKS = 120;
const LOADS = 5;
const wished = process.argv.slice(2);

/** Seconds the page's main thread has worked: a figure that other work on the machine does not spoil. */
async function worked(page: Page): Promise<() => Promise<number>> {
  const line = await page.context().newCDPSession(page);
  await line.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => (await line.send("Performance.getMetrics")).metrics.find((metric) => metric.name === "TaskDuration")?.value ?? 0;
}

const sorted = (list: number[]) => [...list].sort((a, b) => a - b);
const share = (list: number[], p: number) => Math.round(sorted(list)[Math.min(Math.floor(list.length * p), list.length - 1)] ?? 0);

/** First usable paint in a fresh browser, where nothing is cached. */
async function paint(browser: Browser, address: string): Promise<object> {
  const [paints, work]: [number[], number[]] = [[], []];
  for (let n = 0; n < LOADS; n += 1) {
    const { context, page } = await person(browser);
    const done = await worked(page);
    await page.goto(address);
    await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
    work.push(1000 * (await done()));
    paints.push(await page.evaluate(() => performance.getEntriesByName("usable")[0]?.startTime ?? 0));
    await context.close();
  }
  return { median: share(paints, 0.5), worst: share(paints, 1), main_thread_cpu: share(work, 0.5), loads: paints.length };
}

/** From a click on a unit, a place, a card or a button to the position that follows, drawn. */
async function redraw(browser: Browser, address: string): Promise<object> {
  const { context, page } = await person(browser);
  await page.goto(address);
  await page.waitForSelector(".counter.legal, .ground.legal, .hand .use", { state: "attached" });
  const work = await worked(page);
  const before = await work();
  const times = await page.evaluate(async (clicks) => {
    const root = document.querySelector<HTMLElement>(".page");
    if (root === null) throw new Error("no game on the page");
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0)));
    const found: number[] = [];
    const some = (selector: string, n: number) => ((all) => all[n % Math.max(all.length, 1)])([...document.querySelectorAll(selector)]);
    for (let n = 0, missed = 0; found.length < clicks && missed < 20; n += 1) {
      const taken = document.querySelector(".counter.picked") !== null;
      const target = (taken ? some(".ground.legal", n * 5) : some(".counter.legal", n * 7)) ?? some(".hand .use:not([disabled])", n) ?? some(".ground.legal", n * 5) ?? some(".counter.legal", n * 7) ?? some(".prompt .buttons [data-answer], .prompt .buttons .primary", n);
      if (target === undefined) break;
      const [at, box] = [root.dataset["at"], target.getBoundingClientRect()];
      const start = performance.now();
      target.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }));
      while (root.dataset["at"] === at && performance.now() - start < 4000) await frame();
      if (root.dataset["at"] === at) missed += 1;
      else found.push((await frame()) - start);
    }
    return found;
  }, CLICKS);
  const cpu = (1000 * ((await work()) - before)) / Math.max(times.length, 1);
  await context.close();
  return { p50: share(times, 0.5), p95: share(times, 0.95), worst: share(times, 1), main_thread_cpu: Math.round(cpu), clicks: times.length };
}

/** Bytes of the client as they travel: compressed where there is a compressed file. */
function bundle(): number {
  const folder = fileURLToPath(new URL("../../src/ardennes/server/static/", import.meta.url));
  const files = readdirSync(folder, { recursive: true }).map(String);
  return files.filter((file) => !files.includes(`${file}.gz`) && statSync(folder + file).isFile()).reduce((sum, file) => sum + statSync(folder + file).size, 0);
}

const server = await new Server().start();
const browser = await launch();
const result: Record<string, object | number> = { bundle_bytes: bundle() };
for (const [title, { campaign: scenario }] of titles()) {
  if (wished.length > 0 && !wished.includes(title)) continue;
  const game = await server.game({ title, scenario, seats: ["you", "you"] });
  const address = `${server.address}/#play/${tokenOf(game, -1)}`;
  result[title] = { first_usable_paint_ms: await paint(browser, address), click_to_redraw_ms: await redraw(browser, address) };
}
await browser.close();
await server.stop();
console.log(JSON.stringify(result, null, 2));
