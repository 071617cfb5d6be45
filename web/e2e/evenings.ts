// Whole evenings in Chromium: the shortest scenario of every title, from its first decision to its last, by clicking what is lit.
//   PYTHON=../.venv/bin/python npx tsx e2e/evenings.ts [TITLE ...]        (or `make evenings`; with SHOTS=FOLDER pictures are kept on the way)
import { evening } from "./evening";
import { quiet, titles } from "./hands";
import { launch, person, Server, tokenOf } from "./server";

const SEED = Number(process.env["SEED"] ?? 1944);
const wished = process.argv.slice(2);

const server = await new Server().start();
const browser = await launch();
let failed = 0;
for (const [title, { shortest: scenario }] of titles()) {
  if (wished.length > 0 && !wished.includes(title)) continue;
  const { page, context, faults } = await person(browser, { width: 1440, height: 900, careful: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const begun = Date.now();
  try {
    await page.goto(`${server.address}/#play/${tokenOf(await server.game({ title, scenario, seats: ["you", "you"], seed: SEED }), -1)}`);
    await page.waitForSelector(".map .counter", { state: "attached" });
    await quiet(page);
    const told = await evening(page, { seed: SEED });
    if (faults.length > 0) throw new Error(`the page complained: ${faults.join(" / ")}`);
    const minutes = Math.round((Date.now() - begun) / 6000) / 10;
    console.log(`${title} ${scenario}: ${told.clicks} clicks, ${minutes} minutes, ${told.ending.split("\n").filter(Boolean).slice(1, 3).join(": ")}`);
    console.log(`  clicked ${JSON.stringify(told.kinds)}; brought into the open ${JSON.stringify(told.brought)}`);
  } catch (error) {
    failed += 1;
    console.error(`${title} ${scenario}: ${error instanceof Error ? error.message : String(error)}`);
  }
  await context.close();
}
await browser.close();
await server.stop();
process.exit(failed);
