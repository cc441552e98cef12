// A WebSocket that reconnects by itself and then asks for what it missed.

/** @import { Teller } from "/static/core/elements.js" */
/** @import { Answer, Message, News, Said } from "/static/core/messages.js" */
/** @import { Room } from "/static/core/room.js" */

/** Milliseconds before the first attempt to reconnect; each failure doubles them. */
const FIRST_WAIT = 300;
/** The most milliseconds between two attempts. */
const LONGEST_WAIT = 8000;
/** How the server closes a connection whose page needs rights that this browser has not. */
const EXPIRED = 4403;

/**
 * Dispatches the events `frame` (the panel's bytes), `lamps`, `tone`, `tags` and `replay`; states
 * go to the room.
 */
export class Connection extends /** @type {Teller<News & { frame: Uint8Array }>} */ (EventTarget) {
  /** @type {WebSocket|null} */
  #socket = null;
  #id = 0;
  /** @type {Map<number|null, (answer: Answer) => void>} */
  #waiting = new Map();
  #wait = FIRST_WAIT;
  #timer = 0;

  /** @param {Room} room @param {string} kind of view */
  constructor(room, kind) {
    super();
    this.room = room;
    this.kind = kind;
    addEventListener("online", () => this.#again());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#again();
    });
  }

  /** Connect; `afresh` asks for the whole state again, after a change of language or rights. */
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
    socket.addEventListener("close", ({ code }) => this.#closed(socket, code));
    this.#socket = socket;
  }

  #drop() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#giveUp();
  }

  /** @param {WebSocket} socket @param {number} code */
  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#giveUp();
    this.room.setLink(code === EXPIRED ? "expired" : "lost");
    this.#timer = setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #again() {
    if (this.room.link === "lost" || this.room.link === "expired") this.open();
  }

  /** Answer every open question with `lost`: no answer will come. */
  #giveUp() {
    for (const resolve of this.#waiting.values()) resolve(this.#lost());
    this.#waiting.clear();
  }

  /** @returns {Answer} */
  #lost() {
    return { kind: "error", of: null, code: "lost", message: this.room.say("error.lost") };
  }

  /** @param {ArrayBuffer|string} data */
  #receive(data) {
    if (data instanceof ArrayBuffer) {
      this.#tell("frame", new Uint8Array(data));
      return;
    }
    /** @type {Message} */
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

  /** @param {string} kind @param {unknown} detail */
  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /**
   * Send a message and resolve to the server's answer: done, refused or error.
   * @param {Said} said
   * @returns {Promise<Answer>}
   */
  ask(...said) {
    const [kind, fields] = said;
    return new Promise((resolve) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        resolve(this.#lost());
        return;
      }
      this.#id += 1;
      this.#waiting.set(this.#id, resolve);
      this.#socket.send(JSON.stringify({ id: this.#id, seq: this.room.seq ?? 0, kind, ...fields }));
    });
  }
}

/**
 * Post to the server and resolve to `null`, or to the text of what went wrong.
 * @param {Room} room
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<string|null>}
 */
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
