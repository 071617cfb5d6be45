// A real server for the tests, with a file of its own, and a real browser.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import type { GameInfo, NewGame } from "../src/wire/types";

const BROWSERS = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** The system's Chromium, if it has one. */
export const browserPath = (): string | undefined => BROWSERS.find((path) => path !== undefined && existsSync(path));

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: browserPath() ?? "", args: FLAGS });

/** A line kept open may have been closed by the server while a test was busy: then it is asked again on a new one. */
const ask = (address: string, how: RequestInit): Promise<Response> => fetch(address, how).catch(() => fetch(address, how));

export class Server {
  #process: ChildProcess | null = null;
  readonly store = join(mkdtempSync(join(tmpdir(), "ardennes-e2e-")), "games.sqlite3");
  #port = 0;

  /** One that is to be started, or one that already runs at an address. */
  constructor(public address = "") {}

  /** Started once it tells its address, for then it answers. */
  async start(): Promise<this> {
    const python = process.env["PYTHON"] ?? "python3";
    const command = ["-m", "ardennes", "serve", "--port", String(this.#port), "--store", this.store];
    const child = spawn(python, command, { stdio: ["ignore", "pipe", "inherit"] });
    this.#process = child;
    process.once("exit", () => child.kill("SIGKILL")); // nothing is left behind by a test that failed
    this.address = await new Promise<string>((resolve, reject) => {
      let heard = "";
      child.stdout.on("data", (data: Buffer) => {
        heard += data.toString();
        const found = /http:\/\/[^\s/]+/.exec(heard);
        if (found) resolve(found[0]);
      });
      child.on("exit", (code) => reject(new Error(`the server stopped with ${code}`)));
    });
    this.#port = Number(new URL(this.address).port);
    return this;
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await gone;
  }

  async game(wish: Partial<NewGame> = {}): Promise<GameInfo> {
    const whole: NewGame = { title: "tigers_in_the_mist", scenario: "seventh_army", seats: ["you", "person"], seed: 1944, ...wish };
    const answer = await ask(`${this.address}/api/games`, { method: "POST", body: JSON.stringify(whole), headers: { "content-type": "application/json" } });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as GameInfo;
  }

  /** A game that goes on from a save. */
  async open(save: string, [german, allied]: [string, string]): Promise<GameInfo> {
    const answer = await ask(`${this.address}/api/games/open?german=${german}&allied=${allied}`, { method: "POST", body: save });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as GameInfo;
  }
}

export const tokenOf = (game: GameInfo, side: number | null): string => game.seats.find((seat) => seat.side === side)?.token ?? "";

export interface PageOptions {
  width?: number;
  height?: number;
  pace?: string;
  touch?: boolean;
  /** Asked before an end that wastes something, as a new player is. */
  careful?: boolean;
}

/** A browser of its own, as another person has one. */
export async function person(browser: Browser, options: PageOptions = {}): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    hasTouch: options.touch ?? false,
    acceptDownloads: true,
  });
  const kept = { pace: options.pace ?? "instant", briefings: false, careful: options.careful ?? false };
  await context.addInitScript((settings) => localStorage.setItem("ardennes-settings", JSON.stringify(settings)), kept);
  // Functions sent to the page were compiled with a call to this name in them.
  await context.addInitScript("globalThis.__name = (f) => f");
  context.setDefaultTimeout(90_000); // for what never comes; a busy machine takes its time
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && !message.text().includes("WebSocket") && !message.text().includes("ERR_CONNECTION_REFUSED") && faults.push(message.text()));
  return { context, page, faults };
}
