// What others did is told, what a battle brought is told, and an end that wastes something is asked about.
import { expect, test } from "vitest";
import { accessible } from "./everybody";
import { advance, calm, click, press, prompt, quiet } from "./hands";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

test("the others' turn is a story with arrows until the first answer", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["computer recruit", "you"] });
  await open(page, tokenOf(game, 1));
  for (let n = 0; n < 40 && (await page.locator(".story").count()) === 0; n += 1) {
    await page.waitForFunction(() => document.querySelector(".story, .battle .unit.legal, .map .counter.target, .prompt .primary"));
    await calm(page);
    if ((await page.locator(".story").count()) > 0) break;
    if ((await page.locator(".battle .unit.legal").count()) > 0) await advance(page, () => click(page, ".battle .unit.legal"));
    else if ((await page.locator(".prompt .primary").count()) > 0) await advance(page, () => page.locator(".prompt .primary").first().click());
  }
  const story = page.getByRole("region", { name: "What the others did" });
  await expect.poll(() => story.innerText()).toMatch(/→/);
  await expect.poll(() => page.locator(".arrow").count()).toBeGreaterThan(0);
  await accessible(page, ".board");
  await story.getByRole("button", { name: "Close" }).click();
  await page.waitForFunction(() => document.querySelector(".arrow") === null);
});

test("a computer that thinks long is told to stop and plays", async () => {
  const page = await sit();
  // However fast this machine is, here the computer seems to think until it is told to stop.
  await page.routeWebSocket(/\/play\//, (client) => {
    const server = client.connectToServer();
    const kept: (string | Buffer)[] = [];
    let thinking = true;
    client.onMessage((words) => {
      server.send(words);
      if (!String(words).includes('"hurry"')) return;
      thinking = false;
      for (const one of kept.splice(0)) client.send(one);
    });
    server.onMessage((words) => (thinking && /"t":"(position|since)"/.test(String(words)) ? void kept.push(words) : client.send(words)));
  });
  const game = await table().game({ title: "bitter_woods", scenario: "campaign", seats: ["computer general", "you"] });
  await open(page, tokenOf(game, 1));
  await press(page, "Stop thinking now");
  await page.waitForFunction(() => /moves from/.test(document.querySelector("#panel")?.textContent ?? ""));
});

test("ending with units that could still act takes a second click, unless that is switched off", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  await page.getByRole("button", { name: "Keys and help" }).click();
  await page.getByLabel("Ask before I end with units that could still act").check();
  await page.keyboard.press("Escape");
  await quiet(page);
  await advance(page, () => press(page, "End movement")); // who has not acted can do so later in the day
  await expect.poll(() => prompt(page)).toMatch(/Allied/);
  for (let n = 0; n < 3; n += 1) await advance(page, () => press(page, "End movement"));
  await expect.poll(() => prompt(page)).toMatch(/German/); // the last impulse of the day
  const before = await quiet(page);
  await press(page, "End movement");
  await page.getByRole("button", { name: /14 could still act – end anyway/ }).waitFor();
  await calm(page);
  await expect.poll(() => quiet(page)).toBe(before);
  await advance(page, () => press(page, /end anyway/));
  await expect.poll(() => prompt(page)).toMatch(/Allied/);
});

test("the next unit is one click away", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "you"] });
  await open(page, tokenOf(game, -1));
  await page.getByRole("button", { name: "Next of 14" }).click();
  await page.waitForSelector(".counter.pointed", { state: "attached" });
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /choose where to go/.test(document.querySelector(".prompt .text")?.textContent ?? ""));
});

test("what a battle brought is told in words until it is clicked", async () => {
  const page = await sit({ pace: "fast" });
  const game = await table().game({ seats: ["you", "computer recruit"], seed: 7 });
  await open(page, tokenOf(game, 0));
  await advance(page, () => click(page, '.counter[data-piece="57"], .counter[data-piece="58"]'));
  await advance(page, () => click(page, '.ground[data-place="21"]'));
  await advance(page, () => press(page, "End movement"));
  await click(page, '.ground[data-place="21"]');
  // It goes by itself after a while, unless the pointer rests on it: however slow the machine, it is held when it comes.
  const told = await page.waitForFunction(() => {
    const card = document.querySelector<HTMLElement>(".outcome");
    card?.dispatchEvent(new PointerEvent("pointerenter"));
    return card?.innerText;
  });
  const words = await told.jsonValue(); // of a card that was there
  expect(words).toMatch(/Battle of Wallendorf[^]*ends/);
  await accessible(page, ".outcome");
  await page.evaluate(() => document.querySelector<HTMLElement>(".outcome")?.click());
  await page.waitForFunction(() => document.querySelector(".outcome") === null);
});

test("the link to send stands ready, and one that leads nowhere says so", async () => {
  const page = await sit();
  const game = await table().game({ seats: ["you", "person"] });
  await open(page, tokenOf(game, 0));
  await page.getByRole("button", { name: /^Game/ }).click();
  await page.getByRole("button", { name: "Send this link to your friend" }).waitFor();
  await expect.poll(() => page.getByRole("note").innerText()).toMatch(/this machine only/);
});

test("two people at a table have a word with each other", async () => {
  const game = await table().game({ seats: ["you", "person"] });
  const [mine, theirs] = [await sit(), await sit()];
  await open(mine, tokenOf(game, 0));
  await open(theirs, tokenOf(game, 1));
  await mine.getByRole("tab", { name: "Talk" }).click();
  await mine.getByLabel("Your name").fill("Erika");
  await mine.getByLabel("A word to the others").fill("Good luck!");
  await mine.getByRole("button", { name: "Say" }).click();
  await theirs.locator(".unread").waitFor();
  await theirs.getByRole("tab", { name: /Talk/ }).click();
  await theirs.getByText("Good luck!").waitFor();
  await expect.poll(() => theirs.locator(".talk li").first().innerText()).toContain("Erika");
});
