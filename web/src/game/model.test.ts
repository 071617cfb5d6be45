// @vitest-environment jsdom
// The game as a page keeps it, at the other end of a line that the test holds.
import { beforeEach, expect, test, vi } from "vitest";
import { line, look, scene } from "../small";
import type { FromClient, Position, ToClient, Welcome } from "../wire/types";
import { GameModel } from "./model.svelte";
import { settings } from "./settings.svelte";

let said: FromClient[] = [];
let hear: (message: ToClient) => void = () => undefined;

vi.mock("../wire/http", () => ({ scene: () => Promise.resolve(scene), sheet: () => Promise.resolve({}) }));
vi.mock("../wire/socket", () => ({
  Line: class {
    constructor(_token: string, heard: (message: ToClient) => void) {
      hear = heard;
    }
    say(message: FromClient) {
      said.push(message);
    }
    close() {}
  },
}));

const hello: Welcome = { t: "welcome", game: 1, name: "Toy", title: "toy", scenario: "one", options: {}, side: 0, seats: [], at: 7, look, log: [], undo: 0, undo_reaches: "", commitment: "", since: 0, present: [0], problem: "", talk: [] };

async function welcome(): Promise<GameModel> {
  const game = new GameModel("t");
  hear({ ...hello });
  await vi.waitFor(() => expect(game.scene).not.toBeNull());
  said = [];
  return game;
}

const position = (at: number, more: Partial<Position> = {}): Position => ({ t: "position", at, look: {}, keep: 0, log: [], undo: 0, undo_reaches: "", by: 0, fresh: false, ...more });

beforeEach(() => {
  said = [];
  settings.pace = "instant";
});

test("an answer names the position it is about", async () => {
  const game = await welcome();
  game.act({ verb: "unit", target: 1 });
  expect(said).toEqual([{ t: "act", at: 7, verb: "unit", target: 1 }]);
});

test("changes are laid over the view, and old or repeated news is passed over", async () => {
  const game = await welcome();
  hear(position(8, { look: { place: [2, 1, 2, 99] }, log: [line("move", "m")] }));
  await vi.waitFor(() => expect(game.showing).toBe(false));
  expect([game.at, game.look.place[0], game.look.prompt]).toEqual([8, 2, "Choose"]);
  hear(position(8, { look: { place: [3, 3, 3, 3] } }));
  expect(game.look.place[0]).toBe(2);
});

test("what happens while the map is loading is shown when it is there", async () => {
  const game = new GameModel("t");
  hear({ ...hello });
  hear(position(8, { look: { turn: 5 } }));
  await vi.waitFor(() => expect(game.at).toBe(8));
  expect(game.look.turn).toBe(5);
});

test("what was taken back leaves the log", async () => {
  const game = await welcome();
  hear(position(8, { log: [line("move", "one"), line("move", "two")] }));
  await vi.waitFor(() => expect(game.stage.log.length).toBe(2));
  hear(position(9, { keep: 1 }));
  await vi.waitFor(() => expect(game.stage.log.map((entry) => entry.text)).toEqual(["one"]));
});

test("a refusal is kept with its rule, and the next answer clears it", async () => {
  const game = await welcome();
  game.mean({ ask: { verbs: ["area"], target: 3 } }, 3);
  expect(said.at(-1)).toEqual({ t: "why", at: 7, verbs: ["area"], target: 3 });
  hear({ t: "why", at: 7, target: 3, rule: "T-8", text: "too far" });
  expect([game.refusal?.rule, game.refusal?.text, game.refusal?.place]).toEqual(["T-8", "too far", 3]);
  game.act({ verb: "unit", target: 1 });
  expect(game.refusal).toBeNull();
});

test("a stack is taken up in one message, and advice is carried out in one", async () => {
  const game = await welcome();
  game.gather([0, 1]);
  expect(said).toEqual([{ t: "acts", at: 7, answers: [["unit", 0], ["unit", 1]], skip: true }]);
  said = [];
  game.carryOut([{ verb: "unit", target: 1 }, { verb: "area", target: 2 }]);
  expect(said).toEqual([{ t: "acts", at: 7, answers: [["unit", 1], ["area", 2]] }]);
});

test("of a course too long for one message goes as much as ends with somewhere to go", async () => {
  const game = await welcome();
  const course = Array.from({ length: 70 }, (_, n) => (n % 3 === 0 ? { verb: "unit", target: n } : { verb: "area", target: n }));
  game.carryOut(course);
  const [message] = said;
  expect(message?.t === "acts" && message.answers.at(-1)).toEqual(["area", 62]);
});

test("what is taken up is only looked at, and is one move with what is done with it", async () => {
  const game = await welcome();
  hear(position(8, { look: { lifts: ["unit"] } }));
  await vi.waitFor(() => expect(game.at).toBe(8));
  said = [];
  game.act({ verb: "unit", target: 0 });
  expect(said).toEqual([{ t: "peek", at: 8, hand: [["unit", 0]] }]);
  hear({ t: "peek", at: 8, hand: [["unit", 0]], look: { picked: [0], lifts: [], choices: { unit: [0], area: [2] } } });
  expect([game.look.picked, game.hand, game.undo]).toEqual([[0], [{ verb: "unit", target: 0 }], 0]);
  game.questions.explain([{ verb: "area", target: 2 }]);
  expect(said.at(-1)).toEqual({ t: "hints", at: 8, answers: [["area", 2]], hand: [["unit", 0]] });
  game.act({ verb: "area", target: 2 });
  expect(said.at(-1)).toEqual({ t: "acts", at: 8, answers: [["unit", 0], ["area", 2]] });
  hear(position(9, { look: { place: [2, 1, 2, 99] } }));
  await vi.waitFor(() => expect(game.at).toBe(9));
  expect([game.hand, game.look.picked, game.look.lifts]).toEqual([[], [], ["unit"]]);
});

test("what is put down was never taken up, and an answer that comes too late is passed over", async () => {
  const game = await welcome();
  hear(position(8, { look: { lifts: ["unit"] } }));
  await vi.waitFor(() => expect(game.at).toBe(8));
  game.lift([{ verb: "unit", target: 0 }]);
  game.putDown();
  hear({ t: "peek", at: 8, hand: [["unit", 0]], look: { picked: [0] } });
  expect([game.look.picked, game.hand]).toEqual([[], []]);
  game.lift([{ verb: "unit", target: 0 }]);
  game.lift([{ verb: "unit", target: 1 }]); // the pointer was quicker than the line
  hear({ t: "peek", at: 8, hand: [["unit", 0]], look: { picked: [0] } });
  expect(game.look.picked).toEqual([]);
  hear({ t: "peek", at: 8, hand: [["unit", 1]], look: { picked: [1] } });
  expect(game.look.picked).toEqual([1]);
  said = [];
  game.takeBack();
  expect([said, game.look.picked]).toEqual([[], []]);
});

test("what was picked up is put down and something else done, in one message", async () => {
  const game = await welcome();
  hear(position(8, { undo: 1 }));
  await vi.waitFor(() => expect(game.undo).toBe(1));
  said = [];
  game.insteadOfPicked({ verb: "unit", target: 1 });
  expect(said).toEqual([{ t: "acts", at: 8, answers: [["unit", 1]], back: true }]);
});

test("the meaning of a choice is asked when the player points at it, and once", async () => {
  const game = await welcome();
  expect(said.filter((m) => m.t === "hints")).toEqual([]);
  const [verb, targets] = Object.entries(game.choices)[0] ?? ["", []];
  const answer = { verb, target: targets[0] ?? null };
  game.questions.explain([answer]);
  game.questions.explain([answer, { verb: "no choice", target: 3 }]);
  expect(said).toEqual([{ t: "hints", at: 7, answers: [[answer.verb, answer.target]] }]);
  hear({ t: "hints", at: 7, hints: [{ ...answer, label: "go", cost: 2 }] });
  expect(game.questions.hints.get(`${answer.verb} ${answer.target ?? ""}`)?.label).toBe("go");
});

test("odds are asked once for each thing pointed at", async () => {
  const game = await welcome();
  game.questions.foresee({ verb: "area", target: 2 });
  hear({ t: "odds", at: 7, verb: "area", target: 2, forecast: null });
  game.questions.foresee(null);
  game.questions.foresee({ verb: "area", target: 2 });
  expect(said.filter((m) => m.t === "odds").length).toBe(1);
});

test("nobody decides while it is not his turn", async () => {
  const game = await welcome();
  hear(position(8, { look: { side: 1, choices: {} }, by: 0 }));
  await vi.waitFor(() => expect(game.at).toBe(8));
  expect(game.myTurn).toBe(false);
  game.takeBack();
  expect(said.filter((m) => m.t === "undo")).toEqual([]);
});

const battle = (place: number) => ({ place, attacker: 0, attackers: [0], defenders: [2], stage: -1, steps: [], aims: [], aiming: null, shots: 0, able: [] });

test("a battle not yet fought shows no dice of the one before", async () => {
  const game = await welcome();
  hear(position(8, { look: { battle: battle(2) } }));
  hear(position(9, { look: { battle: null }, log: [line("battle", "b"), line("fire", "f", { dice: [4] })] }));
  await vi.waitFor(() => expect(game.at).toBe(9));
  expect(game.stage.dice.map((roll) => roll.dice)).toEqual([[4]]);
  hear(position(10, { keep: 2, look: { battle: battle(2) } }));
  await vi.waitFor(() => expect(game.at).toBe(10));
  expect(game.stage.dice).toEqual([]);
  hear(position(11, { keep: 2, log: [line("fire", "g", { dice: [1] })] }));
  await vi.waitFor(() => expect(game.stage.dice.length).toBe(1)); // what falls in it stays
});

test("dice that fall in the same breath as a battle begins are its own", async () => {
  const game = await welcome();
  hear(position(8, { look: { battle: battle(3) }, log: [line("fire", "old", { dice: [9] }), line("battle", "b"), line("fire", "f", { dice: [2] })] }));
  await vi.waitFor(() => expect(game.at).toBe(8));
  expect(game.stage.dice.map((roll) => roll.text)).toEqual(["f"]);
});

test("a stack that the rules move one by one goes as one: the others answer as the first did, in one message", async () => {
  const game = await welcome();
  game.gather([0, 1]);
  hear(position(8, { undo: 1, look: { picked: [0], choices: { unit: [0], area: [2, 3] } } })); // only one can be in hand
  await vi.waitFor(() => expect(game.march.following).toEqual([1]));
  game.act({ verb: "area", target: 2 });
  hear(position(9, { undo: 2, look: { picked: [], place: [2, 1, 2, 99], choices: { unit: [1], done: [null] } } }));
  await vi.waitFor(() => expect(said.at(-1)).toEqual({ t: "group", at: 9, parts: [[["unit", 1], ["area", 2]]] }));
  hear({ t: "behind", at: 11, left: [] });
  hear(position(11, { undo: 4, look: { picked: [], place: [2, 2, 2, 99], choices: { done: [null] } } }));
  await vi.waitFor(() => expect(game.at).toBe(11));
  expect(game.march.following).toEqual([]);
  game.takeBack();
  expect(said.at(-1)).toEqual({ t: "undo", at: 11, count: 4 });
});

test("who stays behind is named with the reason", async () => {
  const game = await welcome();
  game.gather([0, 1]);
  hear(position(8, { look: { picked: [0], choices: { unit: [0], area: [2] } } }));
  await vi.waitFor(() => expect(game.march.following).toEqual([1]));
  game.act({ verb: "area", target: 2 });
  hear(position(9, { look: { picked: [], place: [2, 1, 2, 99], choices: { unit: [1], done: [null] } } }));
  await vi.waitFor(() => expect(said.at(-1)?.t).toBe("group"));
  hear({ t: "behind", at: 9, left: [{ part: 0, rule: "T-8", text: "too far" }] });
  expect(game.march.behind).toEqual([{ piece: 1, rule: "T-8", text: "too far" }]);
  game.act({ verb: "done", target: null });
  expect(game.march.behind).toEqual([]);
});

test("a computer that thinks is told to stop", async () => {
  const game = await welcome();
  game.hurry();
  expect(said).toEqual([{ t: "hurry", at: 7 }]);
});

test("the whole position comes after what is on its way, with the log that was there", async () => {
  const game = await welcome();
  hear(position(8, { look: { turn: 3 }, log: [line("move", "one"), line("move", "two")] }));
  hear(position(8, { fresh: true, keep: 2, look: { ...look, turn: 4 } as unknown as Record<string, unknown> }));
  await vi.waitFor(() => expect(game.showing).toBe(false));
  expect([game.at, game.look.turn, game.stage.log.map((entry) => entry.text)]).toEqual([8, 4, ["one", "two"]]);
});

test("a position that cannot be shown can be answered as far as that can be told", async () => {
  const game = await welcome();
  hear(position(8, { look: { side: 0, prompt: "it cannot be shown", choices: { unit: [0], done: [null] }, labels: {} }, undo: 1 }));
  await vi.waitFor(() => expect(game.at).toBe(8));
  expect([game.look.prompt, game.choices]).toEqual(["it cannot be shown", { unit: [0], done: [null] }]);
  game.act({ verb: "done", target: null });
  expect(said.at(-1)).toEqual({ t: "act", at: 8, verb: "done", target: null });
});

test("a position that cannot be shown has no choices if they cannot be told, and the next one is whole", async () => {
  const game = await welcome();
  hear({ t: "bad", text: "it cannot be shown" });
  hear(position(8, { look: { side: 0, prompt: "it cannot be shown", choices: {}, labels: {} }, undo: 1 }));
  await vi.waitFor(() => expect(game.at).toBe(8));
  expect([game.fault, game.choices]).toEqual(["it cannot be shown", {}]);
  game.takeBack();
  expect(said.at(-1)).toEqual({ t: "undo", at: 8, count: 1 });
  hear(position(9, { fresh: true, look: look as unknown as Record<string, unknown>, log: [line("move", "one")] }));
  await vi.waitFor(() => expect(game.at).toBe(9));
  expect([game.look.prompt, game.stage.log.length]).toEqual(["Choose", 1]);
});
