// Pages live behind the `#`: `#play/TOKEN`, `#replay/TOKEN`, `#report/TOKEN`, `#rules/TITLE/RULE`, `#learn/TITLE/LESSON`, `#map/TITLE/PLACE`, nothing for the home page.
export interface Route {
  page: "home" | "play" | "replay" | "report" | "rules" | "learn" | "map";
  rest: string[];
}

export function read(hash: string): Route {
  const [page = "", ...rest] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return page === "play" || page === "replay" || page === "report" || page === "rules" || page === "learn" || page === "map" ? { page, rest } : { page: "home", rest: [] };
}

class Router {
  now = $state.raw<Route>(read(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.now = read(location.hash)));
  }
}

export const router = new Router();

export const address = (page: Route["page"], ...rest: string[]): string =>
  page === "home" ? "#" : `#${[page, ...rest.map(encodeURIComponent)].join("/")}`;
