// A WebSocket that reconnects by itself and then asks for what it missed.

/** @import { Teller } from "/static/core/elements.js" */
/** @import { Answer, Message, News, Said } from "/static/core/messages.js" */
/** @import { Room } from "/static/core/room.js" */

/** Milliseconds before the first attempt to reconnect; each failure doubles them. */
const FIRST_WAIT = 300;
/** The most milliseconds between two attempts. */
const LONGEST_WAIT = 8000;
/** Milliseconds of silence after which we ask whether the box still hears us. */
const BEAT = 5000;
/** Milliseconds after which an answer is late, and a line on which nothing comes at all is dead. */
const LATE = 3000;
/** Milliseconds that a new connection may take, on a slow line too. */
const OPENING = 8000;
/** Milliseconds between two looks at the line; when far more have passed, the device has slept. */
const TICK = 1000;
/** How the server closes a connection whose page needs rights that this browser has not. */
const EXPIRED = 4403;
/** Messages that a robot carries out at the speed of fingers. */
const SLOW = new Set(["do"]);

/** @typedef {{resolve: (answer: Answer) => void, late: number}} Question */

/**
 * Dispatches the events `frame` (the panel's bytes), `lamps`, `tone`, `tags`, `advice`, `replay`,
 * and `late` when no answer has come for a while; states go to the room.
 */
export class Connection extends /** @type {Teller<News & { frame: Uint8Array, late: Answer }>} */ (
  EventTarget
) {
  /** @type {WebSocket|null} */
  #socket = null;
  /** What this page calls itself, so that the box knows its messages from one line to the next. */
  #page = Math.random().toString(36).slice(2);
  #id = 0;
  /** Messages without an answer; their fate is asked for when the line is back. @type {Map<number|null, Question>} */
  #waiting = new Map();
  /** @type {number|null} */
  #run = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  /** When we last looked, when this connection was begun, and since when we wait to hear anything. */
  #looked = Date.now();
  #begun = 0;
  #heard = 0;
  #since = 0;

  /** @param {Room} room @param {string} kind of view */
  constructor(room, kind) {
    super();
    this.room = room;
    this.kind = kind;
    addEventListener("online", () => this.#again());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#look() || this.#again();
    });
    setInterval(() => this.#look(), TICK);
  }

  /** Connect; `afresh` asks for the whole state again, after a change of language or rights. */
  open({ afresh = false } = {}) {
    clearTimeout(this.#timer);
    if (afresh) {
      this.room.seq = null;
      this.#giveUp("lost");
    }
    this.#socket?.close();
    const query = new URLSearchParams({ view: this.kind, lang: this.room.words.language });
    query.set("page", this.#page);
    query.set("steps", "1");
    if (this.room.seq !== null) query.set("since", String(this.room.seq));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?${query}`);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#receive(data);
    });
    socket.addEventListener("open", () => {
      if (socket === this.#socket) this.#since = Date.now();
    });
    socket.addEventListener("close", ({ code }) => this.#closed(socket, code));
    this.#socket = socket;
    this.#begun = Date.now();
    this.#since = 0;
  }

  /** @param {WebSocket} socket @param {number} code */
  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#lose(code === EXPIRED ? "expired" : "lost");
  }

  /** Say that the line is gone, and try again a little later. @param {"lost"|"expired"} link */
  #lose(link) {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.room.setLink(link);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #again() {
    if (this.room.link !== "lost" && this.room.link !== "expired") return false;
    this.open();
    return true;
  }

  /** Look whether the line still works; tell whether it was opened again. */
  #look() {
    const now = Date.now();
    const hasSlept = now - this.#looked > BEAT;
    this.#looked = now;
    const state = this.#socket?.readyState;
    if (state === WebSocket.CONNECTING && now - this.#begun > OPENING) this.#lose("lost");
    if (document.hidden || state !== WebSocket.OPEN) return false;
    if (hasSlept) {
      this.open();
      return true;
    }
    if (this.#since && now - this.#since > LATE) this.#lose("lost");
    else if (!this.#since && now - this.#heard > BEAT) this.#send("beat");
    return false;
  }

  /** Answer every open question with an error: no answer will come. @param {string} code */
  #giveUp(code) {
    for (const { resolve, late } of this.#waiting.values()) {
      clearTimeout(late);
      resolve(this.#error(code));
    }
    this.#waiting.clear();
  }

  /** @param {string} code @returns {Answer} */
  #error(code) {
    return { kind: "error", of: null, code, message: this.room.say(`error.${code}`) };
  }

  /** @param {ArrayBuffer|string} data */
  #receive(data) {
    this.#heard = Date.now();
    this.#since = 0;
    if (data instanceof ArrayBuffer) {
      this.#tell("frame", new Uint8Array(data));
      return;
    }
    /** @type {Message} */
    const message = JSON.parse(data);
    if (message.kind === "hello") {
      this.#wait = FIRST_WAIT;
      this.room.greet(message);
      this.#askWhatBecame(message.run);
    } else if (message.kind === "state") {
      this.room.take(message);
    } else if (message.kind === "fate") {
      this.#answered(message.answer.of, message.answer);
    } else if ("of" in message && message.kind !== "replay") {
      this.#answered(message.of, message);
    } else {
      this.#tell(message.kind, message);
    }
  }

  /** @param {number|null} of @param {Answer} answer */
  #answered(of, answer) {
    const question = this.#waiting.get(of);
    this.#waiting.delete(of);
    clearTimeout(question?.late);
    question?.resolve(answer);
  }

  /** Ask about what was said on the line before; a box that has restarted does not know. @param {number} run */
  #askWhatBecame(run) {
    if (this.#run !== null && this.#run !== run) this.#giveUp("restarted");
    this.#run = run;
    for (const of of this.#waiting.keys()) this.#send("fate", { of });
  }

  /** @param {string} kind @param {unknown} detail */
  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /**
   * Send a message and resolve to the server's answer: done, refused or error. If the line breaks
   * meanwhile, that is what became of the message, which then counts once or never.
   * @param {Said} said
   * @returns {Promise<Answer>}
   */
  ask(...said) {
    const [kind, fields] = said;
    return new Promise((resolve) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        resolve(this.#error("lost"));
        return;
      }
      const wait = () => this.#tell("late", this.#error("late"));
      const late = SLOW.has(kind) ? 0 : setTimeout(wait, LATE);
      this.#waiting.set(this.#send(kind, fields), { resolve, late });
    });
  }

  /** Send a message and return its number. @param {string} kind @param {object} [fields] */
  #send(kind, fields) {
    this.#id += 1;
    this.#since ||= Date.now();
    const message = { id: this.#id, seq: this.room.seq ?? 0, kind, ...fields };
    this.#socket?.send(JSON.stringify(message));
    return this.#id;
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
