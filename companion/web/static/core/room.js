// What this client knows of the table: the view, the log, who we are. It never decides anything.

/**
 * @typedef {{n: number, kind: string, player: number|null, text: string, rule: string,
 *   undone: boolean, to?: number}} LogLine
 */

/** Tells of every change by an event `change`, whose `detail` is the set of keys that changed. */
export class Room extends EventTarget {
  /** @type {Record<string, any>} */
  view = {};
  /** @type {LogLine[]} */
  log = [];
  role = { seat: null, host: false, play: false };
  /** The number of the last message, by which we ask for those that we missed. */
  seq = null;
  /** `connecting`, `on` or `lost`. */
  link = "connecting";
  /** When the clocks came, on the browser's own monotonic scale. */
  clockAt = 0;

  /** @param {import("/static/core/words.js").Words} words */
  constructor(words) {
    super();
    this.words = words;
  }

  say(key, params) {
    return this.words.say(key, params);
  }

  /** Whether the first view has come. */
  get isReady() {
    return "players" in this.view;
  }

  playerName(seat) {
    return this.view.players?.[seat]?.name ?? this.say("seat", { n: seat + 1 });
  }

  /** Take the server's greeting. */
  greet(hello) {
    this.role = hello.role;
    this.setLink("on");
    this.tell(["role"]);
  }

  /** Take a state: whole with `reset`, else only what changed. */
  take(message) {
    this.seq = message.seq;
    const keys = message.reset ? this.#reset(message) : this.#patch(message);
    if (keys.includes("clock")) this.clockAt = performance.now();
    this.tell(keys);
  }

  /** Show another view as a whole: a step of a replay. */
  replace(view) {
    this.take({ seq: this.seq, reset: true, view, log: this.log });
  }

  #reset({ view, log }) {
    const keys = Object.keys({ ...this.view, ...view });
    this.view = view;
    this.log = marked([], log);
    return [...keys, "log"];
  }

  #patch({ view, log }) {
    for (const [key, value] of Object.entries(view)) {
      if (value === null) delete this.view[key];
      else this.view[key] = value;
    }
    if (log.length === 0) return Object.keys(view);
    this.log = marked(this.log, log);
    return [...Object.keys(view), "log"];
  }

  setLink(link) {
    if (this.link === link) return;
    this.link = link;
    this.tell(["link"]);
  }

  /** @param {string[]} keys */
  tell(keys) {
    this.dispatchEvent(new CustomEvent("change", { detail: new Set(keys) }));
  }
}

/** Return a log with new lines; an undo marks what it took back, and goes back before it. */
export function marked(log, lines) {
  return lines.reduce((all, line) => {
    const taken = (each) => line.kind === "undo" && each.n > line.to && each.n < line.n;
    return [...all.map((each) => (taken(each) ? { ...each, undone: true } : each)), line];
  }, log);
}
