// Draws the NATO symbols of our counters while the client is built, so that players need not load the whole library.
// `symbols.json` lists the function codes; a test on the Python side keeps it complete.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import ms from "milsymbol";

const NAME = "virtual:symbols";

/** A symbol for a box of 27 by 18 units around its middle, in `currentColor`, without a ground of its own. */
export function draw(code: string): string {
  const made = new ms.Symbol(`SFGP${code}-----`, { size: 20, fill: false, frame: true, monoColor: "currentColor", strokeWidth: 7 });
  const svg = made.asSVG();
  const [x = 0, y = 0, width = 1, height = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
  const scale = Math.min(27 / width, 18 / height);
  // The icons' own lines are made for larger pictures than a counter.
  const inner = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "").replace(/stroke-width="[\d.]+"/g, 'stroke-width="8"');
  return `<g transform="scale(${scale.toFixed(4)}) translate(${-(x + width / 2)},${-(y + height / 2)})">${inner}</g>`;
}

export function symbols(list: string): Plugin {
  return {
    name: "nato-symbols",
    resolveId: (id) => (id === NAME ? "\0" + NAME : undefined),
    load(id) {
      if (id !== "\0" + NAME) return undefined;
      this.addWatchFile(list);
      const codes = JSON.parse(readFileSync(list, "utf8")) as string[];
      return `export default ${JSON.stringify(Object.fromEntries(codes.map((code) => [code, draw(code)])))};`;
    },
  };
}
