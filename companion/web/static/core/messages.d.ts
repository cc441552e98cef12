// What the box and its pages say to each other, for the type check; docs/web.md has the meaning.

export type Role = { seat: number | null; host: boolean; play: boolean };
/** With the fill of the seat's pieces, where it has one. */
export type Player = { name: string; colour: string; claimed: boolean; here: boolean };
export type Game = { id: string; title: string; rules: boolean };
/** A colour to play with, and the seat of whoever has chosen it. */
export type Colour = { colour: string; fill: string; name: string; seat: number | null };
export type Lobby = {
  key: string;
  title: string;
  answers: string[];
  /** What each answer means; empty where it speaks for itself. */
  lines: string[];
  cursor: number;
  /** The answer that is recommended. */
  best: number | null;
  /** Whether those who have come can take their seats now. */
  gather: boolean;
  /** Whether it is still asked who plays. */
  seating: boolean;
  /** How many of the answers, from the first, are people who have played before. */
  parties: number;
  /** Those of the chosen game's pieces. */
  colours: Colour[];
  /** What the box assumes to be printed; if `open`, its squares are the first answers. */
  sheet: Sheet | null;
};
export type Sheet = { rows: Printed[][]; open: boolean };
export type Printed = { name: string; sign: string; fill: string };
export type Turn = {
  current: number | null;
  awaited: number[];
  over: boolean;
  winners: number[];
  laying: boolean;
  paused: boolean;
};
export type Notice = {
  message: string;
  rule: string;
  refused: boolean;
  /** Whether it says what is still to be done. */
  due: boolean;
  why: string;
};
/** What an emblem is drawn with; its height is 1, and its usual end is left out. */
export type Mark = [
  look: string,
  x?: number,
  y?: number,
  width?: number,
  height?: number,
  sign?: string,
  turn?: number,
];
export type Line = {
  left: string;
  right: string;
  icon: string;
  mark: string;
  drawn?: Mark[];
  rule?: string;
};
/** What is in play and has a rule of its own, and where it lies. */
export type InPlay = { name: string; rule: string; places: string[] };
/** Of the seat that has to do it; of everybody without one. */
export type Task = { text: string; seat: number | null; drawn?: Mark[] };
export type ScoreLine = {
  player: number;
  points: number;
  rule: string;
  because: string;
  places: string[];
  drawn?: Mark[];
};

/** In milliseconds. */
export type SeatTime = {
  used: number;
  left: number | null;
  delay: number;
  periods: number;
  overtime: number;
};
export type Clock = { kind: string; paused: boolean; running: number[]; seats: SeatTime[] };

export type Area = { x: number; y: number; w: number; h: number };
export type Space = Area & { id: string; shape: string; label: string };
/** A zone that is a `strip` is shown apart where there is little room. */
export type Zone = Area & { caption: string; strip: boolean; team: number };
export type Look = {
  shape: string;
  fill: string;
  pattern: string;
  icon: string;
  sign: string;
  size: number;
};
/** Rows of an icon by its name; `#` is a pixel. */
export type Icons = Record<string, string[]>;
export type Picture = {
  size: [width: number, height: number];
  spaces: Space[];
  zones: Zone[];
  /** The name of the spaces that a path leads through, in the order of their numbers. */
  trail: string;
  looks: Record<string, Look>;
  icons: Icons;
};
export type Sprite = {
  look: string;
  place: string;
  name: string;
  turn: number;
  piece: string;
  sign: string;
  rule?: string;
};
export type Cell = { icon: string; mark: string; place: string };

export type Option = { label: string; places: string[]; drawn?: Mark[]; ends?: boolean };
export type Choices = { mine: boolean; selected: string[]; options: Option[] };
export type Device = {
  name: string;
  state: "absent" | "starting" | "ok" | "degraded";
  detail: string;
  bad: number;
};
export type Claim = { seat: number; here: boolean };
/** With the rows of the QR code; `#` is a dark module. */
export type Join = { address: string; code: string; reachable: boolean; qr: string[] };
/** With the rows of the QR code. */
export type Along = { address: string; qr: string[] };
export type Hardware = {
  panel: [width: number, height: number] | null;
  buttons: string[];
  lamps: string[];
  readers: string[];
};
/** What a button of the box does now, and what it does if it is held. */
export type Use = { button: string; click?: string; hold?: string };
export type Piece = { piece: string; name: string };

/** Who stands where after the end, best first, and the game's number in the archive, or 0. */
export type End = { podium: { seats: number[]; place: number; points: number }[]; play: number };
/** Somebody would like to take back a step. */
export type Wish = { seat: number; asked: number[]; refused: number | null };

/** Of the panel. */
export type Brightness = "low" | "middle" | "full";

export type View = {
  players: Player[];
  game?: Game | null;
  lobby?: Lobby | null;
  unsaved?: string;
  /** Whether points rest on assumptions about the owner's copy. */
  unsure?: boolean;
  turn?: Turn;
  prompt?: string;
  status?: string;
  notice?: Notice | null;
  tasks?: Task[];
  summary?: Line[];
  parts?: InPlay[];
  clock?: Clock | null;
  scores?: ScoreLine[];
  totals?: number[] | null;
  curve?: number[][] | null;
  end?: End | null;
  /** The page of a game that is over, for phones before a big screen. */
  along?: Along | null;
  picture?: Picture | null;
  sprites?: Sprite[];
  diagram?: Cell[][] | null;
  seat?: number;
  undo?: "" | "own" | "ask";
  wish?: Wish | null;
  private?: Line[];
  outlook?: Line[];
  choices?: Choices | null;
  corrections?: Choices | null;
  devices?: Device[];
  claims?: Claim[];
  alerts?: string[];
  language?: string;
  sound?: boolean;
  brightness?: Brightness;
  /** What a host may order, with what each order does now. */
  can?: Partial<Record<Command, string>>;
  computer?: boolean;
  join?: Join | null;
  hardware?: Hardware | null;
  keys?: Use[];
  tray?: Piece[];
};

export type LogLine = {
  n: number;
  kind: "action" | "chance" | "correction" | "undo" | "edit" | "pause" | "resume";
  player: number | null;
  text: string;
  rule: string;
  undone: boolean;
  drawn?: Mark[];
  secret?: boolean;
  to?: number;
  gone?: number[];
  back?: number[];
};

// What the server sends.

export type Hello = {
  kind: "hello";
  seq: number;
  run: number;
  role: Role;
  languages: string[];
};
export type Whole = { kind: "state"; seq: number; reset: true; view: View; log: LogLine[] };
export type Change = {
  kind: "state";
  seq: number;
  reset: false;
  view: { [K in keyof View]?: View[K] | null };
  /** How to make lists of the view of those before. */
  lists?: Lists;
  log: LogLine[];
};
/** New objects, and runs of those that lay one after the other in the list before. */
export type Steps<T> = (T | [first: number, count: number])[];
export type Lists = {
  sprites?: Steps<Sprite>;
  scores?: Steps<ScoreLine>;
  summary?: Steps<Line>;
  parts?: Steps<InPlay>;
  private?: Steps<Line>;
  outlook?: Steps<Line>;
  keys?: Steps<Use>;
};
export type Answer =
  | { kind: "done"; of: number }
  | { kind: "refused" | "error"; of: number | null; code: string; message: string; rule?: string };
export type Fate = { kind: "fate"; of: number; answer: Answer };
/** What a button or a reader has felt, while the host tries them. */
export type Felt =
  | { kind: "felt"; button: string; down: boolean }
  | {
      kind: "felt";
      reader: string;
      zone: string;
      tag: string;
      piece: string;
      there: boolean;
    };
/** What is told by events of the connection; the panel's bytes are a `frame`. */
export type News = {
  advice: { kind: "advice"; lines: Line[] };
  lamps: { kind: "lamps"; lamps: Record<string, boolean[]> };
  tone: { kind: "tone"; hertz: number | null };
  tags: { kind: "tags"; readers: Record<string, string[]> };
  fitted: { kind: "fitted"; buttons: Record<string, string>; readers: string[] };
  felt: Felt;
  /** With the steps at which another turn begins. */
  replay: {
    kind: "replay";
    at: number;
    of: number;
    view: View;
    label: string;
    turns: number[];
  };
};
export type Message = Hello | Whole | Change | Answer | Fate | News[keyof News];

// What a page says.

export type Command =
  | "undo"
  | "pause"
  | "resume"
  | "correct"
  | "confirm"
  | "back"
  | "next"
  | "previous"
  | "leave";

type Nothing = Record<never, never>;
/** The fields of each kind. */
type Fields = {
  choose: { option: number };
  pick: { place: string };
  back: Nothing;
  done: Nothing;
  advise: Nothing;
  take_back: Nothing;
  agree: { yes: 0 | 1 };
  command: { command: Command };
  correcting: { open: boolean };
  correct: { option: number };
  trying: { open: boolean };
  answer: { option: number };
  language: { language: string };
  sound: { on: boolean };
  brightness: { level: Brightness };
  unseat: { seat: number };
  press: { button: string };
  release: { button: string };
  lay: { piece: string; reader: string };
  lift: { reader: string };
  do: { option: number };
  replay: { at: number };
  gather: Nothing;
  colour: { colour: string };
  again: Nothing;
  beat: Nothing;
  fate: { of: number };
};
/** A kind with its fields, which are left out where there are none. */
export type Said = {
  [K in keyof Fields]: Nothing extends Fields[K] ? [kind: K] : [kind: K, fields: Fields[K]];
}[keyof Fields];
