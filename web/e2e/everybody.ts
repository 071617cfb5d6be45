// Whether a page can be used by everybody, as far as axe can tell: by day and by night.
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Violation {
  id: string;
  nodes: { html: string }[];
}

// The printed map is a picture, hidden from screen readers. One trial rule is left out: it wants the figures drawn on a counter in a row in its name, which says them in a sentence.
const OPTIONS = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], rules: { "label-content-name-mismatch": { enabled: false } } };
const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };
/** Over a map axe cannot tell what lies behind the words of a panel and passes over them: it is asked again with the map put away. */
const BARE = ".world { visibility: hidden !important } .world * { visibility: hidden !important } .map { background: #6f6753 !important }";

/** No fault on the page, or in the part of it that is new, as it is by day, and in its colours by night. */
export async function accessible(page: Page, part = "body"): Promise<void> {
  // Added by the debugger, past the page's own policy that forbids foreign scripts.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const run = (options: object) => page.evaluate(`axe.run({ include: [${JSON.stringify(part)}], exclude: [".sheet"] }, ${JSON.stringify(options)}).then((result) => result.violations)`) as Promise<Violation[]>;
  const judge = async (options: object) => {
    // A die or counter that is still fading in has no contrast yet: judge the page when it has come to rest.
    await page.evaluate(() => {
      for (const moving of document.getAnimations()) if (moving.effect?.getComputedTiming().endTime !== Infinity) moving.finish();
    });
    const faults = async () => (await run(options)).map((one) => `${one.id} in ${part}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
    await expect.poll(faults).toEqual([]);
  };
  const mapped = (await page.locator(".map").count()) > 0;
  await judge(OPTIONS);
  // A sheet of styles made by a script, for the page's policy allows none that is written into it.
  if (mapped) await page.evaluate((style) => (document.adoptedStyleSheets = [((sheet) => (sheet.replaceSync(style), sheet))(new CSSStyleSheet())]), BARE);
  if (mapped) await judge(COLOURS);
  await page.emulateMedia({ colorScheme: "dark" });
  await judge(COLOURS);
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  await page.emulateMedia({ colorScheme: "light" });
}
