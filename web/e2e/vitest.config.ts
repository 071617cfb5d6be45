import { defineConfig } from "vitest/config";

// A real server and a real browser. Two files at a time, for a browser waits as often as it works.
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: "e2e/setup.ts",
    maxWorkers: 2,
    isolate: false, // a position found for one file serves the next
    // What a page is to say is waited for, on a machine with company too: these are for what never comes.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 360_000,
    hookTimeout: 120_000,
  },
});
