// A WebSocket that reconnects by itself and then requests the messages it missed.

/** @import { TypedEventTarget } from "/static/core/elements.js" */
/** @import { Answer, BoxEvents, Hello, Message, PageRequest } from "/static/core/messages.js" */
/** @import { TableStore } from "/static/core/table-store.js" */

/** Milliseconds before the first attempt to reconnect; each failure doubles them. */
const FIRST_WAIT = 300;
/** The most milliseconds between two attempts. */
const LONGEST_WAIT = 8000;
/** Milliseconds without a message after which the page sends a ping. */
const PING_AFTER = 5000;
/** Milliseconds after which an answer is late, and a connection without any message is dead. */
const ANSWER_TIMEOUT = 3000;
/** Milliseconds that a new connection may take; slow Wi-Fi needs several seconds. */
const CONNECT_TIMEOUT = 8000;
/** Milliseconds between two checks; when far more have passed, the device was suspended. */
const CHECK_INTERVAL = 1000;
/** Close code of the server when this browser lacks the rights that the page needs. */
const EXPIRED = 4403;
/** Messages that take seconds: a robot presses the buttons as slowly as a person. */
const SLOW = new Set(["do"]);

/** @typedef {{resolve: (answer: Answer) => void, late: number}} Question */

/**
 * Dispatches the events `frame` (the panel's bytes), `lamps`, `tone`, `tags`, `advice`, `replay`,
 * and `late` when no answer has come for a while; states go to the store.
 */
export class Connection extends /** @type {TypedEventTarget<BoxEvents & { frame: Uint8Array, late: Answer }>} */ (
  EventTarget
) {
  /** @type {WebSocket|null} */
  #socket = null;
  /** A random id of this page, by which the box recognises it after a reconnection. */
  #page = Math.random().toString(36).slice(2);
  #id = 0;
  /** Messages without an answer; acknowledgements are requested after reconnecting. @type {Map<number|null, Question>} */
  #waiting = new Map();
  /** @type {number|null} */
  #run = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  /** Times of the last check, of the connection attempt, of the last message, and since when one is awaited. */
  #lastCheck = Date.now();
  #connectStart = 0;
  #lastReceived = 0;
  #awaitingSince = 0;
  /**
   * What is done with each message; one that is declared and missing here is a mistake of its type.
   * @type {{[Kind in Message["kind"]]: (message: Extract<Message, {kind: Kind}>) => void}}
   */
  #handlers = {
    hello: (message) => this.#greet(message),
    state: (message) => this.store.take(message),
    done: (answer) => this.#resolve(answer.of, answer),
    refused: (answer) => this.#resolve(answer.of, answer),
    error: (answer) => this.#resolve(answer.of, answer),
    fate: ({ answer }) => this.#resolve(answer.of, answer),
    advice: (message) => this.#dispatch("advice", message),
    lamps: (message) => this.#dispatch("lamps", message),
    tone: (message) => this.#dispatch("tone", message),
    tags: (message) => this.#dispatch("tags", message),
    fitted: (message) => this.#dispatch("fitted", message),
    felt: (message) => this.#dispatch("felt", message),
    replay: (message) => this.#dispatch("replay", message),
  };

  /** @param {TableStore} store @param {string} kind of view */
  constructor(store, kind) {
    super();
    this.store = store;
    this.kind = kind;
    addEventListener("online", () => this.#reopen());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#check() || this.#reopen();
    });
    setInterval(() => this.#check(), CHECK_INTERVAL);
  }

  /** Connect; `afresh` asks for the whole state again, after a change of language or rights. */
  open({ afresh = false } = {}) {
    clearTimeout(this.#timer);
    if (afresh) {
      this.store.seq = null;
      this.#giveUp("lost");
    }
    this.#socket?.close();
    const query = new URLSearchParams({ view: this.kind, lang: this.store.words.language });
    query.set("page", this.#page);
    query.set("steps", "1");
    if (this.store.seq !== null) query.set("since", String(this.store.seq));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?${query}`);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#receive(data);
    });
    socket.addEventListener("open", () => {
      if (socket === this.#socket) this.#awaitingSince = Date.now();
    });
    socket.addEventListener("close", ({ code }) => this.#closed(socket, code));
    this.#socket = socket;
    this.#connectStart = Date.now();
    this.#awaitingSince = 0;
  }

  /** @param {WebSocket} socket @param {number} code */
  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#drop(code === EXPIRED ? "expired" : "lost");
  }

  /** Mark the connection as lost and schedule a reconnection. @param {"lost"|"expired"} link */
  #drop(link) {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.store.setLink(link);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #reopen() {
    if (this.store.link !== "lost" && this.store.link !== "expired") return false;
    this.open();
    return true;
  }

  /** Check the connection, and return whether it was reopened. */
  #check() {
    const now = Date.now();
    const hasSlept = now - this.#lastCheck > PING_AFTER;
    this.#lastCheck = now;
    const state = this.#socket?.readyState;
    if (state === WebSocket.CONNECTING && now - this.#connectStart > CONNECT_TIMEOUT)
      this.#drop("lost");
    if (document.hidden || state !== WebSocket.OPEN) return false;
    if (hasSlept) {
      this.open();
      return true;
    }
    if (this.#awaitingSince && now - this.#awaitingSince > ANSWER_TIMEOUT) this.#drop("lost");
    else if (!this.#awaitingSince && now - this.#lastReceived > PING_AFTER) this.#send("beat");
    return false;
  }

  /** Resolve all pending requests with an error, as no answer will come. @param {string} code */
  #giveUp(code) {
    for (const { resolve, late } of this.#waiting.values()) {
      clearTimeout(late);
      resolve(this.#error(code));
    }
    this.#waiting.clear();
  }

  /** @param {string} code @returns {Answer} */
  #error(code) {
    return { kind: "error", of: null, code, message: this.store.say(`error.${code}`) };
  }

  /** @param {ArrayBuffer|string} data */
  #receive(data) {
    this.#lastReceived = Date.now();
    this.#awaitingSince = 0;
    if (data instanceof ArrayBuffer) {
      this.#dispatch("frame", new Uint8Array(data));
      return;
    }
    const message = JSON.parse(data);
    // A later version of the box may send more.
    if (Object.hasOwn(this.#handlers, message.kind)) {
      this.#handlers[/** @type {Message["kind"]} */ (message.kind)](message);
    }
  }

  /** @param {Hello} message */
  #greet(message) {
    this.#wait = FIRST_WAIT;
    this.store.greet(message);
    this.#requestAcknowledgements(message.run);
  }

  /** @param {number|null} of @param {Answer} answer */
  #resolve(of, answer) {
    const question = this.#waiting.get(of);
    this.#waiting.delete(of);
    clearTimeout(question?.late);
    question?.resolve(answer);
  }

  /** Request acknowledgements of messages sent on the previous connection; a restarted box has none. @param {number} run */
  #requestAcknowledgements(run) {
    if (this.#run !== null && this.#run !== run) this.#giveUp("restarted");
    this.#run = run;
    for (const of of this.#waiting.keys()) this.#send("fate", { of });
  }

  /** @param {string} kind @param {unknown} detail */
  #dispatch(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /**
   * Send a message and resolve to the server's answer: done, refused or error. After a reconnection
   * it is the acknowledgement; the message takes effect once or never.
   * @param {PageRequest} request
   * @returns {Promise<Answer>}
   */
  ask(...request) {
    const [kind, fields] = request;
    return new Promise((resolve) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        resolve(this.#error("lost"));
        return;
      }
      const wait = () => this.#dispatch("late", this.#error("late"));
      const late = SLOW.has(kind) ? 0 : setTimeout(wait, ANSWER_TIMEOUT);
      this.#waiting.set(this.#send(kind, fields), { resolve, late });
    });
  }

  /** Send a message and return its number. @param {string} kind @param {object} [fields] */
  #send(kind, fields) {
    this.#id += 1;
    this.#awaitingSince ||= Date.now();
    const message = { id: this.#id, seq: this.store.seq ?? 0, kind, ...fields };
    this.#socket?.send(JSON.stringify(message));
    return this.#id;
  }
}

/**
 * Post to the server and resolve to `null`, or to the text of what went wrong.
 * @param {TableStore} store
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<string|null>}
 */
export async function post(store, path, body = {}) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return null;
    return (await answer.json()).error.message;
  } catch {
    return store.say("error.lost");
  }
}
