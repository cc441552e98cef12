// What this client knows about the table: the view, the log, its own role. It decides nothing.

/** @import { RoomKey, Teller } from "/static/core/elements.js" */
/** @import { Change, Hello, LogLine, Role, View, Whole } from "/static/core/messages.js" */
/** @import { Words } from "/static/core/words.js" */

/** @typedef {"connecting"|"on"|"lost"|"expired"} Link */

/** Dispatches `change` after every change, with the set of changed keys as its `detail`. */
export class Room extends /** @type {Teller<{ change: Set<RoomKey> }>} */ (EventTarget) {
  /** @type {View} */
  view = { players: [] };
  /** Whether the first view has arrived. */
  isReady = false;
  /** @type {LogLine[]} */
  log = [];
  /** @type {Role} */
  role = { seat: null, host: false, play: false };
  /**
   * The number of the last message, from which on we ask for those that we missed.
   * @type {number|null}
   */
  seq = null;
  /** @type {Link} */
  link = "connecting";
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

  /** The class of a seat's number: in the colour of its pieces. @param {number} seat */
  numberClass(seat) {
    const colour = this.view.players[seat]?.colour;
    return colour ? `number is-${colour}` : "number";
  }

  /** Take the server's greeting. @param {Hello} hello */
  greet(hello) {
    this.role = hello.role;
    this.setLink("on");
    this.tell(["role"]);
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

  /** @param {RoomKey[]} keys */
  #show(keys) {
    if (keys.includes("clock")) this.clockAt = performance.now();
    this.tell(keys);
  }

  /** @param {Pick<Whole, "view"|"log">} whole @returns {RoomKey[]} */
  #reset({ view, log }) {
    const keys = keysOf({ ...this.view, ...view });
    this.view = view;
    this.isReady = true;
    this.log = marked([], log);
    return [...keys, "log"];
  }

  /** @param {Change} change @returns {RoomKey[]} */
  #patch({ view, log }) {
    const left = Object.entries({ ...this.view, ...view }).filter(([, value]) => value !== null);
    this.view = /** @type {View} */ (Object.fromEntries(left));
    if (log.length === 0) return keysOf(view);
    this.log = marked(this.log, log);
    return [...keysOf(view), "log"];
  }

  /** @param {Link} link */
  setLink(link) {
    if (this.link === link) return;
    this.link = link;
    this.tell(["link"]);
  }

  /** @param {RoomKey[]} keys */
  tell(keys) {
    this.dispatchEvent(new CustomEvent("change", { detail: new Set(keys) }));
  }
}

/** @param {Change["view"]} view */
const keysOf = (view) => /** @type {(keyof View)[]} */ (Object.keys(view));

/**
 * Return a log with new lines added; an undo among them marks the lines that it took back.
 * @param {LogLine[]} log
 * @param {LogLine[]} lines
 */
export function marked(log, lines) {
  return lines.reduce((all, line) => {
    const { n, to } = line;
    /** @param {LogLine} old */
    const isUndone = (old) => to !== undefined && old.n > to && old.n < n;
    return [...all.map((old) => (isUndone(old) ? { ...old, undone: true } : old)), line];
  }, log);
}
