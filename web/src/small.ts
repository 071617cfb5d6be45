// A game small enough to read at a glance, for the tests: three places in a row, two pieces a side.
import type { Look, Picture, Piece, Place, Scene } from "./wire/types";

const place = (id: number, name: string, x: number): Place => ({ id, word: String(id), name, kind: "area", at: [x, 100], stack: [x, 120], print: [x, 90], outline: `M${x} 0h80v80z` });
const piece = (id: number, name: string, side: number, strength: number): Piece => ({ id, word: name, name, side, service: side === 0 ? "grey" : "green", kind: "foot", symbol: "SFGPUCI--------", strength });

export const scene: Scene = {
  title: "toy",
  name: "Toy",
  scenario: "one",
  scenario_name: "One",
  length: "a minute",
  note: "",
  victory: [],
  options: {},
  sheet: "s",
  sides: [
    { key: "german", name: "Germans", adjective: "German" },
    { key: "allied", name: "Allies", adjective: "Allied" },
  ],
  services: [
    { key: "grey", name: "Grey", fill: "#888", ink: "#000", accent: "#fff" },
    { key: "green", name: "Green", fill: "#080", ink: "#000", accent: "#fff" },
  ],
  places: [place(1, "Aix", 100), place(2, "Spa", 300), place(3, "Huy", 500)],
  links: [
    { a: 1, b: 2, kind: "major", path: "M100 100L300 100" },
    { a: 2, b: 3, kind: "minor", path: "M300 100L500 100" },
  ],
  crossings: [{ id: 0, name: "Aix-Spa", river: "Vesdre", at: [200, 100], angle: 0 }],
  pieces: [piece(0, "1 Pz", 0, 3), piece(1, "2 Pz", 0, 2), piece(2, "1 Inf", 1, 2), piece(3, "2 Inf", 1, 1)],
  reserves: [],
  marks: [
    { bit: 1, key: "moved", name: "has moved today" },
    { bit: 2, key: "entrenched", name: "entrenched" },
  ],
  verbs: [
    { key: "unit", target: "piece", gesture: "click", name: "Unit" },
    { key: "area", target: "place", gesture: "click", name: "Go" },
    { key: "via", target: "place", gesture: "shift", name: "Go by way of" },
    { key: "bridge", target: "crossing", gesture: "click", name: "Bridge" },
    { key: "entrench", target: "piece", gesture: "button", name: "Dig in" },
    { key: "done", target: "none", gesture: "button", name: "End" },
  ],
  overlays: [],
  turns: [{ key: "t1", name: "Turn 1", group: "Day 1", note: "" }],
  score_name: "VP",
  levels: [],
  limits: "",
  gone: 99,
  tables: [],
};

export const look: Look = {
  side: 0,
  prompt: "Choose",
  rule: "T-1",
  phase: "Movement",
  turn: 0,
  score: 0,
  place: [1, 1, 2, 99],
  strength: [3, 2, 2, 1],
  marks: [0, 3, 0, 0],
  spent: [0, 0, 0, 0],
  control: [],
  down: [],
  tokens: [],
  freed: [],
  picked: [],
  focus: null,
  battle: null,
  choices: { unit: [0, 1], done: [null] },
  labels: { done: "End movement" },
  ending: null,
};

export const line = (kind: string, text: string, more: Partial<Picture> = {}): Picture => ({ kind, text, rule: "T-1", ...more });
