// What the keys do.
import { letterAnswer } from "../../game/choices";
import type { GameModel } from "../../game/model.svelte";
import { settings } from "../../game/settings.svelte";
import type { Desk } from "./desk.svelte";
import type { ShownMap, Pointing } from "./pointing.svelte";
import type { School } from "./school.svelte";

/** What there is to be steered. */
export interface Helm {
  game: GameModel;
  desk: Desk;
  pointing: Pointing;
  school: School;
  map: ShownMap | null;
  /** Press a button of the prompt. */
  press: (verb: string) => void;
}

/** How far an arrow pans the map, and with Shift. */
const NEAR = 80;
const FAR = 240;
const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Escape closes, lets go or takes back, whatever is nearest. */
function escape({ game, desk, map }: Helm, all: boolean): void {
  if (game.dragging.grabbed.length > 0) map?.letGo();
  else if (desk.dialog !== "") desk.close();
  else if (game.march.grouping) game.march.grouping = false;
  else if (game.refusal !== null) game.dismiss();
  else if (game.mode !== "") game.mode = "";
  else game.takeBack(all);
}

/** The last of the plain answers, which ends what is going on. */
function end({ game, press }: Helm): void {
  const last = game.scene?.verbs.filter((verb) => verb.target === "none" && verb.key in game.choices).at(-1);
  if (last) press(last.key);
}

/** What each key does. */
function actions(helm: Helm, shift: boolean): Record<string, () => void> {
  const { game, desk, pointing, school, map } = helm;
  const { march, questions } = game;
  const overlays = game.scene?.overlays ?? [];
  const { atPlace, atPiece } = pointing;
  return {
    Escape: () => escape(helm, shift),
    n: () => pointing.step(1),
    N: () => pointing.step(-1),
    p: () => pointing.step(-1),
    u: () => pointing.volunteers.length > 0 && game.gather(pointing.volunteers, true),
    d: () => game.myTurn && march.again(atPiece),
    t: () => march.joins().length > 0 && (march.grouping = !march.grouping),
    w: () => pointing.stay(),
    c: () => (desk.dialog = "choices"),
    "/": () => (desk.dialog = "choices"),
    v: () => (desk.dialog = "advice"),
    e: () => end(helm),
    s: () => (game.showing ? game.stage.skip() : game.myTurn || game.welcome?.side === null ? undefined : game.hurry()),
    "+": () => map?.zoomBy(1.3),
    "=": () => map?.zoomBy(1.3),
    "-": () => map?.zoomBy(1 / 1.3),
    "0": () => map?.fit(),
    l: () => (desk.tab = "log"),
    f: () => (desk.tab = "forces"),
    a: () => (desk.tab = "arrivals"),
    r: () => (desk.tab = "rules"),
    b: () => (desk.dialog = school.briefing === null ? desk.dialog : "briefing"),
    "?": () => (desk.dialog = "keys"),
    h: () => desk.anatomy(atPiece),
    i: () => (settings.sources = !settings.sources),
    x: () => map?.unfold(atPlace ?? (atPiece === null ? 0 : (game.look.place[atPiece] ?? 0))),
    ...Object.fromEntries(overlays.slice(0, 5).map(({ key }, n) => [String(n + 1), () => questions.showOverlay(key)])),
  };
}

/** A key is pressed, and means something here: returns whether it did. */
function meant(helm: Helm, { key, shiftKey }: KeyboardEvent, target: HTMLElement): boolean {
  const { game, pointing, map } = helm;
  if ((key === "Enter" || key === " ") && pointing.under && (target === document.body || target.classList.contains("map"))) {
    pointing.choose(shiftKey);
    return true;
  }
  const arrow = ARROWS[key];
  if (arrow && target === document.body) {
    const far = shiftKey ? FAR : NEAR;
    map?.panBy(arrow[0] * far, arrow[1] * far);
    return true;
  }
  // A title's own letter comes first while it is offered.
  const lettered = game.myTurn ? letterAnswer(game.scene?.verbs ?? [], { choices: game.choices }, key) : null;
  if (lettered !== null) {
    game.act(lettered);
    return true;
  }
  const action = actions(helm, shiftKey)[key];
  action?.();
  return action !== undefined;
}

export function pressed(helm: Helm, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName)) return;
  if (helm.desk.dialog === "choices" && event.key !== "Escape") return;
  if (meant(helm, event, target)) event.preventDefault();
}
