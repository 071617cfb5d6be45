// Where the map goes by itself: after what others do, to a battle, to what a teacher points at, and back to the player.
import { tick, untrack } from "svelte";
import { happens } from "../../game/learn.svelte";
import type { GameModel } from "../../game/model.svelte";
import { settings } from "../../game/settings.svelte";
import type { ShownMap, Pointing } from "./pointing.svelte";
import type { Room } from "./room.svelte";
import type { School } from "./school.svelte";

/** A map that has just been laid out takes its first frames to find its size. */
const whenLaidOut = (then: () => void): number => requestAnimationFrame(() => requestAnimationFrame(then));

/** The order counts: of two that would move the map at the same time the later one has its way. */
export function followPlay(game: GameModel, map: () => ShownMap | null, room: Room, pointing: Pointing, school: School): void {
  $effect(() => {
    // The place that a second tap would choose is not hidden by what is told of it.
    if (pointing.tapped !== null && room.covered > 0) map()?.showPlace(pointing.tapped, { left: 0, bottom: room.covered + room.teacherHigh });
  });
  $effect(() => {
    // Others' moves are followed on the map.
    const place = game.stage.now?.place;
    if (game.showing && place !== undefined && place !== null && settings.pace !== "instant") map()?.followPlace(place);
  });
  pointWithTheTeacher(game, map, room, school);
  $effect(() => {
    // When all is over, all of it is seen.
    if (game.look.ending !== null && !game.showing) void tick().then(() => map()?.fit());
  });
  openWhereTheLessonIs(game, map, school);
  $effect(() => {
    // A battle is fought where one can see it, beside its panel; the camera comes back when the others are through.
    const place = game.look.battle?.place ?? null;
    void room.lower; // a panel that grows over the map's foot must not hide the battle
    if (place !== null) whenLaidOut(() => map()?.followPlace(place, room.beside()));
  });
  comeBack(game, map, school);
}

/** What a teacher points at is brought into sight, above his sentence. */
function pointWithTheTeacher(game: GameModel, map: () => ShownMap | null, room: Room, school: School): void {
  $effect(() => {
    const places = school.rings.flatMap((ring) => (ring.kind === "place" ? [ring.id] : ring.kind === "piece" ? [untrack(() => game.look.place[ring.id] ?? 0)] : []));
    const [first] = places;
    if (first === undefined || untrack(() => game.look.battle) !== null) return;
    const only = new Set(places).size === 1;
    if (!only) void room.teacherHigh; // as soon as it is known
    void tick().then(() => {
      const above = { left: 0, bottom: room.teacherHigh };
      if (only) map()?.showPlace(first, above);
      else map()?.showPlaces(places, above);
    });
  });
}

function openWhereTheLessonIs(game: GameModel, map: () => ShownMap | null, school: School): void {
  let opened = false;
  $effect(() => {
    const { taught, learning } = school;
    const lesson = taught?.kind === "lesson" && taught.step === 0 ? learning?.lessons.find((one) => one.key === taught.key) : undefined;
    const { scene } = game;
    if (lesson === undefined || scene === null || map() === null || opened) return;
    opened = true;
    const places = untrack(() => happens(lesson.do, scene, game.look));
    whenLaidOut(() => map()?.fitPlaces(places, 7));
  });
}

/** When others are through, the camera comes back to where the player was looking; what he can act on in a new phase is brought into sight. */
function comeBack(game: GameModel, map: () => ShownMap | null, school: School): void {
  let phase = "";
  $effect(() => {
    const now = `${game.look.turn} ${game.look.phase}`;
    if (!game.myTurn || game.look.battle !== null || (!game.stage.watched && now === phase)) return;
    const led = school.taught !== null && !game.stage.watched; // a teacher points by himself
    game.stage.watched = false;
    phase = now;
    if (!led) void tick().then(() => map()?.back());
  });
}
