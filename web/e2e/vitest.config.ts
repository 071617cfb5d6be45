import { defineConfig } from "vitest/config";

// A real server and a real browser: one file after the other, so that each has the machine for itself.
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
