// What this client knows of the table: the view, the log, who we are. It never decides anything.

/** @import { RoomKey, Teller } from "/static/core/elements.js" */
/** @import { Change, Hello, LogLine, Role, View, Whole } from "/static/core/messages.js" */
/** @import { Words } from "/static/core/words.js" */

/** @typedef {"connecting"|"on"|"lost"} Link */

/** Tells of every change by an event `change`, whose `detail` is the set of keys that changed. */
export class Room extends /** @type {Teller<{ change: Set<RoomKey> }>} */ (EventTarget) {
  /** @type {View} */
  view = { players: [] };
  /** Whether the first view has come. */
  isReady = false;
  /** @type {LogLine[]} */
  log = [];
  /** @type {Role} */
  role = { seat: null, host: false, play: false };
  /**
   * The number of the last message, by which we ask for those that we missed.
   * @type {number|null}
   */
  seq = null;
  /** @type {Link} */
  link = "connecting";
  /** When the clocks came, on the browser's own monotonic scale. */
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

  /** Take the server's greeting. @param {Hello} hello */
  greet(hello) {
    this.role = hello.role;
    this.setLink("on");
    this.tell(["role"]);
  }

  /** Take a state: whole with `reset`, else only what changed. @param {Whole|Change} message */
  take(message) {
    this.seq = message.seq;
    this.#show(message.reset ? this.#reset(message) : this.#patch(message));
  }

  /** Show another view as a whole: a step of a replay. @param {View} view */
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
 * Return a log with new lines; an undo marks what it took back, and goes back before it.
 * @param {LogLine[]} log
 * @param {LogLine[]} lines
 */
export function marked(log, lines) {
  return lines.reduce((all, line) => {
    const { n, to } = line;
    /** @param {LogLine} each */
    const taken = (each) => to !== undefined && each.n > to && each.n < n;
    return [...all.map((each) => (taken(each) ? { ...each, undone: true } : each)), line];
  }, log);
}
