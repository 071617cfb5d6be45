import { defineConfig } from "vitest/config";

// A real server and a real browser. Two files at a time, for a browser waits as often as it works.
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: "e2e/setup.ts",
    maxWorkers: 2,
    isolate: false, // a position found for one file serves the next
    expect: { poll: { timeout: 30_000 } }, // what a page is to say is waited for
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
