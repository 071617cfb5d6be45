// Places by name or number, as somebody types them.
import type { MapPage, Place } from "../wire/types";
import { placeOf } from "./places";

export interface Found {
  text: string;
  place: Place;
}

/** Without accents and case: "liege" finds Liège. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Places whose number or name begins with the text, then those that have it elsewhere. */
export function seek(page: Pick<MapPage, "places" | "aliases">, text: string, most = 8): Found[] {
  const sought = plain(text);
  if (sought === "") return [];
  const all: Found[] = page.places.map((place) => ({ text: place.name, place }));
  for (const [name, id] of Object.entries(page.aliases)) {
    const place = placeOf(page, id);
    if (place) all.push({ text: `${name} (${place.name})`, place });
  }
  const rank = (found: Found): number => {
    if (plain(found.place.word) === sought) return 0;
    const name = plain(found.text);
    return name.startsWith(sought) ? 1 : name.split(/[\s(-]+/).some((word) => word.startsWith(sought)) ? 2 : name.includes(sought) ? 3 : 4;
  };
  return all
    .map((found): [number, Found] => [rank(found), found])
    .filter(([order]) => order < 4)
    .sort(([a, one], [b, other]) => a - b || one.text.localeCompare(other.text))
    .slice(0, most)
    .map(([, found]) => found);
}
