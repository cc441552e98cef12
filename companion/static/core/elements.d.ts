// The parts of the pages by their names, and the events by which they tell what is wanted.

import type { BoardPicture } from "/static/board/board-picture.js";
import type { WholeBoard } from "/static/board/whole-board.js";
import type { Brightness, Command, InPlay, View } from "/static/core/messages.js";
import type { Part } from "/static/core/part.js";
import type { AdviceList } from "/static/parts/advice-list.js";
import type { DeviceTest } from "/static/parts/device-test.js";
import type { LampRow } from "/static/parts/lamp-row.js";
import type { NoticeBar } from "/static/parts/notice-bar.js";
import type { OledPanel } from "/static/parts/oled-panel.js";
import type { SoundSwitch } from "/static/parts/sound-switch.js";
import type { StepSlider } from "/static/parts/step-slider.js";
import type { TagTray } from "/static/parts/tag-tray.js";

export type Parts = {
  "advice-list": AdviceList;
  "board-picture": BoardPicture;
  "button-pad": Part;
  "choice-list": Part;
  "join-form": Part;
  "colour-choice": Part;
  "clock-controls": Part;
  "correction-list": Part;
  "diagram-grid": Part;
  "draw-result": Part;
  "game-end": Part;
  "game-log": Part;
  "host-controls": Part;
  "join-card": Part;
  "lamp-row": LampRow;
  "line-list": Part;
  "lobby-form": Part;
  "lobby-roster": Part;
  "notice-bar": NoticeBar;
  "oled-panel": OledPanel;
  "player-list": Part;
  "rule-list": Part;
  "live-region": Part;
  "sand-timer": Part;
  "score-list": Part;
  "seat-name": Part;
  "seat-requests": Part;
  "seat-tray": Part;
  "site-header": Part;
  "sound-switch": SoundSwitch;
  "step-slider": StepSlider;
  "surroundings-list": Part;
  "tag-tray": TagTray;
  "take-back": Part;
  "task-list": Part;
  "board-text": Part;
  "device-test": DeviceTest;
  "turn-banner": Part;
  "turn-alert": Part;
  "whole-board": WholeBoard;
};

/** What comes with each event of a part. */
export type Details = {
  advise: undefined;
  again: undefined;
  answer: number;
  agree: 0 | 1;
  back: undefined;
  brightness: Brightness;
  choose: number;
  colour: string;
  contribute: undefined;
  /** A minute more or less at a clock, a clock stopped or running, other times. */
  clock_time: { time: number; seat: number | null };
  clock_switch: { seat: number; on: boolean };
  clock_times: { control: string; main: number; extra: number; periods: number };
  correcting: boolean;
  /** Milliseconds for which the sand timer of the table runs; 0 lays it aside. */
  sand: number;
  /** A space that is to be shown large. */
  enlarge: string;
  explain: InPlay & { why?: string };
  gather: boolean;
  give: { seat: number; yes: boolean };
  lead: number;
  /** The number of a task of the setup that is done. */
  tick: number;
  joined: undefined;
  laid: "one" | "all";
  language: string;
  lay: { piece: string; reader: string };
  leave: undefined;
  lift: { reader: string };
  order: Command;
  pick: string;
  point: string[];
  press: string;
  turn: { button: string; by: number };
  release: string;
  reveal: undefined;
  sound: boolean;
  step: number;
  takeback: undefined;
  trying: boolean;
  raise: string;
  unseat: number;
  useless: string;
};
type Events<D> = { [K in keyof D]: CustomEvent<D[K]> };
/** An event with what comes with it. */
export type Emitted = {
  [K in keyof Details]: undefined extends Details[K] ? [kind: K] : [kind: K, detail: Details[K]];
}[keyof Details];

/** A key of the table store that can change. */
export type StoreKey = keyof View | "log" | "role" | "link" | "words";

/** An event target whose events have typed details. */
export type TypedEventTarget<D> = new () => {
  addEventListener<K extends keyof D>(kind: K, hear: (event: CustomEvent<D[K]>) => void): void;
} & EventTarget;

type Listeners = {
  [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void;
};
/** Attributes and listeners of a new element. */
type Attribute = string | number | boolean | null | undefined;
export type Given = Listeners & { [name: string]: Attribute | ((event: never) => void) };
type Leaf = Node | string | null | undefined;
export type Child = Leaf | Leaf[];

declare global {
  interface HTMLElementEventMap extends Events<Details> {}
  interface HTMLElementTagNameMap extends Parts {}
}
