// One WebSocket that comes back by itself and then asks for what it missed.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

/**
 * Tells by events: `frame` (the panel's bytes), `lamps`, `tone`, `tags`, `replay`; states go to
 * the room.
 */
export class Connection extends EventTarget {
  #socket = null;
  #id = 0;
  #waiting = new Map();
  #wait = FIRST_WAIT;
  #timer = 0;

  /** @param {import("/static/core/room.js").Room} room @param {string} kind of view */
  constructor(room, kind) {
    super();
    this.room = room;
    this.kind = kind;
    addEventListener("online", () => this.#again());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#again();
    });
  }

  /** Connect; `afresh` forgets what we know, after a change of language or rights. */
  open({ afresh = false } = {}) {
    clearTimeout(this.#timer);
    if (afresh) this.room.seq = null;
    this.#drop();
    const query = new URLSearchParams({ view: this.kind, lang: this.room.words.language });
    if (this.room.seq !== null) query.set("since", String(this.room.seq));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?${query}`);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.#receive(data));
    socket.addEventListener("close", () => this.#closed(socket));
    this.#socket = socket;
  }

  #drop() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#giveUp();
  }

  #closed(socket) {
    if (socket !== this.#socket) return;
    this.#giveUp();
    this.room.setLink("lost");
    this.#timer = setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #again() {
    if (this.room.link === "lost") this.open();
  }

  /** Whoever waits for an answer is told that none will come. */
  #giveUp() {
    const lost = { kind: "error", code: "lost", message: this.room.say("error.lost") };
    for (const resolve of this.#waiting.values()) resolve(lost);
    this.#waiting.clear();
  }

  #receive(data) {
    if (data instanceof ArrayBuffer) {
      this.#tell("frame", new Uint8Array(data));
      return;
    }
    const message = JSON.parse(data);
    if (message.kind === "hello") {
      this.#wait = FIRST_WAIT;
      this.room.greet(message);
    } else if (message.kind === "state") {
      this.room.take(message);
    } else if ("of" in message && message.kind !== "replay") {
      this.#waiting.get(message.of)?.(message);
      this.#waiting.delete(message.of);
    } else {
      this.#tell(message.kind, message);
    }
  }

  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /**
   * Send a message; resolves to the server's answer: done, refused or error.
   * @param {string} kind
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<{kind: string, code?: string, rule?: string, message?: string}>}
   */
  ask(kind, fields = {}) {
    return new Promise((resolve) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        resolve({ kind: "error", code: "lost", message: this.room.say("error.lost") });
        return;
      }
      this.#id += 1;
      this.#waiting.set(this.#id, resolve);
      this.#socket.send(JSON.stringify({ id: this.#id, seq: this.room.seq ?? 0, kind, ...fields }));
    });
  }
}

/** Post to the server; resolves to `null`, or to the words of what went wrong. */
export async function post(room, path, body = {}) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return null;
    return (await answer.json()).error.message;
  } catch {
    return room.say("error.lost");
  }
}
