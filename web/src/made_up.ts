// A made-up game with everything that can lie beside a map, for the tests and the story page. It follows nobody's rules.
import { look as plain, scene as bare } from "./small";
import type { Look, Scene } from "./wire/types";

export const scene: Scene = {
  ...bare,
  name: "The Made-up Woods",
  services: [
    { key: "grey", name: "Grey", fill: "#7f8a8f", ink: "#101418", accent: "#eef1f2" },
    { key: "green", name: "Green", fill: "#7c9a5a", ink: "#121a08", accent: "#eef3e2" },
    { key: "red", name: "Red", fill: "#8a3324", ink: "#fff8ee", accent: "#fff" },
  ],
  verbs: [
    ...bare.verbs,
    { key: "use", target: "number", gesture: "panel", name: "Use" },
    { key: "habit", target: "number", gesture: "panel", name: "Standing answer" },
  ],
  cards: [
    { id: 0, title: "Through the Losheim Gap", kind: "Army card", corner: "6", service: "grey", lines: [{ text: "Activate a corps of the northern army", rule: "T-4.1" }, { text: "Bring up the guns: one shot in the next battle", rule: "T-7" }], note: "Dawn, the 16th" },
    { id: 1, title: "Engineers", kind: "Tactic", corner: "2", service: "red", lines: [{ text: "Throw a bridge", rule: "T-9" }, { text: "Dig in a unit" }] },
    { id: 2, title: "Fog", kind: "Event", service: "green", lines: [{ text: "No aircraft fly until the evening" }] },
    { id: 3, title: "A Prisoner Talks", kind: "Event", service: "green", lines: [{ text: "Look at three cards of the enemy's pile", rule: "T-12" }] },
  ],
  chits: [
    { id: 0, name: "Northern army", letters: "N", side: 0, service: "grey", note: "every unit of the northern army moves or fights" },
    { id: 1, name: "Any three", letters: "3 F", side: 0, service: "grey", note: "three formations of your choice move and fight" },
    { id: 2, name: "First corps", letters: "I", side: 1, service: "green", note: "the first corps moves or fights" },
    { id: 3, name: "Supply check", letters: "SUP", service: "red", note: "both sides look to their supply" },
  ],
  tracks: [
    { key: "points", name: "Victory points", rule: "T-2", spaces: Array.from({ length: 16 }, (_, n) => ({ name: String(n), side: n > 9 ? 0 : n < 4 ? 1 : null })) },
    { key: "days", name: "Calendar", spaces: ["16", "17", "18", "19", "20", "21", "22", "23"].map((name, n) => ({ name, group: n < 4 ? "Overcast" : "Clear", note: n < 4 ? "no aircraft" : "aircraft fly" })) },
    { key: "fuel", name: "Fuel", spaces: ["empty", "low", "enough", "plenty"].map((name) => ({ name })) },
  ],
};

export const look: Look = {
  ...plain,
  prompt: "Play a card, or pass",
  place: [1, 1, 2, 0],
  choices: { use: [0, 1, 16], habit: [0, 1, 2], unit: [1, 3], done: [null] },
  hand: [
    {
      card: 0,
      picked: true,
      uses: [
        { line: 0, verb: "use", target: 0, text: "1st Corps" },
        { line: 0, verb: "use", target: 1, text: "2nd Corps" },
        { line: 0, text: "3rd Corps", why: "it was activated this morning", rule: "T-4.3" },
        { line: 1, why: "no battle has been named", rule: "T-7.2" },
      ],
    },
    { card: 1, note: "new today", uses: [{ line: 0, verb: "use", target: 16 }, { line: 1, why: "no unit of yours is next to the enemy" }, { line: -1, text: "Discard it for a replacement", why: "only in the morning", rule: "T-3" }] },
    { card: 2, uses: [{ line: 0, why: "it is overcast already" }] },
  ],
  laid: [{ card: 3, side: 1, note: "played in the last impulse" }],
  piles: [
    { name: "Your pile", count: 21, side: 0 },
    { name: "Discards", count: 4, side: 0, top: 2 },
    { name: "Enemy hand", count: 5, side: 1 },
  ],
  cup: {
    name: "The cup",
    rule: "T-6",
    inside: [{ chit: 0, count: 2 }, { chit: 2, count: 3 }, { chit: 3 }],
    hidden: 1,
    aside: [{ chit: 1, note: "held for a later round" }],
    drawn: [{ chit: 2, when: "1" }, { chit: 0, when: "2" }, { chit: 2, when: "3", counts: false, note: "third round in a row: put back" }, { chit: 0, when: "4", now: true }],
    odds: [{ text: "the next round is yours", chance: 0.43 }, { text: "the enemy moves twice before you", chance: 0.21 }],
  },
  trays: [
    { name: "Assets", side: 0, pieces: [0, 1], note: "one to a battle" },
    { name: "Waiting", side: 1, pieces: [3] },
  ],
  standing: [
    { verb: "habit", question: "When a bridge before him can be blown", now: 0, asked: true, rule: "T-9.4", options: [{ target: 0, text: "ask me" }, { target: 1, text: "always blow it" }, { target: 2, text: "never" }] },
    { verb: "other", question: "When he plays an event", now: 5, options: [{ target: 4, text: "ask me" }, { target: 5, text: "let it pass" }] },
  ],
  markers: [{ track: 0, at: 6, side: 0 }, { track: 0, at: 3, side: 1, text: "if it ended now" }, { track: 1, at: 2 }, { track: 2, at: 1, side: 0 }],
};
