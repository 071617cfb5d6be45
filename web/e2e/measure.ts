// Figures of the client on this machine: first usable paint, and from a click to the redrawn position.
//   PYTHON=../.venv/bin/python npx tsx e2e/measure.ts        (or `make measure`)
import type { Page } from "playwright-core";
import { launch, person, Server, tokenOf } from "./server";

const CLICKS = 120;

const server = await new Server().start();
const browser = await launch();
const game = await server.game({ scenario: "campaign", seats: ["you", "you"] });
const address = `${server.address}/#play/${tokenOf(game, -1)}`;

/** Seconds the page's main thread has worked: a figure that other work on the machine does not spoil. */
async function worked(page: Page): Promise<() => Promise<number>> {
  const line = await page.context().newCDPSession(page);
  await line.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => (await line.send("Performance.getMetrics")).metrics.find((metric) => metric.name === "TaskDuration")?.value ?? 0;
}

const paints: number[] = [];
const paintWork: number[] = [];
for (let n = 0; n < 5; n += 1) {
  const { context, page } = await person(browser); // a fresh browser: nothing is cached
  const work = await worked(page);
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
  paintWork.push(1000 * (await work()));
  paints.push(await page.evaluate(() => performance.getEntriesByName("usable")[0]?.startTime ?? 0));
  await context.close();
}

const { page } = await person(browser);
await page.goto(address);
await page.waitForSelector(".counter.legal");
const work = await worked(page);
const before = await work();
const times = await page.evaluate(async (clicks) => {
  const root = document.querySelector<HTMLElement>(".page");
  if (root === null) throw new Error("no game on the page");
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0)));
  const found: number[] = [];
  const click = async (element: Element) => {
    const at = root.dataset["at"];
    const start = performance.now();
    element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    while (root.dataset["at"] === at) await frame();
    found.push((await frame()) - start);
  };
  for (let n = 0; found.length < clicks; n += 1) {
    const units = [...document.querySelectorAll(".counter.legal:not(.picked)")];
    const unit = units[(n * 7) % units.length];
    if (unit === undefined) break;
    await click(unit);
    const places = [...document.querySelectorAll(".ground.legal")];
    const place = places[(n * 5) % places.length];
    if (place === undefined) break;
    await click(place);
  }
  return found;
}, CLICKS);
const clickWork = (1000 * ((await work()) - before)) / times.length;
await browser.close();
await server.stop();

const sorted = (list: number[]) => [...list].sort((a, b) => a - b);
const share = (list: number[], p: number) => Math.round(sorted(list)[Math.min(Math.floor(list.length * p), list.length - 1)] ?? 0);
const result = {
  first_usable_paint_ms: { median: share(paints, 0.5), worst: share(paints, 1), main_thread_cpu: share(paintWork, 0.5), loads: paints.length },
  click_to_redraw_ms: { p50: share(times, 0.5), p95: share(times, 0.95), worst: share(times, 1), main_thread_cpu: Math.round(clickWork), clicks: times.length },
};
console.log(JSON.stringify(result, null, 2));
