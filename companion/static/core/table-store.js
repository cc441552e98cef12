// The client-side state of the table: the view, the log, the role of this client. It decides nothing.

/** @import { StoreKey, TypedEventTarget } from "/static/core/elements.js" */
/** @import { Change, Hello, Lists, LogLine, PageRights, Steps, View, Whole } from "/static/core/messages.js" */
/** @import { Words } from "/static/core/words.js" */

/** @typedef {"connecting"|"on"|"lost"|"expired"} Link */

/** The mark of points that rest on assumptions; the panel has the same. */
const UNSURE = "~";

/** Dispatches `change` after every change, with the set of changed keys as its `detail`. */
export class TableStore extends /** @type {TypedEventTarget<{ change: Set<StoreKey> }>} */ (
  EventTarget
) {
  /** @type {View} */
  view = { players: [] };
  /** Whether the first view has arrived. */
  isReady = false;
  /** @type {LogLine[]} */
  log = [];
  /** @type {PageRights} */
  role = { seat: null, host: false, play: false };
  /**
   * The number of the last message, from which on we ask for those that we missed.
   * @type {number|null}
   */
  seq = null;
  /** @type {Link} */
  link = "connecting";
  /** The part of the picture that is shown: on a phone not all. */
  place = "all";
  /** When the clocks arrived, in milliseconds of the browser's monotonic clock. */
  clockAt = 0;

  /** @param {Words} words */
  constructor(words) {
    super();
    this.words = words;
  }

  /** @param {string} key @param {Record<string, string|number>} [params] */
  say(key, params) {
    return this.words.say(key, params);
  }

  /** @param {number} seat */
  playerName(seat) {
    return this.view.players[seat]?.name ?? this.say("seat", { n: seat + 1 });
  }

  /** Points, with a mark if they rest on assumptions about the owner's copy. @param {number} points */
  points(points) {
    return this.view.unsure ? `${UNSURE}${points}` : String(points);
  }

  /** The class of a seat's number: in the colour of its pieces. @param {number} seat */
  numberClass(seat) {
    return `number ${this.colourClass(seat)}`.trim();
  }

  /** The class of what is in the colour of a seat's pieces; empty if it has none. @param {number} seat */
  colourClass(seat) {
    const colour = this.view.players[seat]?.colour;
    return colour ? `is-${colour}` : "";
  }

  /** Whether this page answers the setup, and says who sits where. */
  get leads() {
    const { seat, host, play } = this.role;
    return host || play || (seat !== null && Boolean(this.view.players[seat]?.lead));
  }

  /** Take the server's greeting. @param {Hello} hello */
  greet(hello) {
    this.role = hello.role;
    this.setLink("on");
    this.notify(["role"]);
  }

  /** Take a state: a whole one if `reset`, else what has changed. @param {Whole|Change} message */
  take(message) {
    this.seq = message.seq;
    this.#show(message.reset ? this.#reset(message) : this.#patch(message));
  }

  /** Replace the whole view, by a step of a replay. @param {View} view */
  replace(view) {
    this.#show(this.#reset({ view, log: this.log }));
  }

  /** @param {StoreKey[]} keys */
  #show(keys) {
    if (keys.includes("clock")) this.clockAt = performance.now();
    this.notify(keys);
  }

  /** @param {Pick<Whole, "view"|"log">} whole @returns {StoreKey[]} */
  #reset({ view, log }) {
    const keys = keysOf({ ...this.view, ...view });
    this.view = view;
    this.isReady = true;
    this.log = addLines([], log);
    return [...keys, "log"];
  }

  /** @param {Change} change @returns {StoreKey[]} */
  #patch({ view, lists = {}, log }) {
    const listEntries = listsOf(lists).map((key) => [key, applySteps(this.view[key], lists[key])]);
    const replaced = { ...view, ...Object.fromEntries(listEntries) };
    const kept = Object.entries({ ...this.view, ...replaced }).filter(
      ([, value]) => value !== null,
    );
    this.view = /** @type {View} */ (Object.fromEntries(kept));
    if (log.length === 0) return keysOf(replaced);
    this.log = addLines(this.log, log);
    return [...keysOf(replaced), "log"];
  }

  /** @param {Link} link */
  setLink(link) {
    if (this.link === link) return;
    this.link = link;
    this.notify(["link"]);
  }

  /** @param {StoreKey[]} keys */
  notify(keys) {
    this.dispatchEvent(new CustomEvent("change", { detail: new Set(keys) }));
  }
}

/** @param {Change["view"]} view */
const keysOf = (view) => /** @type {(keyof View)[]} */ (Object.keys(view));

/** @param {Lists} lists */
const listsOf = (lists) => /** @type {(keyof Lists)[]} */ (Object.keys(lists));

/**
 * Return a list made of new objects and of runs of those before.
 * @param {object[]} [before]
 * @param {Steps<object>} [steps]
 */
export function applySteps(before = [], steps = []) {
  /** @param {object|[number, number]} step */
  const objects = (step) =>
    Array.isArray(step) ? before.slice(step[0], step[0] + step[1]) : [step];
  return steps.flatMap(objects);
}

/**
 * Return a log with new lines added; an undo or an edit among them marks the lines that no longer
 * count, and an undo of an edit those that count again.
 * @param {LogLine[]} log
 * @param {LogLine[]} lines
 */
export function addLines(log, lines) {
  return lines.reduce((all, line) => {
    const { n, to, gone = [], back = [] } = line;
    /** @param {LogLine} old */
    const isUndone = (old) => {
      if (back.includes(old.n)) return false;
      return old.undone || gone.includes(old.n) || (to !== undefined && old.n > to && old.n < n);
    };
    /** @param {LogLine} old */
    const updated = (old) => (isUndone(old) === old.undone ? old : { ...old, undone: !old.undone });
    return [...all.map(updated), line];
  }, log);
}
