// Made by `python -m tools.protocol` from companion/protocol: what a box and its pages
// say to each other. docs/protocol.md has the meaning.

export type Command = "undo" | "pause" | "resume" | "correct" | "confirm" | "back" | "next" | "previous" | "leave";
export type Brightness = "low" | "middle" | "full";
export type Icons = Record<string, string[]>;
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
/** Who sits there, with the fill of the seat's pieces, where it has one. */
export type Player = {
  name: string;
  colour: string;
  claimed: boolean;
  here: boolean;
};
/** The game on the table; ``rules`` says whether its rules have words. */
export type Game = {
  id: string;
  title: string;
  rules: boolean;
};
/** A colour to play with, and the seat of whoever has chosen it. */
export type Colour = {
  colour: string;
  fill: string;
  name: string;
  seat: number | null;
};
/** A square as it is printed. */
export type Printed = {
  name: string;
  sign: string;
  fill: string;
};
/** The printed sheet that the box assumes; if ``open``, its squares are the first answers. */
export type Sheet = {
  rows: Printed[][];
  open: boolean;
};
/** The question of a setup. */
export type Lobby = {
  key: string;
  /** The name of the game that was chosen, else empty. */
  game: string;
  title: string;
  answers: string[];
  /** Explanation of each answer; empty where it speaks for itself. */
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
  /** Squares that the box assumes to be printed on a copy. */
  sheet: Sheet | null;
};
/** Whose turn it is; numbers are seats. */
export type Turn = {
  current: number | null;
  awaited: number[];
  over: boolean;
  winners: number[];
  laying: boolean;
  /** Whether the box waits for key presses before it draws the setup. */
  drawing: boolean;
  paused: boolean;
};
/** A message of the table. */
export type Notice = {
  message: string;
  rule: string;
  refused: boolean;
  /** Whether it says what is still to be done. */
  due: boolean;
  /** A robot's expectation of its move, else empty. */
  why: string;
};
/** A line in words; ``rule`` where it names something with a rule of its own. */
export type Line = {
  left: string;
  right: string;
  icon: string;
  mark: string;
  drawn?: Mark[];
  rule?: string;
};
/** An element in play with a rule of its own, and its place. */
export type InPlay = {
  name: string;
  rule: string;
  places: string[];
};
/** A task at the table, and the seat that has to do it, or everybody. */
export type Task = {
  text: string;
  seat: number | null;
  drawn?: Mark[];
};
/** Points, and what they are for. */
export type ScoreLine = {
  player: number;
  points: number;
  rule: string;
  because: string;
  places: string[];
  drawn?: Mark[];
};
/** The time of a seat in milliseconds; ``left`` is ``null`` without a limit. */
export type SeatTime = {
  used: number;
  left: number | null;
  delay: number;
  periods: number;
  overtime: number;
};
/** The clocks at the time of sending; the page counts on. */
export type Clock = {
  kind: string;
  paused: boolean;
  running: number[];
  /** The seats whose clocks people have stopped. */
  stopped: number[];
  seats: SeatTime[];
};
/** A rectangle of the board. */
export type Area = {
  x: number;
  y: number;
  w: number;
  h: number;
};
/** A space of the board. */
export type Space = {
  x: number;
  y: number;
  w: number;
  h: number;
  id: string;
  shape: string;
  label: string;
};
/** A zone of the board. */
export type Zone = {
  x: number;
  y: number;
  w: number;
  h: number;
  caption: string;
  team: number;
};
/** How a kind of thing looks; ``name`` where a thing without one of its own has that. */
export type Look = {
  shape: string;
  fill: string;
  pattern: string;
  icon: string;
  sign: string;
  size: number;
  name?: string;
};
/** What a phone shows of the board; zones by their numbers. */
export type Phone = {
  /** Shown large; without any, all that is not in the overview. */
  place: number[];
  /** Each of them is one tap away. */
  overview: number[];
  /** Spaces of one's own seat, such as ``dice``; ``r*`` are those whose name begins so. */
  mine: string[];
};
/** The board, sent once. */
export type Picture = {
  /** Width and height. */
  size: [number, number];
  spaces: Space[];
  zones: Zone[];
  phone: Phone;
  /** The name of the spaces that a path leads through, in the order of their numbers. */
  trail: string;
  looks: Record<string, Look>;
  /** Rows of an icon by its name; ``#`` is a pixel. */
  icons: Icons;
};
/** A piece on a space; ``rule`` where its kind has one. */
export type Sprite = {
  look: string;
  place: string;
  name: string;
  turn: number;
  piece: string;
  sign: string;
  rule?: string;
};
/** A square of a diagram. */
export type Cell = {
  icon: string;
  mark: string;
  place: string;
};
/** What can be chosen; ``ends`` marks the end of a turn. */
export type Option = {
  label: string;
  places: string[];
  drawn?: Mark[];
  ends?: boolean;
};
/** Possible choices, and the selection so far. */
export type Choices = {
  mine: boolean;
  selected: string[];
  options: Option[];
};
/** A device of the box; ``bad`` counts damaged frames. */
export type Device = {
  name: string;
  state: "absent" | "starting" | "ok" | "degraded";
  detail: string;
  bad: number;
};
/** A seat that a phone has taken. */
export type Claim = {
  seat: number;
  here: boolean;
};
/** How phones join, with the rows of the QR code; ``#`` is a dark module. */
export type Join = {
  address: string;
  code: string;
  /** Whether phones can come there. */
  reachable: boolean;
  qr: string[];
};
/** The page of a game that is over, with the rows of its QR code. */
export type GameLink = {
  address: string;
  qr: string[];
};
/** Hardware of the virtual box; ``panel`` is its width and height. */
export type Hardware = {
  panel: [number, number] | null;
  buttons: string[];
  lamps: string[];
  readers: string[];
  knobs: string[];
};
/** Label of a button of the box, for a click, a long press, and turns of the knob above it. Turning it back is not named where it is turning the other way and nothing else. */
export type ButtonLabels = {
  button: string;
  click?: string;
  hold?: string;
  turn?: string;
  turn_back?: string;
};
/** A piece that has a tag. */
export type Piece = {
  piece: string;
  name: string;
};
/** Seats that share a place; a team has the sum of its points. */
export type RankingPlace = {
  seats: number[];
  place: number;
  points: number;
};
/** Who stands where, best first; ``play`` is the game's number in the archive, or 0. */
export type FinalRanking = {
  podium: RankingPlace[];
  play: number;
};
/** Somebody would like to take back a step; others are asked, or one has refused. */
export type TakeBackRequest = {
  seat: number;
  asked: number[];
  refused: number | null;
};
/** View of a table: the open part, and the private part of the viewer. */
export type View = {
  /** Before a game those who have come. */
  players: Player[];
  /** ``null`` during a setup. */
  game?: Game | null;
  /** The question of a setup, ``null`` in a game. */
  lobby?: Lobby | null;
  /** A text that must be visible while the last moves are not durable; else empty. */
  unsaved?: string;
  /** Whether points rest on assumptions about the owner's copy: pages then mark them. */
  unsure?: boolean;
  turn?: Turn;
  prompt?: string;
  status?: string;
  notice?: Notice | null;
  /** What people are to do; while ``laying``, the steps of the setup, one after the other. */
  tasks?: Task[];
  summary?: Line[];
  /** Buildings and tiles first, then kinds of things, whose spaces are those of the sprites. */
  parts?: InPlay[];
  clock?: Clock | null;
  /** What lies open. */
  scores?: ScoreLine[];
  /** The points of each seat's side, or ``null`` while some are hidden. */
  totals?: number[] | null;
  /** After the end, the totals in the course of the game: at most 61 lists of points. */
  curve?: number[][] | null;
  end?: FinalRanking | null;
  /** For the big screen, after the end. */
  along?: GameLink | null;
  /** ``null`` for a game without one. */
  picture?: Picture | null;
  sprites?: Sprite[];
  diagram?: Cell[][] | null;
  /** For a seat: its number. */
  seat?: number;
  /** For a seat: ``own`` if it can take its last step back, ``ask`` if others have acted since. */
  undo?: "" | "own" | "ask";
  wish?: TakeBackRequest | null;
  /** For a seat: what it alone may know. */
  private?: Line[];
  /** For a seat: what each of its choices would change. */
  outlook?: Line[];
  /** For a seat and the box. */
  choices?: Choices | null;
  /** For a host who has them open. */
  corrections?: Choices | null;
  /** For the host. */
  devices?: Device[];
  /** For the host. */
  claims?: Claim[];
  /** For the host. */
  alerts?: string[];
  /** For the host: the language of the box. */
  language?: string;
  /** For the host: whether the box sounds. */
  sound?: boolean;
  /** For the host: that of the panel. */
  brightness?: Brightness;
  /** For the host: the commands that do something now, each with what it does. */
  can?: Partial<Record<Command, string>>;
  /** For the host: whether there is a page ``/computer``. */
  computer?: boolean;
  /** For the host and the box, before a game for the big screen too. */
  join?: Join | null;
  /** For the box. */
  hardware?: Hardware | null;
  /** For the box: what each button does. */
  keys?: ButtonLabels[];
  /** For the box: the pieces that have a tag. */
  tray?: Piece[];
};
/** A line of the log; what is only a step towards something has none. */
export type LogLine = {
  n: number;
  kind: "action" | "chance" | "correction" | "undo" | "edit" | "pause" | "resume";
  player: number | null;
  text: string;
  rule: string;
  undone: boolean;
  drawn?: Mark[];
  /** Whether not all may read it. */
  secret?: boolean;
  /** All earlier lines whose ``n`` is greater are taken back. */
  to?: number;
  /** The lines that do not count any more. */
  gone?: number[];
  /** The lines that count again. */
  back?: number[];
};

// What the box says.

/** Role of a page at the table. */
export type PageRights = {
  seat: number | null;
  host: boolean;
  play: boolean;
};
/** The first message: the number of the newest state, and that of this run of the box. */
export type Hello = {
  kind: "hello";
  seq: number;
  run: number;
  role: PageRights;
  languages: string[];
};
/** A message was taken. */
export type DoneReply = {
  kind: "done";
  of: number;
};
/** The rules say no. */
export type RefusalReply = {
  kind: "refused";
  of: number | null;
  code: string;
  rule: string;
  message: string;
};
/** A message means nothing, or nothing now; ``code`` says why. */
export type ErrorReply = {
  kind: "error";
  of: number | null;
  code: string;
  message: string;
};
/** Acknowledgement of an earlier message. */
export type AckReply = {
  kind: "fate";
  of: number;
  answer: DoneReply | RefusalReply | ErrorReply;
};
/** Which choices are best, and why. */
export type AdviceReply = {
  kind: "advice";
  lines: Line[];
};
/** Which LEDs of each lamp of the virtual box are lit: one, or three for their colours. */
export type LampsMessage = {
  kind: "lamps";
  lamps: Record<string, boolean[]>;
};
/** The tone that sounds at the virtual box, ``null`` in silence. */
export type ToneMessage = {
  kind: "tone";
  hertz: number | null;
};
/** The pieces that lie on each reader of the virtual box. */
export type TagsMessage = {
  kind: "tags";
  readers: Icons;
};
/** Devices that can be tested: buttons with their pins, and readers. */
export type FittingsMessage = {
  kind: "fitted";
  buttons: Record<string, string>;
  readers: string[];
};
/** A button has gone down or up, while a host tries them. */
export type ButtonTestMessage = {
  kind: "felt";
  button: string;
  down: boolean;
};
/** The game as it was after ``at`` of ``of`` steps; with ``turns`` another turn begins. */
export type ReplayReply = {
  kind: "replay";
  at: number;
  of: number;
  view: View;
  label: string;
  turns: number[];
};
/** A tag has come or left, while a host tries the readers; ``piece`` may be empty. */
export type TagTestMessage = {
  kind: "felt";
  reader: string;
  zone: string;
  tag: string;
  piece: string;
  there: boolean;
};
export type Whole = { kind: "state"; seq: number; reset: true; view: View; log: LogLine[] };
export type Change = {
  kind: "state";
  seq: number;
  reset: false;
  /** What has changed; what is `null` may be gone. */
  view: { [K in keyof View]?: View[K] | null };
  /** How to make lists of the view of those before. */
  lists?: Lists;
  log: LogLine[];
};
/** New objects, and runs of those that lay one after the other in the list before. */
export type Steps<T> = (T | [first: number, count: number])[];
export type Lists = {
  summary?: Steps<Line>;
  parts?: Steps<InPlay>;
  scores?: Steps<ScoreLine>;
  sprites?: Steps<Sprite>;
  private?: Steps<Line>;
  outlook?: Steps<Line>;
  keys?: Steps<ButtonLabels>;
};
export type Answer = DoneReply | RefusalReply | ErrorReply;
export type Felt = ButtonTestMessage | TagTestMessage;
/** The events of the connection with their details; the panel's bytes are a `frame`. */
export type BoxEvents = {
  advice: AdviceReply;
  lamps: LampsMessage;
  tone: ToneMessage;
  tags: TagsMessage;
  fitted: FittingsMessage;
  felt: ButtonTestMessage | TagTestMessage;
  replay: ReplayReply;
};
export type Message = Hello | Whole | Change | Answer | AckReply | BoxEvents[keyof BoxEvents];

// What a page says.

type Nothing = Record<never, never>;
/** The fields of each kind. */
type Fields = {
  /** Take an option of ``choices``, or narrow what is left; each connection selects for itself. */
  choose: { option: number };
  /** A space was touched. */
  pick: { place: string };
  /** Go one step back in the selection. */
  back: Nothing;
  /** Say that the turn is over, or the task done: the same as the button at the seat. */
  done: Nothing;
  /** Take back the own last step, or ask those who have acted since. */
  take_back: Nothing;
  /** Answer somebody else's ``take_back``: ``yes`` is 1 or 0. */
  agree: { yes: 0 | 1 };
  /** Ask which of the seat's choices are best. */
  advise: Nothing;
  /** Give a command to the table. */
  command: { command: Command };
  /** Open the list of corrections, or close it again; nobody else is told. */
  correcting: { open: boolean };
  /** Choose among ``corrections``. */
  correct: { option: number };
  /** Have told what buttons and readers feel, or no longer. */
  trying: { open: boolean };
  /** Answer the question of the setup; a seat may name those who played before (``parties``). */
  answer: { option: number };
  /** Switch the box to another language. */
  language: { language: string };
  /** Switch the buzzer and what is spoken on or off. */
  sound: { on: boolean };
  /** Set how bright the panel is. */
  brightness: { level: Brightness };
  /** Milliseconds more for a seat, or for everybody; less if they are negative. */
  add_time: { time: number; seat: number | null };
  /** Stop the clock of a seat, or let it run again (``on``). */
  switch_clock: { seat: number; on: boolean };
  /** Other times from now on: a time control, with its times in milliseconds. */
  set_times: { control: string; main: number; extra: number; periods: number };
  /** Take a seat from the phone that has it. */
  unseat: { seat: number };
  /** A button of the virtual box goes down. */
  press: { button: string };
  /** A button of the virtual box goes up. */
  release: { button: string };
  /** A knob of the virtual box is turned by detents, clockwise above 0. */
  turn: { button: string; by: number };
  /** A piece is placed on a reader of the virtual box. */
  lay: { piece: string; reader: string };
  /** A reader of the virtual box is cleared. */
  lift: { reader: string };
  /** Have the robot press the buttons and lay the pieces that an option needs. */
  do: { option: number };
  /** Before a game: all who have come take their seats. */
  gather: Nothing;
  /** After the end: the same people play the same game once more. */
  again: Nothing;
  /** Before a game: ask for one of the colours of ``lobby``, or for any by an empty one. */
  colour: { colour: string };
  /** Ask whether the line still works. */
  beat: Nothing;
  /** Ask for the answer to the earlier message ``of``; what had not come by then never counts. */
  fate: { of: number };
  /** Ask to see the game as it was after ``at`` steps. */
  replay: { at: number };
};
/** A kind with its fields, which are left out where there are none. */
export type PageRequest = {
  [K in keyof Fields]: Nothing extends Fields[K]
    ? [kind: K]
    : [kind: K, fields: Fields[K]];
}[keyof Fields];
