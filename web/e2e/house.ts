// A server that runs already and a browser for a file of them; people sit down and leave with each test.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import { quiet } from "./hands";
import { launch, person, Server, type PageOptions } from "./server";

export interface House {
  /** A browser of its own, as another person has one. */
  sit: (options?: PageOptions) => Promise<Page>;
  /** Open a seat and wait until the map is there. */
  open: (page: Page, token: string) => Promise<void>;
  table: () => Server;
}

/** The server for this and other files, of which one runs at a time. */
export const shared = (): Server => new Server(inject("addresses")[Number(process.env["VITEST_POOL_ID"]) - 1]);

/** `own` is a server that no other file plays at, for tests that do it harm. */
export function house({ own = false } = {}): House {
  let server: Server;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let faults: string[][] = [];

  beforeAll(async () => {
    server = own ? await new Server().start() : shared();
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });
  beforeEach(() => {
    contexts = [];
    faults = [];
  });
  afterEach(async () => {
    for (const context of contexts) await context.close();
    expect(faults.flat()).toEqual([]); // no page complained, whatever was tested
  });

  return {
    table: () => server,
    async sit(options = {}) {
      const { context, page, faults: found } = await person(browser, options);
      contexts.push(context);
      faults.push(found);
      return page;
    },
    async open(page, token) {
      await page.goto(`${server.address}/#play/${token}`);
      await page.waitForSelector(".map .counter", { state: "attached" });
      await quiet(page);
    },
  };
}
