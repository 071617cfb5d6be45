// The hex example of docs/add-a-title.md, played to its end by one who clicks what is lit.
import { expect, test } from "vitest";
import { evening } from "./evening";
import { house } from "./house";
import { tokenOf } from "./server";

const { sit, open, table } = house();

test("an evening of Parker's Crossroads ends by clicking what is lit", async () => {
  const page = await sit({ width: 1440, height: 900, careful: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, tokenOf(await table().game({ title: "parkers_crossroads", scenario: "crossroads", seats: ["you", "you"], seed: 7 }), -1));
  await expect.poll(() => page.locator(".map").innerText()).toContain("Parker's Crossroads");
  const told = await evening(page);
  expect(Object.keys(told.kinds)).toEqual(expect.arrayContaining(["button", "counter", "ground"]));
  expect(told.ending).toMatch(/German|Allied/);
});
