import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { symbols } from "./build/symbols.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte(), symbols(here("./symbols.json"))],
  resolve: {
    // Vitest otherwise takes Svelte's server build.
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  build: {
    outDir: here("../src/ardennes/server/static"),
    emptyOutDir: true,
    target: "es2022",
    // Browsers that know light-dark(), so that a card can stay on paper on a dark table.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:1944",
      "/play": { target: "ws://127.0.0.1:1944", ws: true },
    },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.ts", "build/**/*.test.ts"],
  },
});
