// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { decimal, several, speak, t } from "./language";

afterEach(() => speak("en", {}));

test("English is spoken unless something else is, with its facts filled in", () => {
  expect(t("Forget “{name}”?", { name: "Bastogne" })).toBe("Forget “Bastogne”?");
  expect(several("{number} unit", "{number} units", 1)).toBe("1 unit");
  expect(several("{number} unit", "{number} units", 3)).toBe("3 units");
  expect(decimal(1234.5, 1)).toBe("1234.5");
});

test("a catalogue has texts and plurals; what it lacks is said in English", () => {
  speak("de", { Start: "Beginnen", "{number} unit": ["{number} Einheit", "{number} Einheiten"], Undo: "" });
  expect(t("Start")).toBe("Beginnen");
  expect(t("Undo")).toBe("Undo");
  expect(several("{number} unit", "{number} units", 1)).toBe("1 Einheit");
  expect(several("{number} unit", "{number} units", 2)).toBe("2 Einheiten");
  expect(document.documentElement.lang).toBe("de");
  expect(decimal(-1.5, 2)).toBe("-1,50");
});
