// Another language: once kept, it is spoken by the pages, the prompts, the guide and the log.
import { expect, test } from "vitest";
import { advance, click, press, quiet } from "./hands";
import { house } from "./house";

const { sit, table } = house();

test("a guided first game of Tigers in German", async () => {
  const page = await sit();
  // What a person keeps is laid afresh with every page, so the language is too.
  await page.context().addInitScript(() => localStorage.setItem("ardennes-settings", JSON.stringify({ pace: "instant", briefings: false, careful: false, language: "de" })));
  await page.goto(table().address);
  await page.waitForFunction(() => document.querySelector<HTMLSelectElement>(".language select")?.value === "de");
  await page.getByRole("region", { name: "Neu hier?" }).getByRole("link", { name: "Tigers in the Mist" }).click();
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await page.getByRole("button", { name: "Geführtes Spiel beginnen" }).click();
  const briefing = page.getByRole("dialog", { name: "Lagebesprechung" });
  await briefing.waitFor();
  expect(await briefing.innerText()).toContain("Bring deine Volksgrenadiere bis zum Abend des 18. über die Sauer");
  await briefing.getByRole("button", { name: "Zur Karte" }).click();
  const says = (words: RegExp) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector(".guide")?.textContent ?? ""), words.source);
  await says(/1 von 9.*Du führst die deutsche 7. Armee/);
  await page.getByRole("button", { name: "Weiter" }).click();
  await says(/276. Volksgrenadiere in Nusbaum/);
  await quiet(page);
  await page.waitForFunction(() => /Deutsche, Bewegung: wähle eine Einheit/.test(document.querySelector(".prompt")?.textContent ?? ""));
  await advance(page, () => click(page, '.counter[data-piece="59"]'));
  await says(/Gemeinsam greift es sich am besten an/);
  await page.waitForFunction(() => /276 VG Infanterie in Nusbaum: wähle das Ziel/.test(document.querySelector(".prompt")?.textContent ?? ""));
  await advance(page, () => click(page, '.ground[data-place="21"]'));
  await advance(page, () => press(page, /Bewegung beenden/));
  await page.waitForFunction(() => /zieht von Nusbaum nach Wallendorf für \d+ BP/.test(document.body.textContent ?? ""));
});
