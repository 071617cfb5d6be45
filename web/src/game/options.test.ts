import { expect, test } from "vitest";
import type { OptionInfo, ScenarioInfo, TitleInfo } from "../wire/types";
import { carried, evened, measured, presetOf, presetValues, stillEven, terms, turned } from "./options";

const option = (key: string, more: Partial<OptionInfo> = {}): OptionInfo => ({ key, name: key.toUpperCase(), note: "", default: false, low: 0, high: 0, needs: [], excludes: [], scenarios: [], ...more });

const info: Pick<TitleInfo, "options" | "presets"> = {
  options: [
    option("leaders"),
    option("reaction", { needs: ["leaders"] }),
    option("peiper", { scenarios: ["six"] }),
    option("calm", { excludes: ["leaders"] }),
    option("handicap", { default: 0, low: -3, high: 8 }),
  ],
  presets: [
    { key: "own", name: "Own", note: "", values: { six: {}, eight: {} } },
    { key: "basic", name: "Basic", note: "", values: { six: {}, eight: {} } },
    { key: "cup", name: "Cup", note: "", values: { six: { leaders: true, peiper: true }, eight: { leaders: true } } },
  ],
};

test("a preset sets its switches and leaves the rest at their defaults", () => {
  expect(presetValues(info, "cup", "six")).toEqual({ leaders: true, reaction: false, peiper: true, calm: false, handicap: 0 });
  expect(presetValues(info, "cup", "eight")["peiper"]).toBe(false);
});

test("a choice is known by its preset whatever the numbers; any other is the player's own", () => {
  const values = { ...presetValues(info, "cup", "six"), handicap: 2 };
  expect(presetOf(info, "six", values)).toBe("cup");
  expect(presetOf(info, "six", { ...values, peiper: false })).toBe("");
  expect(presetOf(info, "six", presetValues(info, "basic", "six"))).toBe("basic");
});

test("a switch takes what it needs with it and turns off what it excludes", () => {
  const basic = presetValues(info, "basic", "six");
  const on = turned(info, "six", basic, "reaction", true);
  expect([on["leaders"], on["reaction"]]).toEqual([true, true]);
  const calm = turned(info, "six", on, "calm", true);
  expect([calm["leaders"], calm["reaction"], calm["calm"]]).toEqual([false, false, true]);
  expect(turned(info, "six", calm, "leaders", true)["calm"]).toBe(false);
});

test("without what it needs a switch goes off too", () => {
  const on = turned(info, "six", presetValues(info, "basic", "six"), "reaction", true);
  expect(turned(info, "six", on, "leaders", false)["reaction"]).toBe(false);
});

test("what a switch needs and excludes is said in names", () => {
  const find = (key: string) => info.options.find((one) => one.key === key) as OptionInfo;
  expect(terms(info, find("reaction"), "six")).toBe("Needs LEADERS.");
  expect(terms(info, find("leaders"), "six")).toBe("Not together with CALM.");
  expect(terms(info, find("peiper"), "eight")).toBe("Not in this scenario.");
  expect(terms(info, find("peiper"), "six")).toBe("");
});

test("another scenario keeps the preset, or one's own choice as far as it goes", () => {
  expect(carried(info, "six", "eight", { ...presetValues(info, "cup", "six"), handicap: 1 })).toEqual({ ...presetValues(info, "cup", "eight"), handicap: 1 });
  const mine = turned(info, "six", presetValues(info, "basic", "six"), "peiper", true);
  expect(carried(info, "six", "eight", mine)["peiper"]).toBe(false);
});

const scenario = (key: string, made_for: string, handicap: number): ScenarioInfo => ({ key, name: key, length: "", note: "", made_for, balance: { agent: "general", games: 30, german_wins: 0.2, handicap } });

test("how a scenario goes is told with the rules it was measured with, and with no others", () => {
  const six = scenario("six", "cup", 4);
  expect(measured(info, six, { ...presetValues(info, "cup", "six"), handicap: 4 })?.games).toBe(30);
  expect(measured(info, six, presetValues(info, "basic", "six"))).toBeNull();
  expect(measured(info, scenario("eight", "", 4), presetValues(info, "basic", "eight"))?.games).toBe(30);
  expect(measured({ ...info, presets: [] }, six, {})?.games).toBe(30);
});

test("even chances are a handicap, and those of another scenario are its own", () => {
  const [six, eight] = [scenario("six", "cup", 4).balance, scenario("eight", "cup", -2).balance];
  const even = evened(six, presetValues(info, "cup", "six"), true);
  expect(even["handicap"]).toBe(4);
  expect(evened(six, even, false)["handicap"]).toBe(0);
  expect(stillEven(six, eight, even)["handicap"]).toBe(-2);
  expect(stillEven(six, null, even)["handicap"]).toBe(0);
  expect(stillEven(six, eight, { ...even, handicap: 1 })["handicap"]).toBe(1);
});
