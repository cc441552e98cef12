// Made by `python -m tools.protocol` from companion/protocol: what a box and its pages
// say to each other. docs/protocol.md has the meaning.

export type Command = "undo" | "pause" | "resume" | "correct" | "confirm" | "back" | "next" | "previous" | "leave" | "log";
export type Brightness = "low" | "middle" | "full";
export type Icons = Record<string, string[]>;
/** A drawn object of an emblem, whose height is 1; trailing defaults are omitted. */
export type Mark = [
  look: string,
  x?: number,
  y?: number,
  width?: number,
  height?: number,
  sign?: string,
  turn?: number,
];
/** The player of a seat, with the fill of the seat's pieces, where it has one. */
export type Player = {
  name: string;
  colour: string;
  claimed: boolean;
  here: boolean;
  /** Whether the box plays for this seat, which no phone can take. */
  robot?: boolean;
  /** Whether this player's phone answers the setup, and says who sits where. */
  lead?: boolean;
  /** Whether another phone asks for this seat. */
  asked?: boolean;
};
/** The game on the table; ``rules`` is whether its rules have wordings. */
export type Game = {
  id: string;
  title: string;
  rules: boolean;
};
/** A colour to play with, and the seat that has chosen it. */
export type Colour = {
  colour: string;
  fill: string;
  name: string;
  seat: number | null;
};
/** A printed square. */
export type Printed = {
  name: string;
  sign: string;
  fill: string;
};
/** The printed sheet assumed by the box; if ``open``, its squares are the first answers. */
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
/** A line of text; ``rule`` if its subject has its own rule. */
export type Line = {
  left: string;
  right: string;
  icon: string;
  mark: string;
  drawn?: Mark[];
  rule?: string;
};
/** An element in play with its own rule, and its place. */
export type InPlay = {
  name: string;
  rule: string;
  places: string[];
};
/** A task at the table, and its seat, or all seats. Of a setup that is laid out it has a ``number``, by which it is said to be done. */
export type Task = {
  text: string;
  seat: number | null;
  number: number;
  drawn?: Mark[];
};
/** Something that the box has drawn, in words. */
export type Drawn = {
  text: string;
  drawn?: Mark[];
};
/** A draw of the box: the number of its entry, the SHA-256 of the secret, and the secret. */
export type Draw = {
  n: number;
  bound: string;
  secret: string;
  drawn: Drawn[];
};
/** Points, and their reason. */
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
/** The clocks at the time of sending; the page continues counting. */
export type Clock = {
  kind: string;
  paused: boolean;
  running: number[];
  /** The seats whose clocks people have stopped. */
  stopped: number[];
  seats: SeatTime[];
  /** The milliseconds left in the sand timer of the whole table; null if it does not run. */
  sand?: number | null;
  /** The milliseconds for which it can be turned, those that the game asks for first. */
  timers?: number[];
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
/** The look of a kind of piece; ``name`` for pieces without their own. */
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
/** A piece on a space; ``rule`` if its kind has one. */
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
/** A possible choice; ``ends`` marks the end of a turn, ``report`` what the box is only told. */
export type Option = {
  label: string;
  places: string[];
  drawn?: Mark[];
  ends?: boolean;
  report?: boolean;
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
/** A seat claimed by a phone. */
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
/** The page of a finished game, with the rows of its QR code. */
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
/** Labels of a button of the box, for a click, a long press, and turns of its knob. The counterclockwise turn has no label if it is merely the reverse. */
export type ButtonLabels = {
  button: string;
  click?: string;
  hold?: string;
  turn?: string;
  turn_back?: string;
};
/** A piece with a tag. */
export type Piece = {
  piece: string;
  name: string;
};
/** Seats that share a rank; a team has the sum of its points. */
export type RankingPlace = {
  seats: number[];
  place: number;
  points: number;
};
/** The ranking, best first; ``play`` is the game's number in the archive, or 0. */
export type FinalRanking = {
  podium: RankingPlace[];
  play: number;
};
/** A request to take back a step; others are asked, or one has refused. */
export type TakeBackRequest = {
  seat: number;
  asked: number[];
  refused: number | null;
};
/** View of a table: the public part, and the viewer's private part. */
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
  /** The last draw of the box, until somebody plays on. */
  draw?: Draw | null;
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
  /** For the host: the commands that do something now, each with what it does. The seat that leads has those that it may give. */
  can?: Partial<Record<Command, string>>;
  /** For the host: the levels to which the game can be raised now, with their names. */
  levels?: Record<string, string>;
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
/** A line of the log; intermediate steps have none. */
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
/** A message was carried out. */
export type DoneReply = {
  kind: "done";
  of: number;
};
/** The rules refuse the request. */
export type RefusalReply = {
  kind: "refused";
  of: number | null;
  code: string;
  rule: string;
  message: string;
};
/** A message is invalid, or has no effect now; ``code`` gives the reason. */
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
/** The best choices, and the reasons. */
export type AdviceReply = {
  kind: "advice";
  lines: Line[];
};
/** The lit LEDs of each lamp of the virtual box: one, or three for the colours. */
export type LampsMessage = {
  kind: "lamps";
  lamps: Record<string, boolean[]>;
};
/** The current tone of the virtual box, ``null`` in silence. */
export type ToneMessage = {
  kind: "tone";
  hertz: number | null;
};
/** The pieces on each reader of the virtual box. */
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
/** A button was pressed or released during a host's hardware test. */
export type ButtonTestMessage = {
  kind: "felt";
  button: string;
  down: boolean;
};
/** The game after ``at`` of ``of`` steps; ``turns`` lists the steps that begin a turn. */
export type ReplayReply = {
  kind: "replay";
  at: number;
  of: number;
  view: View;
  label: string;
  turns: number[];
};
/** A tag arrived or left during a host's hardware test; ``piece`` may be empty. */
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
  /** Take an option of ``choices``, or narrow the rest; each connection has its own selection. */
  choose: { option: number };
  /** Touch a space. */
  pick: { place: string };
  /** Go one step back in the selection. */
  back: Nothing;
  /** End the turn, or confirm the task: the same as the button at the seat. */
  done: Nothing;
  /** While a setup is laid out: a task is done, by its ``number``; anybody may say so. */
  tick: { task: number };
  /** Take back one's own last step, or ask the players who have acted since. */
  take_back: Nothing;
  /** Answer another player's ``take_back``: ``yes`` is 1 or 0. */
  agree: { yes: 0 | 1 };
  /** Request the best choices of the seat. */
  advise: Nothing;
  /** Give a command to the table; of the seats only the one that leads may, what it ``can``. */
  command: { command: Command };
  /** Open the list of corrections, or close it again, for this page only. */
  correcting: { open: boolean };
  /** Choose among ``corrections``. */
  correct: { option: number };
  /** Start or stop receiving button and reader inputs. */
  trying: { open: boolean };
  /** Answer the question of the setup; a seat may name previous players (``parties``). */
  answer: { option: number };
  /** Switch the box to another language. */
  language: { language: string };
  /** Switch the buzzer and speech on or off. */
  sound: { on: boolean };
  /** Set the brightness of the panel. */
  brightness: { level: Brightness };
  /** Add milliseconds to a seat, or to all; negative values subtract. */
  add_time: { time: number; seat: number | null };
  /** Stop the clock of a seat, or resume it (``on``). */
  switch_clock: { seat: number; on: boolean };
  /** Set other times from now on: a time control, with its times in milliseconds. */
  set_times: { control: string; main: number; extra: number; periods: number };
  /** Turn the sand timer of the whole table for milliseconds; 0 lays it aside. */
  turn_sand_timer: { time: number };
  /** Raise the running game to a higher level; its position is entered next. */
  raise: { level: string };
  /** Take a seat from its phone; of the seats only the one that leads may. */
  unseat: { seat: number };
  /** Give a seat to the phone that asks for it, or refuse; the seat that leads may, no other. */
  give_seat: { seat: number; yes: boolean };
  /** Let another seat's phone lead; of the seats only the one that leads may. */
  lead: { seat: number };
  /** Press a button of the virtual box. */
  press: { button: string };
  /** Release a button of the virtual box. */
  release: { button: string };
  /** Turn a knob of the virtual box by detents, clockwise if positive. */
  turn: { button: string; by: number };
  /** Place a piece on a reader of the virtual box. */
  lay: { piece: string; reader: string };
  /** Clear a reader of the virtual box. */
  lift: { reader: string };
  /** Have the robot press the buttons and place the pieces that an option requires. */
  do: { option: number };
  /** Before a game: seat all arrivals, or those ``present``, whose phones are connected. */
  gather: { present: boolean };
  /** After the end: play the same game again with the same players. */
  again: Nothing;
  /** Before a game: request one of the colours of ``lobby``, or any with an empty one. */
  colour: { colour: string };
  /** Test whether the connection works. */
  beat: Nothing;
  /** Request the answer to the earlier message ``of``; if it has not arrived, it never counts. */
  fate: { of: number };
  /** Request the game as of ``at`` steps. */
  replay: { at: number };
};
/** A kind with its fields, which are left out where there are none. */
export type PageRequest = {
  [K in keyof Fields]: Nothing extends Fields[K]
    ? [kind: K]
    : [kind: K, fields: Fields[K]];
}[keyof Fields];
