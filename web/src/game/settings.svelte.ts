// What this browser remembers of its user's wishes.
import { PACES, type Pace } from "./pace";

const KEY = "ardennes-settings";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

interface Kept {
  pace: Pace;
  /** By day, by night, or as the system has it. */
  theme: Theme;
  contrast: boolean;
  /** Whether the computer's written orders stand in the log while the game goes on. */
  orders: boolean;
  /** Whether a scenario is told before it begins. */
  briefings: boolean;
  /** Whether an end that wastes something is asked about. */
  careful: boolean;
  /** Whether the inspector says where its facts are from. */
  sources: boolean;
  /** The name the player goes by at the table. */
  name: string;
  /** Whether the browser tells of one's turn while the page is not looked at. */
  notify: boolean;
  /** The language of all words, as the server names it. */
  language: string;
}

function load(): Kept {
  const calm = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
  const found: Kept = { pace: calm ? "instant" : "normal", theme: "auto", contrast: false, orders: false, briefings: true, careful: true, sources: false, name: "", notify: false, language: "en" };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    if (kept.pace !== undefined && PACES.includes(kept.pace)) found.pace = kept.pace;
    if (kept.theme !== undefined && THEMES.includes(kept.theme)) found.theme = kept.theme;
    if (typeof kept.contrast === "boolean") found.contrast = kept.contrast;
    if (typeof kept.orders === "boolean") found.orders = kept.orders;
    if (typeof kept.briefings === "boolean") found.briefings = kept.briefings;
    if (typeof kept.careful === "boolean") found.careful = kept.careful;
    if (typeof kept.sources === "boolean") found.sources = kept.sources;
    if (typeof kept.name === "string") found.name = kept.name.slice(0, 24);
    if (typeof kept.notify === "boolean") found.notify = kept.notify;
    if (typeof kept.language === "string") found.language = kept.language.slice(0, 12);
  } catch {
    // nothing readable was kept
  }
  return found;
}

class Settings {
  #kept = $state(load());

  get pace(): Pace {
    return this.#kept.pace;
  }

  set pace(pace: Pace) {
    this.#kept.pace = pace;
    this.#save();
  }

  get theme(): Theme {
    return this.#kept.theme;
  }

  set theme(theme: Theme) {
    this.#kept.theme = theme;
    this.#save();
    this.dress();
  }

  /** Let the page wear what is wished. */
  dress(): void {
    if (this.#kept.theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = this.#kept.theme;
  }

  get contrast(): boolean {
    return this.#kept.contrast;
  }

  set contrast(contrast: boolean) {
    this.#kept.contrast = contrast;
    this.#save();
  }

  get orders(): boolean {
    return this.#kept.orders;
  }

  set orders(orders: boolean) {
    this.#kept.orders = orders;
    this.#save();
  }

  get briefings(): boolean {
    return this.#kept.briefings;
  }

  set briefings(briefings: boolean) {
    this.#kept.briefings = briefings;
    this.#save();
  }

  get careful(): boolean {
    return this.#kept.careful;
  }

  set careful(careful: boolean) {
    this.#kept.careful = careful;
    this.#save();
  }

  get sources(): boolean {
    return this.#kept.sources;
  }

  set sources(sources: boolean) {
    this.#kept.sources = sources;
    this.#save();
  }

  get name(): string {
    return this.#kept.name;
  }

  set name(name: string) {
    this.#kept.name = name;
    this.#save();
  }

  get notify(): boolean {
    return this.#kept.notify;
  }

  set notify(notify: boolean) {
    this.#kept.notify = notify;
    this.#save();
  }

  get language(): string {
    return this.#kept.language;
  }

  set language(language: string) {
    this.#kept.language = language;
    this.#save();
  }

  #save(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // a private window keeps nothing
    }
  }
}

export const settings = new Settings();
