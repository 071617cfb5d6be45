// Written by `python -m ardennes.server.typescript`; do not edit.
// A test compares this file with the server's shapes.

/** Everything about a game that stays the same while it is played. */
export interface Scene {
  title: string;
  name: string;
  scenario: string;
  scenario_name: string;
  length: string;
  note: string;
  victory: Fact[];
  options: Record<string, unknown>;
  sheet: string;
  sides: SideInfo[];
  services: Service[];
  places: Place[];
  links: Link[];
  crossings: Crossing[];
  pieces: Piece[];
  reserves: Reserve[];
  marks: Mark[];
  verbs: Verb[];
  overlays: Overlay[];
  turns: Stop[];
  score_name: string;
  levels: Level[];
  limits: string;
  gone: number;
  tables?: ResultTable[];
  cards?: Card[];
  chits?: Chit[];
  tracks?: Track[];
  strength_name?: string;
}

/** One line about a place or a piece, with where it is known from. */
export interface Fact {
  text: string;
  source?: string;
  rule?: string;
}

/** One of the players. */
export interface SideInfo {
  key: string;
  name: string;
  adjective: string;
}

/** A nationality or arm, with the colours of its counters. */
export interface Service {
  key: string;
  name: string;
  fill: string;
  ink: string;
  accent: string;
}

/** Where pieces can be: an area, a zone, a hex, a box. `id` is the target of place verbs. */
export interface Place {
  id: number;
  word: string;
  name: string;
  kind: string;
  at: [number, number];
  stack: [number, number];
  print: [number, number];
  size?: string;
  outline?: string;
  side?: number | null;
  inside?: boolean;
  badges?: Badge[];
  facts?: Fact[];
}

/** Something printed in a place: a VP value, a release symbol, a multiplier, the front line. */
export interface Badge {
  kind: string;
  text?: string;
  note?: string;
  rule?: string;
}

/** A way between two places, drawn from a to b. */
export interface Link {
  a: number;
  b: number;
  kind: string;
  path?: string;
  crossing?: number | null;
}

/** A bridge: where it lies and how it is turned (degrees). */
export interface Crossing {
  id: number;
  name: string;
  river: string;
  at: [number, number];
  angle: number;
  bare?: boolean;
}

/** A counter. `symbol` is a MIL-STD-2525 code. */
export interface Piece {
  id: number;
  word: string;
  name: string;
  side: number;
  service: string;
  kind: string;
  symbol: string;
  strength: number;
  playing?: boolean;
  factors?: string;
  faces?: string[];
  setup?: number | null;
  arrives?: string;
  zones?: number[];
  release?: string;
  facts?: Fact[];
}

/** Pieces that come only when something has happened; `Look.freed` lists those it has happened for. */
export interface Reserve {
  id: number;
  name: string;
  condition: string;
  rule: string;
  places: number[];
  pieces: number[];
}

/** A marker a piece may carry: one bit of its `marks` column. */
export interface Mark {
  bit: number;
  key: string;
  name: string;
  rule?: string;
}

/** How an answer is given: what its target is, and the gesture that gives it. */
export interface Verb {
  key: string;
  target: "crossing" | "none" | "number" | "piece" | "place";
  gesture: "button" | "click" | "panel" | "shift";
  name: string;
  hint?: string;
  first?: number;
  count?: number;
  letter?: string;
}

/** Something a player may have drawn over the map on request. */
export interface Overlay {
  key: string;
  name: string;
  note: string;
  rule?: string;
}

/** A space of the turn track; the note tells of weather and the like. */
export interface Stop {
  key: string;
  name: string;
  group: string;
  note: string;
}

/** A level of victory and the lowest score that earns it. */
export interface Level {
  name: string;
  low: number;
  side: number | null;
}

/** A table that dice are rolled on. `Forecast.column` names the column a battle uses. */
export interface ResultTable {
  name: string;
  rule: string;
  columns: string[];
  rows: ([string, string[]])[];
}

/** A card as it is printed. `id` is its place in `Scene.cards`. */
export interface Card {
  id: number;
  title: string;
  lines?: CardLine[];
  kind?: string;
  service?: string;
  corner?: string;
  side?: number | null;
  note?: string;
}

/** One line printed on a card. */
export interface CardLine {
  text: string;
  rule?: string;
}

/** A chit as it is printed. `id` is its place in `Scene.chits`; `note` says in plain words what it permits. */
export interface Chit {
  id: number;
  name: string;
  letters: string;
  side?: number | null;
  service?: string;
  note?: string;
  rule?: string;
}

/** A row of spaces on which markers move: victory points, the calendar, fuel. */
export interface Track {
  key: string;
  name: string;
  spaces: Space[];
  rule?: string;
}

/** A space of a track. Neighbours of one group stand under one heading; `side` is whom it favours. */
export interface Space {
  name: string;
  note?: string;
  group?: string;
  side?: number | null;
}

/** A drawn map: inks for the client's pens, the lowest first, or a finished drawing. */
export interface Sheet {
  width: number;
  height: number;
  counter: number;
  layers: Layer[];
  labels: Label[];
  credits: string[];
  corners: Record<string, [number, number]>;
  drawing: string;
}

/** One ink of the map: path data of a kind that the client's style sheet knows. */
export interface Layer {
  kind: string;
  paths: string[];
}

/** Words on the map. With a `path` they follow it, otherwise they stand at `at`. */
export interface Label {
  text: string;
  kind: string;
  at?: [number, number];
  anchor?: "end" | "middle" | "start";
  path?: string;
  angle?: number;
  place?: number | null;
}

/** A map without a game: what lies where, and how it is drawn. */
export interface MapPage {
  title: string;
  name: string;
  scenario_name: string;
  sides: SideInfo[];
  places: Place[];
  links: Link[];
  aliases: Record<string, number>;
  sheet: Sheet;
  rows: Rows | null;
}

/** All files of a map. */
export interface Rows {
  head: Head;
  hexes: HexRow[];
  places: PlaceRow[];
  sides: SideRow[];
  roads: RoadRow[];
  bridges: BridgeRow[];
  features: FeatureRow[];
  boundaries: BoundaryRow[];
}

/** `map.toml`: the sheet as a whole. */
export interface Head {
  title: string;
  numbering: string;
  columns: number;
  rows: number;
  km_per_hex: number;
  terrain: Record<string, string>;
  features: Record<string, string>;
  sides: Record<string, string>;
  roads: Record<string, string>;
  areas: Record<string, string>;
  aliases: Record<string, string>;
  credits: string;
}

/** `map_hexes.csv`: one line per hex. Lists are separated by spaces. */
export interface HexRow {
  hex: string;
  terrain: string;
  features: string;
  areas: string;
  source: string;
}

/** `map_places.csv`: the names on the map. */
export interface PlaceRow {
  name: string;
  hex: string;
  size: string;
  shown: boolean;
  aliases: string;
  source: string;
}

/** `map_sides.csv`: rivers and cliffs, each a path of hexsides (`1324/1424`). */
export interface SideRow {
  kind: string;
  name: string;
  path: string;
  source: string;
}

/** `map_roads.csv`: each a path of hexes; a compass word at the end says that it runs off the map. */
export interface RoadRow {
  grade: string;
  name: string;
  path: string;
  source: string;
}

/** `map_bridges.csv`: every bridged hexside. */
export interface BridgeRow {
  hexside: string;
  river: string;
  name: string;
  state: string;
  owner: string;
  road: boolean;
  source: string;
}

/** `map_features.csv`: what the rules tie to a hex: entry letters, exits, victory points, depots. */
export interface FeatureRow {
  kind: string;
  hexes: string;
  name: string;
  value: string;
  side: string;
  until: string;
  source: string;
}

/** `map_boundaries.csv`: lines along hexes (a boundary road) or along hexsides. */
export interface BoundaryRow {
  name: string;
  path: string;
  source: string;
}

/** What one side sees of a position. Only what changed since the last look travels to a client. */
export interface Look {
  side: number | null;
  prompt: string;
  rule: string;
  phase: string;
  turn: number;
  score: number;
  place: number[];
  strength: number[];
  marks: number[];
  spent: number[];
  control: number[];
  down: ([number, number])[];
  tokens: Token[];
  freed: number[];
  picked: number[];
  focus: number | null;
  battle: Battle | null;
  choices: Record<string, (number | null)[]>;
  labels: Record<string, string>;
  ending: Ending | null;
  hand?: Held[];
  laid?: Laid[];
  piles?: Pile[];
  cup?: Cup | null;
  trays?: Tray[];
  standing?: Standing[];
  markers?: Marker[];
  marching?: boolean;
  lifts?: string[];
  keeps?: boolean;
}

/** A marker that lies in a place, with the few letters on it. */
export interface Token {
  place: number;
  kind: string;
  text: string;
  label: string;
}

/** A battle in progress, as its panel shows it. */
export interface Battle {
  place: number;
  attacker: number;
  attackers: number[];
  defenders: number[];
  stage: number;
  steps: string[];
  aims: ([number, number])[];
  aiming: number | null;
  shots: number;
  able?: number[];
  drawn?: Draw[];
}

/** A chit that was drawn: in which round, whether it counted, and why or why not. */
export interface Draw {
  chit: number;
  when?: string;
  counts?: boolean;
  now?: boolean;
  note?: string;
}

/** How the game ended. */
export interface Ending {
  winner: number | null;
  level: string;
  score: number;
  why: string[];
}

/** A card in the hand, with all its uses in the order of its lines. */
export interface Held {
  card: number;
  uses?: Use[];
  picked?: boolean;
  note?: string;
}

/** One use of a card that is held: an answer that may be given now, or the reason why not. */
export interface Use {
  line: number;
  verb?: string;
  target?: number | null;
  text?: string;
  why?: string;
  rule?: string;
}

/** A card that lies open on the table, who laid it, and what it does there. */
export interface Laid {
  card: number;
  side: number;
  note?: string;
}

/** Cards of which only the number is known, and the one that lies open on top, if any. */
export interface Pile {
  name: string;
  count: number;
  side?: number | null;
  top?: number | null;
  note?: string;
}

/** What a side knows of a cup: what is still in it, what was drawn and when, what was held back. */
export interface Cup {
  name: string;
  inside: Chits[];
  drawn?: Draw[];
  aside?: Chits[];
  hidden?: number;
  odds?: Headline[];
  rule?: string;
}

/** So many chits of a kind, and why they lie where they do. */
export interface Chits {
  chit: number;
  count?: number;
  note?: string;
}

/** One headline of a forecast, such as the chance to clear the area. */
export interface Headline {
  text: string;
  chance: number;
}

/** Counters off the map that belong together; those that are choices are chosen by a click. */
export interface Tray {
  name: string;
  pieces: number[];
  note?: string;
  side?: number | null;
  rule?: string;
}

/** A question that comes again and again, and the answer that is given to it until another is set. */
export interface Standing {
  verb: string;
  question: string;
  options: StandingOption[];
  now: number;
  asked?: boolean;
  rule?: string;
}

/** One standing answer: the target of the verb that sets it, and its words. */
export interface StandingOption {
  target: number;
  text: string;
}

/** A marker on a track: the numbers of the track in `Scene.tracks` and of the space, and a few words. */
export interface Marker {
  track: number;
  at: number;
  side?: number | null;
  text?: string;
}

/** What one choice means: its words, and for a move its cost and the places on the way. */
export interface Hint {
  verb: string;
  target: number | null;
  label: string;
  cost?: number | string | null;
  path?: number[];
}

/** An overlay drawn: a tint class and words for each place. */
export interface Shading {
  key: string;
  places: Record<number, string>;
  notes: Record<number, string>;
  legend: Record<string, string>;
}

/** The rules help of a title. */
export interface Handbook {
  title: string;
  name: string;
  chapters: Chapter[];
}

/** A chapter of the rules help with its introduction. */
export interface Chapter {
  key: string;
  name: string;
  intro: string;
  rules: RuleText[];
}

/** One rule in our own words. */
export interface RuleText {
  id: string;
  section: string;
  text: string;
  example: string;
}

/** All that a title has for newcomers; briefings by scenario. */
export interface Learning {
  title: string;
  name: string;
  briefings: Record<string, Briefing>;
  guides: Guide[];
  lessons: Lesson[];
}

/** A scenario told before it begins: who wants what, what wins, three tips, and where it happens. */
export interface Briefing {
  german: string;
  allied: string;
  wins: string;
  tips: string[];
  places: number[];
}

/** A guided game. */
export interface Guide {
  key: string;
  name: string;
  note: string;
  scenario: string;
  seats: string[];
  seed: number;
  steps: GuideStep[];
}

/** One sentence of a guided game, what it points at, and what it waits for. */
export interface GuideStep {
  say: string;
  rings: Ring[];
  goal: Goal;
}

/** Something to point at: a piece, a place or a card by number, a button by its verb. */
export interface Ring {
  kind: "button" | "card" | "piece" | "place";
  id: number;
  verb: string;
}

/** What a step waits for. */
export interface Goal {
  kind: "did" | "log" | "next" | "over" | "picked" | "turn";
  verb: string;
  targets: number[];
}

/** A lesson: what to do, the answers that do it, those that count as done, and why. */
export interface Lesson {
  key: string;
  chapter: string;
  rule: string;
  name: string;
  say: string;
  why: string;
  do: ([string, number | null])[];
  goals: ([string, number | null])[];
}

/** The exact odds of a battle, in progress or proposed, in the form every title's panel shows. */
export interface Forecast {
  place: number;
  headlines: Headline[];
  attackers: UnitForecast[];
  defenders: UnitForecast[];
  modifiers: ModifierLine[];
  attackers_left: number[];
  defenders_left: number[];
  assumption: string;
  column: string;
  outcomes: ResultLine[];
  strength_name: string;
}

/** What may become of one unit: the probability of each strength it may be left with, 0 first. */
export interface UnitForecast {
  unit: number;
  strength: number;
  left: number[];
}

/** One circumstance that counts, with its rule and the side it helps; the sign alone does not tell whom. */
export interface ModifierLine {
  rule: string;
  text: string;
  value: number;
  helps: "" | "attacker" | "defender";
}

/** One result of a table: how likely it is, the dice that give it, and what it means. */
export interface ResultLine {
  text: string;
  chance: number;
  dice: number[];
  note: string;
}

/** Answer the pending decision. `at` is the position the player was looking at. */
export interface Act {
  t: "act";
  at: number;
  verb: string;
  target?: number | null;
}

/** Several answers in a row, as far as they are taken, as one step: a stack gathered, advice carried out. */
export interface Acts {
  t: "acts";
  at: number;
  answers: ([string, number | null])[];
  back?: boolean;
  skip?: boolean;
}

/** Units that do the same one after the other, as one step. Each part is played whole or not at all. */
export interface Group {
  t: "group";
  at: number;
  parts: (([string, number | null])[])[];
}

/** Take back the last action, several that were one gesture, or everything that can be. */
export interface Undo {
  t: "undo";
  at: number;
  all?: boolean;
  count?: number;
}

/** Ask what the table looks like with something taken up, without doing it: nobody else is told. */
export interface Peek {
  t: "peek";
  at: number;
  hand: ([string, number | null])[];
}

/** Ask why an answer would be refused. Of several ways to answer with the same click, the first reason counts. */
export interface WhyNot {
  t: "why";
  at: number;
  target: number | null;
  verbs: string[];
  hand?: ([string, number | null])[];
}

/** Ask what some choices mean: those the player points at, or those he sees as words. */
export interface Hints {
  t: "hints";
  at: number;
  answers: ([string, number | null])[];
  hand?: ([string, number | null])[];
}

/** Ask for the exact odds of the battle in progress, or of the one a choice leads to. */
export interface Odds {
  t: "odds";
  at: number;
  verb?: string | null;
  target?: number | null;
  hand?: ([string, number | null])[];
}

/** Ask for an overlay. */
export interface Shade {
  t: "shade";
  at: number;
  overlay: string;
}

/** Ask what there is to know of a place: the one the player points at. */
export interface Inspect {
  t: "inspect";
  at: number;
  place: number;
  hand?: ([string, number | null])[];
}

/** Ask for what happened since this seat last acted, as frames of a replay. */
export interface Since {
  t: "since";
  at: number;
}

/** Ask the staff officer what he would do, and what he thinks of the last move. */
export interface Advise {
  t: "advise";
  at: number;
}

/** Let the computer that is thinking play the best it has found so far. */
export interface Hurry {
  t: "hurry";
  at: number;
}

/** A word to the others at the table, under the name the player goes by. */
export interface Say {
  t: "say";
  at: number;
  text: string;
  name?: string;
}

/** The first message: who you are at which game, and the whole view. */
export interface Welcome {
  t: "welcome";
  game: number;
  name: string;
  title: string;
  scenario: string;
  options: Record<string, unknown>;
  side: number | null;
  seats: SeatLink[];
  at: number;
  look: Look;
  log: Picture[];
  undo: number;
  undo_reaches: string;
  commitment: string;
  since: number;
  present: (number | null)[];
  problem: string;
  talk: Said[];
}

/** A seat of a game. Its token is told only to whom it belongs. */
export interface SeatLink {
  side: number | null;
  kind: string;
  token?: string;
}

/** An event for the log and for animation. */
export interface Picture {
  kind: string;
  text: string;
  rule: string;
  pieces?: number[];
  path?: number[];
  place?: number | null;
  crossing?: number | null;
  dice?: number[];
  need?: number | null;
  target?: number | null;
  side?: number | null;
}

/** A word at the table: who said it, and when (seconds since 1970). */
export interface Said {
  t: "said";
  side: number;
  name: string;
  text: string;
  when: number;
}

/** A new position: what changed in the view, and what happened. With `fresh` the view is whole. */
export interface Position {
  t: "position";
  at: number;
  look: Partial<Look>;
  keep: number;
  log: Picture[];
  undo: number;
  undo_reaches: string;
  by: number | null;
  fresh: boolean;
}

/** An answer was refused, with the rule. The position is as it was. */
export interface Refused {
  t: "refused";
  at: number;
  rule: string;
  text: string;
  verb: string;
  target: number | null;
}

/** What became of a group: the parts that were not played. */
export interface Behind {
  t: "behind";
  at: number;
  left: Left[];
}

/** A part of a group that was not played, and why; or that `waits` until the other side has decided. */
export interface Left {
  part: number;
  rule: string;
  text: string;
  waits?: boolean;
}

/** What changes in the view with this taken up. The position is as it was. */
export interface Peeked {
  t: "peek";
  at: number;
  hand: ([string, number | null])[];
  look: Record<string, unknown>;
}

/** Why not; without a rule nothing speaks against it. */
export interface ToldWhy {
  t: "why";
  at: number;
  target: number | null;
  rule: string;
  text: string;
}

/** What the choices asked about mean. */
export interface Meaning {
  t: "hints";
  at: number;
  hints: Hint[];
}

/** The odds asked for, or null where there is no battle. */
export interface ToldOdds {
  t: "odds";
  at: number;
  verb: string | null;
  target: number | null;
  forecast: Forecast | null;
}

/** The overlay asked for. */
export interface Shaded {
  t: "shade";
  at: number;
  shading: Shading;
}

/** What there is to know of a place. */
export interface Inspected {
  t: "inspect";
  at: number;
  place: number;
  facts: Fact[];
}

/** Up to three courses for the pending decision, best first, and the last move that can still be taken back. */
export interface Advice {
  t: "advice";
  at: number;
  courses: Course[];
  mine: Comparison | null;
}

/** A course of action: what to do, what it is worth, and why. */
export interface Course {
  name: string;
  text: string;
  actions: ([string, number | null])[];
  points: number;
  reasons: Argument[];
  cleared: number | null;
  own_loss: number | null;
  enemy_loss: number | null;
  risk: string;
}

/** One part of a judgement, in points for the side that asks. */
export interface Argument {
  text: string;
  points: number;
}

/** A player's idea beside the staff's: points, and where the difference comes from. */
export interface Comparison {
  mine: Course;
  best: Course;
  difference: number;
  reasons: Argument[];
}

/** What happened since: the view at the start, then frames up to `at`. */
export interface Frames {
  t: "since";
  at: number;
  look: Look;
  frames: Frame[];
}

/** One step of a replay: what changed in the view, and what happened. */
export interface Frame {
  look: Partial<Look>;
  log: Picture[];
  by: number | null;
}

/** Who is at the table; null for spectators. */
export interface Present {
  t: "present";
  present: (number | null)[];
}

/** A message that cannot be read or that asks for what does not exist. */
export interface Bad {
  t: "bad";
  text: string;
}

/** Everything one can start. */
export interface Menu {
  version: string;
  titles: TitleInfo[];
  computers: Computer[];
  maps: Record<string, string>;
  at_home: boolean;
  languages: string[];
}

/** A title on the menu. */
export interface TitleInfo {
  key: string;
  name: string;
  sides: string[];
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  presets: PresetInfo[];
}

/** A scenario on the menu. */
export interface ScenarioInfo {
  key: string;
  name: string;
  length: string;
  note: string;
  made_for: string;
  balance: BalanceInfo | null;
}

/** How a scenario goes between two computers of a kind, and the handicap that about evens it. */
export interface BalanceInfo {
  agent: string;
  games: number;
  german_wins: number;
  handicap: number;
}

/** An option on the menu; `low` and `high` bound a number. It needs some others on and excludes some. */
export interface OptionInfo {
  key: string;
  name: string;
  note: string;
  default: boolean | number;
  low: number;
  high: number;
  needs: string[];
  excludes: string[];
  scenarios: string[];
}

/** A choice of options with a name; `values` has by scenario what it sets, the others keep their defaults. */
export interface PresetInfo {
  key: string;
  name: string;
  note: string;
  values: Record<string, Record<string, boolean | number>>;
}

/** A program to play against; the five ranks are for players, the others for the curious. */
export interface Computer {
  key: string;
  note: string;
  rank: boolean;
}

/** A game to be started. Seats are "you", "person" or "computer NAME", one per side. */
export interface NewGame {
  title: string;
  scenario: string;
  seats: string[];
  options?: Record<string, boolean | number>;
  name?: string;
  seed?: number | null;
}

/** A game on the list. */
export interface GameInfo {
  id: number;
  name: string;
  title: string;
  title_name: string;
  scenario: string;
  scenario_name: string;
  standing: string;
  over: boolean;
  touched: number;
  seats: SeatLink[];
  problem: string;
}

/** A whole game, step by step. */
export interface Replay {
  title: string;
  scenario: string;
  options: Record<string, unknown>;
  name: string;
  commitment: string;
  look: Look;
  log: Picture[];
  frames: Frame[];
  jumps: Jump[];
}

/** A place in a replay worth jumping to. */
export interface Jump {
  frame: number;
  kind: string;
  text: string;
}

/** What a computer meant to do: the order of one phase. `line` is the length of the log when it was given. */
export interface WrittenOrder {
  number: number;
  line: number;
  side: number;
  lines: string[];
}

/** A finished game looked at again. */
export interface Review {
  title: string;
  scenario: string;
  options: Record<string, unknown>;
  name: string;
  report: Report;
  orders: WrittenOrder[];
  dice: string;
}

/** A game in review. Figures are for the German: what helps him is positive; only skill is each side's own. */
export interface Report {
  level: string;
  score: number;
  start: number;
  end: number;
  luck: number;
  skill_german: number;
  skill_allied: number;
  timeline: Moment[];
  battles: Throw[];
  turning_points: Throw[];
  dice: Record<string, DiceCount>;
  draws: Record<string, DrawCount>;
  chance_of: string;
  chance_note: string;
}

/** The start of a phase: the score to be expected, and the German chance of winning if one is shown. */
export interface Moment {
  move: number;
  clock: string;
  side: string;
  win: number | null;
  value: number;
}

/** A battle, or another throw of dice: what all its dice did together. */
export interface Throw {
  move: number;
  clock: string;
  text: string;
  dice: number;
  luck: number;
  win_before: number | null;
  win_after: number | null;
}

/** The faces of one kind of die over a game, with the band in which 95 % of fair dice would fall. */
export interface DiceCount {
  faces: number[];
  rolled: number;
  mean: number;
  expected: number;
  low95: number;
  high95: number;
}

/** The draws of one kind over a game, from a cup or a deck: how many, and what they did for the German. */
export interface DrawCount {
  drawn: number;
  luck: number;
  name: string;
}

/** Why a request failed. */
export interface Problem {
  text: string;
}

export type FromClient = Act | Acts | Group | Undo | Peek | WhyNot | Hints | Odds | Shade | Inspect | Since | Advise | Hurry | Say;

export type ToClient = Welcome | Position | Refused | Behind | Peeked | ToldWhy | Meaning | ToldOdds | Shaded | Inspected | Advice | Frames | Present | Said | Bad;
