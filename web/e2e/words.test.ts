// Another language: found on the first page and under "?", spoken by pages, prompts, guide and log, kept by the browser.
import { expect, test } from "vitest";
import { advance, click, press, quiet } from "./hands";
import { house } from "./house";

const { sit, table } = house();

test("a player finds the switch, German is spoken in a guided game and after a reload, and English again", async () => {
  const page = await sit();
  // The tests lay their own settings with every page; here what the browser has kept comes back over them.
  await page.context().addInitScript(() => {
    const kept = sessionStorage.getItem("kept");
    if (kept !== null) localStorage.setItem("ardennes-settings", kept);
    addEventListener("pagehide", () => sessionStorage.setItem("kept", localStorage.getItem("ardennes-settings") ?? "{}"));
  });
  await page.goto(table().address);
  const choice = page.locator(".language select");
  await page.getByLabel("Language").waitFor();
  await choice.selectOption("de");
  await page.getByRole("region", { name: "Neu hier?" }).waitFor();
  await page.getByRole("region", { name: "Neu hier?" }).getByRole("link", { name: "Tigers in the Mist" }).click();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
  await page.getByRole("button", { name: "Geführtes Spiel beginnen" }).click();
  const briefing = page.getByRole("dialog", { name: "Lagebesprechung" });
  await briefing.waitFor();
  await expect.poll(() => briefing.innerText()).toContain("Bring deine Volksgrenadiere bis zum Abend des 18. über die Sauer");
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
  await page.reload();
  await page.waitForFunction(() => /Deutsche.*(Gefecht|Bewegung)/s.test(document.querySelector(".prompt")?.textContent ?? ""));
  await page.getByRole("button", { name: "Tasten und Hilfe" }).click();
  await expect.poll(() => choice.inputValue()).toBe("de");
  await choice.selectOption("en");
  await page.waitForFunction(() => /German.*(battle|movement)/is.test(document.querySelector(".prompt")?.textContent ?? ""));
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("en");
});
