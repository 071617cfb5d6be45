// Enemy Action: Ardennes by two people on two machines: a day with a bridge blown in mid-move, and all of it on a tablet.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bridge, calm, drawn, level, log, prompt, quiet, settled, take, type Led } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();
const led = bridge();

const CARD = ".hand .use:not([disabled])";
const COUNTER = ".map .counter.legal";
const GROUND = ".ground.legal";
const BUTTON = ".prompt .buttons button.primary";

/** Give an answer of which verb and target are known. */
async function give(page: Page, { verb, target }: Led["actions"][number]): Promise<void> {
  const where: Record<string, string> = {
    card: `.hand [data-card="${target}"] .use:not([disabled])`,
    unit: `.map [data-piece="${target}"]`,
    hex: `.ground[data-place="${target}"]`,
  };
  const selector = target === null ? BUTTON : (where[verb] ?? `.prompt [data-answer="${verb}"][data-target="${target}"]`);
  await page.waitForSelector(selector, { state: "attached" });
  await take(page, selector);
}

/** What a player clicks next: seldom a move or an attack, so that the day goes on, but never out of turn. */
async function goOn(page: Page, n: number): Promise<boolean> {
  const now = await prompt(page);
  if (/choose a card to play/i.test(now) && (await take(page, CARD, n))) return true;
  if (/choose a unit to move/i.test(now) && n % 4 === 0 && (await take(page, COUNTER, n))) return true;
  if (/choose where it goes/.test(now)) return (await take(page, GROUND, n)) || take(page, COUNTER);
  if (/choose a hex to attack/i.test(now) && (await take(page, GROUND, n))) return true;
  if (/choose units/.test(now) && (await page.getByRole("button", { name: "Attack", exact: true }).count()) === 0) return take(page, COUNTER, n); // of two that may not attack alone, each in turn
  for (const selector of [".prompt .buttons [data-answer]", `${BUTTON}:last-of-type`, BUTTON, ".bridge.legal", GROUND, COUNTER, CARD]) if (await take(page, selector)) return true;
  return false;
}

/** Open a game of the morning of December 17 for both sides. */
async function morning(how: { width?: number; height?: number; touch?: boolean } = {}): Promise<[Page, Page]> {
  const game = await table().open(led.save, ["you", "person"]);
  const german = await sit(how);
  const allied = await sit(how);
  await open(german, tokenOf(game, 0));
  await open(allied, tokenOf(game, 1));
  return [german, allied];
}

/** Play the answers that lead to the bridge; each side gives its own in its own browser. */
async function march(pages: [Page, Page]): Promise<void> {
  for (const step of led.actions) {
    const page = pages[step.side] as Page;
    await page.waitForFunction(() => document.querySelector(".prompt .waiting") === null);
    await give(page, step);
  }
  await pages[1].waitForFunction(() => /play Engineers to blow it/.test(document.querySelector(".prompt .text")?.textContent ?? ""));
}

/** On a low screen a hand is folded away while none of it can be played. */
async function unfold(page: Page): Promise<void> {
  await calm(page);
  if ((await page.locator(".dock.folded").count()) > 0) await page.locator('.dock [data-section="cards"]').click();
  await page.waitForSelector(".hand [data-card]");
}

/** The cards a page shows in hand. */
const held = (page: Page): Promise<(string | null)[]> => settled(page, () => page.locator(".hand [data-card]").evaluateAll((cards) => cards.map((card) => card.getAttribute("data-card"))));

const now = (page: Page): Promise<string> => page.locator(".turns .day.now").innerText();

test(
  "two people play a day: a bridge is blown in mid-move, and the day comes to its end",
  async () => {
    const pages = await morning();
    const [german, allied] = pages;
    await expect.poll(() => now(german)).toBe("17");
    await march(pages);
    // The German waits, and learns neither the other hand nor whether there is a card for it.
    await expect.poll(() => prompt(german)).toMatch(/Waiting: the Allied player decides/);
    await unfold(german);
    const [own, theirs] = [await held(german), await held(allied)];
    expect(own.filter((card) => theirs.includes(card))).toEqual([]);
    await expect.poll(() => german.locator(CARD).count()).toBe(0);
    // Engineers are played; where Greif might be in the German hand, he is asked in his turn and lets it pass.
    await take(allied, CARD);
    await level(pages);
    if (/Operation Greif/.test(await prompt(german))) await take(german, BUTTON);
    await german.waitForFunction(() => /move on, or stop/.test(document.querySelector(".prompt .text")?.textContent ?? ""));
    for (const page of pages) await expect.poll(() => log(page)).toMatch(/Engineers blow a bridge[\s\S]*is blown|blown[\s\S]*Engineers blow a bridge/i);

    for (let n = 0; n < 700 && (await now(german)) === "17"; n += 1) {
      const asked = (await german.locator(".prompt .waiting").count()) === 0 ? german : allied;
      if ((await asked.locator(".prompt .waiting").count()) > 0) {
        await level(pages); // one screen is a moment behind
        continue;
      }
      await quiet(asked);
      if (!(await goOn(asked, n))) throw new Error(`nothing can be clicked: ${await prompt(asked)}`);
    }
    await expect.poll(() => now(german)).toBe("18");
    await allied.waitForFunction(() => document.querySelector(".turns .day.now")?.textContent === "18");
    for (const line of [/activates/, /Chit \d+/, /Hits: /]) await expect.poll(() => log(allied)).toMatch(line);
    await expect.poll(() => log(allied)).not.toMatch(/\{[a-z]+:/);
  },
);

const TABLETS = [["landscape", 1024, 768], ["portrait", 768, 1024]] as const;

/** What sticks out of the window, or is too small or covered to be tapped. */
const awkward = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll<HTMLElement>(wanted)) {
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = element.getBoundingClientRect();
      const name = (element.textContent ?? "").trim().slice(0, 30);
      if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1) found.push(`${name} sticks out`);
      if (box.height < 24) found.push(`${name} is ${Math.round(box.height)} high`);
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (top !== null && !element.contains(top) && !top.contains(element)) found.push(`${name} is covered`);
    }
    return found;
  }, selector);

test.each(TABLETS)(
  "hand, reaction and battle fit a tablet: %s",
  async (shape, width, height) => {
    const folder = process.env["SHOTS"];
    const shot = async (page: Page, name: string): Promise<void> => {
      if (folder === undefined) return;
      mkdirSync(folder, { recursive: true });
      await drawn(page);
      await page.screenshot({ path: join(folder, `${shape}-${name}.png`) });
    };
    const pages = await morning({ width, height, touch: true });
    const [german, allied] = pages;
    await expect.poll(() => awkward(german, ".hand .use, .prompt .buttons button")).toEqual([]);
    await shot(german, "hand");
    await march(pages);
    await expect.poll(() => awkward(allied, ".hand .use, .prompt .buttons button")).toEqual([]);
    await shot(allied, "reaction");
    await shot(german, "waiting");
    while (/play Engineers to blow it/.test(await prompt(allied))) await take(allied, BUTTON);
    let fights = 0;
    for (let n = 0; n < 200 && fights < 3; n += 1) {
      const page = (await german.locator(".prompt .waiting").count()) === 0 ? german : allied;
      if ((await page.locator(".prompt .waiting").count()) > 0) {
        await level(pages);
        continue;
      }
      await quiet(page);
      const text = await prompt(page);
      if (/say how many in all|hits?: retreat|is attacked|play cards as tactics/i.test(text)) {
        fights += 1;
        await expect.poll(() => awkward(page, ".hand .use, .prompt .buttons button"), { message: text }).toEqual([]);
        await shot(page, `battle-${fights}`);
      }
      if (!(await goOn(page, n))) throw new Error(`nothing can be clicked: ${text}`);
    }
    expect(fights).toBe(3);
  },
);
