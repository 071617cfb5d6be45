// The printed part of the map as one string of SVG: inks, towns, names, zones, frame and cartouche.
import type { Badge, Label, Place, Scene, Sheet } from "../wire/types";
import { isPlaceName } from "./names";
import { t } from "../words/language";

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);

/** Inks that are drawn twice: a casing first. */
const CASED = ["road-major", "road-minor", "river", "river-wide", "river-major"];

/** What of a scene is printed. */
export type Printed = Pick<Scene, "name" | "scenario_name" | "sides" | "places" | "links">;

/** The sheet with all its names, or without those of places where another sets them. */
export function drawSheet(scene: Printed, sheet: Sheet, named = true): string {
  if (sheet.drawing) return sheet.drawing;
  return [
    `<defs>${patterns()}</defs>`,
    `<rect class="paper" width="${sheet.width}" height="${sheet.height}"/>`,
    inks(sheet),
    beyond(scene, sheet),
    grid(sheet),
    zoneRoads(scene),
    zones(scene),
    outside(scene),
    towns(scene.places),
    names(named ? sheet.labels : sheet.labels.filter((label) => !isPlaceName(label)), unused(scene)),
    prints(scene),
    frame(sheet),
    cartouche(scene, sheet),
    legend(scene, sheet),
    compass(sheet),
  ].join("\n");
}

function patterns(): string {
  const tree = (x: number, y: number, r: number) => `<path d="M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0z"/><path d="M${x} ${y}v${r * 0.9}"/>`;
  return `<pattern id="trees" width="19" height="17" patternUnits="userSpaceOnUse" class="trees">${tree(4, 5, 1.9)}${tree(13.5, 4.4, 1.5)}${tree(9, 12.6, 2)}${tree(17, 14, 1.4)}</pattern>
<pattern id="reeds" width="16" height="11" patternUnits="userSpaceOnUse" class="reeds"><path d="M2 5h5M10 9h5M4 3v2M12 7v2"/></pattern>
<pattern id="beyond" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" class="beyond-hatch"><path d="M0 0v7"/></pattern>`;
}

function inks(sheet: Sheet): string {
  return sheet.layers
    .map(({ kind, paths }) => {
      const d = paths.join("");
      const fill = `<path class="ink ${kind}" d="${d}"/>`;
      if (kind === "woods") return `${fill}<path class="ink woods-trees" d="${d}"/>`;
      if (kind === "marsh") return `<path class="ink marsh" d="${d}"/>`;
      if (kind === "nation") return `<path class="ink nation-band" d="${d}"/>${fill}`;
      if (kind === "front") return `<path class="ink front-band" d="${d}"/>${fill}`;
      return CASED.includes(kind) ? `<path class="ink ${kind} casing" d="${d}"/>${fill}` : fill;
    })
    .join("");
}

/** Ground outside the areas is paler: the country outline cut out of the sheet. */
function beyond(_scene: Printed, sheet: Sheet): string {
  const country = sheet.layers.find((layer) => layer.kind === "country")?.paths.join("") ?? "";
  return `<path class="veil" fill-rule="evenodd" d="M0 0H${sheet.width}V${sheet.height}H0Z${country}"/>`;
}

function grid(sheet: Sheet): string {
  let d = "";
  for (let x = 100; x < sheet.width; x += 100) d += `M${x} 40V${sheet.height - 40}`;
  for (let y = 100; y < sheet.height; y += 100) d += `M40 ${y}H${sheet.width - 40}`;
  return `<path class="grid" d="${d}"/>`;
}

/** Roads that lead off the map are not among the inks below the veil; they are drawn again above it. */
function zoneRoads(scene: Printed): string {
  const zones = new Set(scene.places.filter((place) => place.kind === "zone").map((place) => place.id));
  const d = scene.links.filter((link) => zones.has(link.a) || zones.has(link.b)).map((link) => link.path ?? "").join("");
  return `<path class="ink road-major casing" d="${d}"/><path class="ink road-major" d="${d}"/>`;
}

const DOT: Record<string, number> = { city: 8, town: 6.2, village: 4.8, hamlet: 4.2 };

function towns(places: Place[]): string {
  return places
    .filter((place) => place.kind === "area")
    .map((place) => {
      const [x, y] = place.at;
      const dim = place.inside === false ? " dim" : "";
      const r = DOT[place.size ?? ""] ?? 4.8;
      if (place.size === "city")
        return `<g class="town city${dim}"><rect x="${x - r}" y="${y - r}" width="${2 * r}" height="${2 * r}"/><path d="M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}"/></g>`;
      if (place.size === "town") return `<g class="town${dim}"><circle cx="${x}" cy="${y}" r="${r}"/><circle class="core" cx="${x}" cy="${y}" r="${r * 0.45}"/></g>`;
      return `<g class="town${dim}"><circle cx="${x}" cy="${y}" r="${r}"/></g>`;
    })
    .join("");
}

/** Names of places that a scenario does not use. */
const unused = (scene: Printed): Set<string> => new Set(scene.places.filter((place) => place.inside === false).map((place) => place.name));

function names(labels: Label[], faint: Set<string>): string {
  return labels
    .map((label, number) => {
      const text = escape(label.text);
      if (label.path) {
        return `<path id="course-${number}" d="${label.path}" fill="none"/><text class="name ${label.kind}" dy="-5"><textPath href="#course-${number}" startOffset="50%" text-anchor="middle">${text}</textPath></text>`;
      }
      const [x, y] = label.at ?? [0, 0];
      const turn = label.angle ? ` transform="rotate(${label.angle} ${x} ${y})"` : "";
      const dim = faint.has(label.text) ? " dim" : "";
      return `<text class="name ${label.kind}${dim}" x="${x}" y="${y}" text-anchor="${label.anchor ?? "middle"}"${turn}>${text}</text>`;
    })
    .join("");
}

/** The second line of each area: its number and what is printed there. */
function prints(scene: Printed): string {
  return scene.places
    .filter((place) => place.kind === "area")
    .map((place) => {
      const marks: string[] = [];
      let x = 0;
      const badges = place.badges ?? [];
      const number = badges.some((badge) => badge.kind === "front");
      const wide = place.word.length * 6.4 + 8;
      marks.push(
        `${number ? `<rect class="front-ring" x="${x}" y="-7.5" width="${wide}" height="15" rx="7.5"/>` : ""}<text class="number" x="${x + wide / 2}" y="3.9" text-anchor="middle">${place.word}</text>`,
      );
      x += wide + 3;
      for (const badge of badges) {
        const drawn = badgeMark(badge, x);
        if (drawn === null) continue;
        marks.push(drawn.svg);
        x += drawn.width + 3;
      }
      const [px, py] = place.print;
      return `<g class="print${place.inside === false ? " dim" : ""}" transform="translate(${(px - (x - 3) / 2).toFixed(1)},${py})">${marks.join("")}</g>`;
    })
    .join("");
}

function badgeMark(badge: Badge, x: number): { svg: string; width: number } | null {
  const note = `<title>${escape(badge.note ?? "")}</title>`;
  switch (badge.kind) {
    case "vp":
      return { width: 17, svg: `<g class="badge vp">${note}<circle cx="${x + 8.5}" cy="0" r="8.5"/><text x="${x + 8.5}" y="4.6" text-anchor="middle">${badge.text ?? ""}</text></g>` };
    case "objective":
      return { width: 17, svg: `<g class="badge objective">${note}<path d="${star(x + 8.5, 0, 9)}"/><text x="${x + 8.5}" y="3.6" text-anchor="middle">${badge.text ?? ""}</text></g>` };
    case "release":
      return { width: 22, svg: `<g class="badge release" transform="translate(${x},-6)">${note}<path d="M1 8h20l-2.4 4.4H3.4zM5 7.2l1.2-3h8.4l1.4 3zM14 4.6h7.4v1.3H14z"/></g>` };
    default:
      return null;
  }
}

function star(x: number, y: number, r: number): string {
  const points = Array.from({ length: 10 }, (_, n) => {
    const radius = n % 2 === 0 ? r : r * 0.45;
    const turn = (n * Math.PI) / 5 - Math.PI / 2;
    return `${(x + radius * Math.cos(turn)).toFixed(1)} ${(y + radius * Math.sin(turn)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

function zones(scene: Printed): string {
  return scene.places
    .filter((place) => place.kind === "zone")
    .map((place) => {
      const [x, y] = place.print;
      const side = scene.sides[place.side ?? 0]?.key ?? "";
      const factor = (place.badges ?? []).find((badge) => badge.kind === "multiplier");
      const square = factor
        ? `<g class="multiplier"><title>${escape(factor.note ?? "")}</title><rect x="${x - 13}" y="${y + 16}" width="26" height="20" rx="2"/><text x="${x}" y="${y + 31}" text-anchor="middle">${escape(factor.text ?? "")}</text></g>`
        : "";
      return `<g class="zone ${side}"><path d="${place.outline ?? ""}"/><text class="letter" x="${x}" y="${y + 9}" text-anchor="middle">${place.word}</text>${square}</g>`;
    })
    .join("");
}

/** Places that a scenario does not use lie under a hatch. */
function outside(scene: Printed): string {
  const d = scene.places.filter((place) => place.inside === false).map((place) => place.outline ?? "").join("");
  return d === "" ? "" : `<path class="unused" d="${d}"/><path class="unused-hatch" d="${d}"/>`;
}

function frame(sheet: Sheet): string {
  const { width: w, height: h } = sheet;
  let figures = "";
  for (let x = 100, n = 31; x < w - 60; x += 100, n += 1) figures += `<text x="${x}" y="33">${n}</text><text x="${x}" y="${h - 24}">${n}</text>`;
  for (let y = 100, n = 94; y < h - 60; y += 100, n -= 1) figures += `<text x="27" y="${y + 4}">${n}</text><text x="${w - 27}" y="${y + 4}">${n}</text>`;
  return `<g class="frame"><rect x="40" y="40" width="${w - 80}" height="${h - 80}" class="neat"/><rect x="14" y="14" width="${w - 28}" height="${h - 28}" class="outer"/><rect x="9" y="9" width="${w - 18}" height="${h - 18}" class="hair"/><g class="figures" text-anchor="middle">${figures}</g></g>`;
}

function cartouche(scene: Printed, sheet: Sheet): string {
  const [x, y] = sheet.corners["title"] ?? [60, 60];
  return `<g class="cartouche" transform="translate(${x},${y})"><rect class="card" width="440" height="150"/><rect class="card-line" x="6" y="6" width="428" height="138"/>
<text class="overline" x="220" y="33" text-anchor="middle">EUROPE · DECEMBER 1944</text>
<text class="title" x="220" y="76" text-anchor="middle">${escape(scene.name.toUpperCase())}</text>
<path class="rule" d="M60 91H380"/>
<text class="sub" x="220" y="113" text-anchor="middle">${escape(scene.scenario_name)}</text>
<text class="small" x="220" y="133" text-anchor="middle">${escape(sheet.credits[0] ?? "")}</text></g>`;
}

function legend(scene: Printed, sheet: Sheet): string {
  const [x, y] = sheet.corners["legend"] ?? [60, sheet.height - 300];
  const rows: [mark: string, text: string, badge?: string][] = [
    [`<path class="ink road-major casing" d="M0 0h52"/><path class="ink road-major" d="M0 0h52"/>`, t("Major road")],
    [`<path class="ink road-minor casing" d="M0 0h52"/><path class="ink road-minor" d="M0 0h52"/>`, t("Minor road")],
    [`<path class="ink river-wide" d="M0 4q13-9 26-3t26-2"/>`, t("River")],
    [`<path class="ink area-border" d="M0 0h52"/>`, t("Area boundary")],
    [`<path class="ink nation-band" d="M0 0h52"/><path class="ink nation" d="M0 0h52"/>`, t("National frontier")],
    [`<path class="ink front-band" d="M0 0h52"/><path class="ink front" d="M0 0h52"/>`, t("Front, 15 December")],
    [`<g class="badge vp"><circle cx="12" cy="0" r="8.5"/><text x="12" y="4.6" text-anchor="middle">2</text></g>`, t("Victory points a day"), "vp"],
    [`<g class="badge release" transform="translate(2,-6)"><path d="M1 8h20l-2.4 4.4H3.4zM5 7.2l1.2-3h8.4l1.4 3zM14 4.6h7.4v1.3H14z"/></g>`, t("Releases panzer reserves"), "release"],
  ];
  const places = new Set(scene.places.flatMap((place) => (place.badges ?? []).map((badge) => badge.kind)));
  const shown = rows.filter(([, , badge]) => badge === undefined || places.has(badge));
  const lines = shown.map(([mark, text], n) => {
    const column = n % 2;
    const row = Math.floor(n / 2);
    return `<g transform="translate(${22 + column * 236},${58 + row * 31})">${mark}<text x="66" y="5">${escape(text)}</text></g>`;
  });
  const height = 58 + Math.ceil(shown.length / 2) * 31 + 42;
  return `<g class="legend" transform="translate(${x},${y + 222 - height})"><rect class="card" width="490" height="${height}"/><rect class="card-line" x="6" y="6" width="478" height="${height - 12}"/><text class="head" x="22" y="33">${escape(t("REFERENCE"))}</text>${lines.join("")}
<g class="scale" transform="translate(22,${height - 28})"><path d="M0 0h200M0 -5v10M50 -4v8M100 -5v10M150 -4v8M200 -5v10"/><path class="bar" d="M0 0h50M100 0h50"/><text x="0" y="16">0</text><text x="100" y="16" text-anchor="middle">10</text><text x="200" y="16" text-anchor="middle">20 km</text></g>
${sheet.credits.slice(1).map((line, n) => `<text class="small" x="240" y="${height - 30 + n * 14}">${escape(line.length > 62 ? line.slice(0, 60) + "…" : line)}</text>`).join("")}</g>`;
}

function compass(sheet: Sheet): string {
  const [x, y] = sheet.corners["compass"] ?? [sheet.width - 150, sheet.height - 150];
  return `<g class="compass" transform="translate(${x + 60},${y + 60})"><circle r="46"/><circle r="41"/><path class="north" d="M0 -52L8 0 0 8-8 0z"/><path class="south" d="M0 52L8 0 0-8-8 0z"/><path class="cross" d="M-52 0L0-6 52 0 0 6z"/><text y="-58" text-anchor="middle">N</text></g>`;
}
