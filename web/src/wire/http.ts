// The HTTP part of the server. Every request says which language is spoken.
import { language, t, type Words } from "../words/language";
import type { GameInfo, Handbook, Learning, MapPage, Menu, NewGame, Problem, Replay, Review, Rows, Scene, Sheet, WrittenOrder } from "./types";

/** A request the server turned down, in its own words. */
export class Refused extends Error {}

async function answer<T>(request: Promise<Response>, read = (response: Response): Promise<unknown> => response.json()): Promise<T> {
  let response: Response;
  try {
    response = await request;
  } catch {
    throw new Refused(t("The server does not answer. Is it still running?"));
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    throw new Refused(problem?.text ?? t("The server answered with {status}.", { status: response.status }));
  }
  return (response.status === 204 ? undefined : await read(response)) as T;
}

const ask = (path: string, init: RequestInit = {}) => fetch(path, { ...init, headers: { ...init.headers, "accept-language": language } });
const get = <T>(path: string) => answer<T>(ask(path));
const post = <T>(path: string, body: string, kind: string) => answer<T>(ask(path, { method: "POST", body, headers: { "content-type": kind } }));

export const words = (code: string) => get<Words>(`/api/words/${encodeURIComponent(code)}`);
export const menu = () => get<Menu>("/api/menu");
export const games = () => get<GameInfo[]>("/api/games");
export const startGame = (wish: NewGame) => post<GameInfo>("/api/games", JSON.stringify(wish), "application/json");
export const removeGame = (id: number) => answer<void>(ask(`/api/games/${id}`, { method: "DELETE" }));
export const openSave = (text: string, seats: [string, string]) => {
  const query = new URLSearchParams({ german: seats[0], allied: seats[1] });
  return post<GameInfo>(`/api/games/open?${query}`, text, "text/plain");
};
export const replayOf = (token: string) => get<Replay>(`/api/seats/${encodeURIComponent(token)}/replay`);
export const reviewOf = (token: string) => get<Review>(`/api/seats/${encodeURIComponent(token)}/review`);
export const ordersOf = (token: string) => get<WrittenOrder[]>(`/api/seats/${encodeURIComponent(token)}/orders`);
export const replaySave = (text: string) => post<Replay>("/api/replays", text, "text/plain");
export const saveAddress = (token: string) => `/api/seats/${encodeURIComponent(token)}/save`;

const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (found === undefined) {
    found = get<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

export const scene = (title: string, scenario: string, options: Record<string, unknown>) =>
  once<Scene>(`/api/scenes/${title}/${scenario}?${new URLSearchParams({ options: JSON.stringify(options) })}`);
export const sheet = (title: string, key: string) => once<Sheet>(`/api/sheets/${title}/${key}`);
export const mapPage = (title: string) => once<MapPage>(`/api/maps/${encodeURIComponent(title)}`);
export const drawnMap = (title: string, rows: Rows) => post<MapPage>(`/api/maps/${title}/drawn`, JSON.stringify(rows), "application/json");
export const packedMap = (title: string, rows: Rows) =>
  answer<Blob>(ask(`/api/maps/${title}/pack`, { method: "POST", body: JSON.stringify(rows), headers: { "content-type": "application/json" } }), (response) => response.blob());
export const handbook = (title: string) => once<Handbook>(`/api/rules/${title}`);
export const learning = (title: string) => once<Learning>(`/api/learning/${encodeURIComponent(title)}`);
export const startLesson = (title: string, key: string) => post<GameInfo>(`/api/learning/${encodeURIComponent(title)}/${encodeURIComponent(key)}`, "", "application/json");
