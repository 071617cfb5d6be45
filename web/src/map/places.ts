// Places by their id, and the hex under a point.
import type { Place } from "../wire/types";

export interface HasPlaces {
  places: Place[];
}

const known = new WeakMap<Place[], Map<number, Place>>();

export function placeOf(scene: HasPlaces, id: number): Place | undefined {
  let found = known.get(scene.places);
  if (found === undefined) {
    found = new Map(scene.places.map((place) => [place.id, place]));
    known.set(scene.places, found);
  }
  return found.get(id);
}

/** Whether the places of a map are hexes, too many to be drawn one by one. */
export const isHexMap = (scene: HasPlaces): boolean => scene.places[0]?.kind === "hex";

/** Finds hexes by where they lie: the hex of a point is the one whose middle is nearest. */
export class Grid {
  readonly #size: number;
  readonly #buckets = new Map<string, Place[]>();

  constructor(places: Place[]) {
    this.#size = spacing(places);
    for (const place of places) {
      const key = this.#key(place.at[0], place.at[1]);
      const bucket = this.#buckets.get(key);
      if (bucket) bucket.push(place);
      else this.#buckets.set(key, [place]);
    }
  }

  #key(x: number, y: number, right = 0, down = 0): string {
    return `${Math.floor(x / this.#size) + right},${Math.floor(y / this.#size) + down}`;
  }

  #near(x: number, y: number, within: number): [Place, number][] {
    const found: [Place, number][] = [];
    for (let right = -1; right <= 1; right += 1)
      for (let down = -1; down <= 1; down += 1)
        for (const place of this.#buckets.get(this.#key(x, y, right, down)) ?? []) {
          const distance = Math.hypot(place.at[0] - x, place.at[1] - y);
          if (distance <= within) found.push([place, distance]);
        }
    return found.sort((a, b) => a[1] - b[1]);
  }

  at(x: number, y: number): Place | undefined {
    return this.#near(x, y, this.#size / Math.sqrt(3) + 0.5)[0]?.[0];
  }

  /** The two hexes on either side of the hexside nearest to a point. */
  sideAt(x: number, y: number): [Place, Place] | undefined {
    const [first, second] = this.#near(x, y, this.#size);
    return first && second ? [first[0], second[0]] : undefined;
  }

  /** Neighbouring hexes share a side, so their middles are one hex apart. */
  adjacent(a: Place, b: Place): boolean {
    return a !== b && Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) < this.#size * 1.05;
  }
}

/** The distance between the middles of neighbouring hexes. */
function spacing(places: Place[]): number {
  const first = places[0];
  if (first === undefined) return 1;
  return Math.min(...places.slice(1, 200).map((place) => Math.hypot(place.at[0] - first.at[0], place.at[1] - first.at[1])));
}
