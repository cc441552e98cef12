// The buttons of the box with what they do: each stays down for as long as it is held.

/** @import { ButtonLabels } from "/static/core/messages.js" */

import { arranged, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { sign } from "/static/parts/signs.js";

const JOYSTICK = ["up", "left", "press", "right", "down"];
const SEAT = /^seat\d+$/;
/** Keys that press buttons while this pad has the focus. @type {Record<string, string>} */
const KEYS = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  a: "a",
  b: "b",
  c: "c",
};
const HOLDS = new Set(["Enter", " "]);
/** The knob that keys turn unless another one has the focus. */
const KNOB = "knob";
/** Keys that turn a knob, and by how much; arrows only where no button has them. @type {Record<string, number>} */
const TURNS = {
  "+": 1,
  "-": -1,
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Pixels that a wheel, or fingers on a pad, roll for a detent: less than a notch of any mouse. */
const NOTCH = 50;

/** @typedef {"joystick"|"keys"|"seats"} Kind of buttons that stand together */

/** Emits `press` and `release` with a button's name, and `turn` with `{button, by}`. */
class ButtonPad extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["hardware", "players", "keys"];
  /** @type {Set<string>} */
  #held = new Set();
  /** Pixels that were rolled since the last detent. */
  #rolled = 0;
  /**
   * The buttons by their names. They stay when they are drawn again: one may be held or focused.
   * @type {Map<string, HTMLButtonElement>}
   */
  #buttons = new Map();
  /** @type {Map<string, HTMLElement>} */
  #slots = new Map();
  /** @type {Map<Kind, HTMLElement>} */
  #groups = new Map();

  draw() {
    const names = this.store.view.hardware?.buttons ?? [];
    /** @type {Kind[]} */
    const kinds = ["joystick", "keys", "seats"];
    const groups = kinds.map((kind) => {
      const members = names.filter((name) => kindOf(name) === kind);
      return members.length === 0 ? [] : [this.#group(kind, members)];
    });
    arranged(this, groups.flat());
    for (const name of this.#held) if (!names.includes(name)) this.#move(name, false);
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.#key(event, true));
    this.addEventListener("keyup", (event) => this.#key(event, false));
    addEventListener("blur", () => this.#releaseAll());
  }

  /** @param {Kind} kind @param {string[]} names */
  #group(kind, names) {
    const made = () => h("div", { class: `pad pad-${kind}`, role: "group" });
    const group = kept(this.#groups, kind, made);
    group.setAttribute("aria-label", this.say(`play.${kind}`));
    arranged(
      group,
      names.map((name) => this.#slot(name)),
    );
    return group;
  }

  /** Return the button of a name with what it does now, in words beside it. @param {string} name */
  #slot(name) {
    const button = kept(this.#buttons, name, () => this.#made(name));
    const use = this.store.view.keys?.find((each) => each.button === name);
    const does = this.#does(use);
    const label = this.say("play.does", { key: this.#label(name), what: does.join("; ") });
    button.setAttribute("aria-label", label);
    button.title = label;
    const slot = kept(this.#slots, name, () =>
      h("div", { class: "slot", "data-slot": name }, button, h("small", { "aria-hidden": "true" })),
    );
    slot.classList.toggle("is-idle", !use?.click && !use?.hold && !use?.turn);
    button.classList.toggle("is-knob", this.#turns(name));
    slot.querySelector("small")?.replaceChildren(...does.map((words) => h("span", {}, words)));
    return slot;
  }

  /** What a button does, and what it does if it is held. @param {ButtonLabels} [use] */
  #does({ click, hold, turn, turn_back: back } = { button: "" }) {
    const held = hold ? [this.say("play.hold", { what: hold })] : [];
    const turned = turn ? [this.say("play.turn", { what: turn })] : [];
    const turnedBack = back ? [this.say("play.turn_back", { what: back })] : [];
    return [click ?? this.say("play.idle"), ...held, ...turned, ...turnedBack];
  }

  /** Whether a button has a knob. @param {string} name */
  #turns(name) {
    return this.store.view.hardware?.knobs.includes(name) ?? false;
  }

  /** What a button is called. @param {string} name */
  #label(name) {
    const kind = kindOf(name);
    if (kind === "joystick") return this.say(`play.${name}`);
    if (name === KNOB) return this.say("play.knob");
    if (kind === "keys") return this.say("play.button", { name: name.toUpperCase() });
    return this.say("play.seat_button", { name: this.store.playerName(seatOf(name)) });
  }

  /** @param {string} name */
  #made(name) {
    const press = (/** @type {PointerEvent} */ event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.#move(name, true);
    };
    const release = () => this.#move(name, false);
    const listeners = {
      onpointerdown: press,
      onpointerup: release,
      onpointercancel: release,
      onblur: release,
      onwheel: (/** @type {WheelEvent} */ event) => this.#wheel(name, event),
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
    };
    const given = { type: "button", class: "key", "data-button": name, ...listeners };
    const button = h("button", given, face(name));
    return button;
  }

  /** Turn a knob with the wheel over it. @param {string} name @param {WheelEvent} event */
  #wheel(name, event) {
    if (!this.#turns(name)) return;
    event.preventDefault();
    this.#rolled = event.deltaMode ? Math.sign(event.deltaY) * NOTCH : this.#rolled + event.deltaY;
    if (Math.abs(this.#rolled) < NOTCH) return;
    this.emit("turn", { button: name, by: Math.sign(this.#rolled) });
    this.#rolled = 0;
  }

  /** Turn a knob with a key, if the key does; it turns on while the key is held. @param {KeyboardEvent} event */
  #turned(event) {
    const own = event.target instanceof Element ? event.target.closest(".is-knob") : null;
    const isTaken = !own && this.#buttons.get(KEYS[event.key])?.isConnected;
    const button = own?.getAttribute("data-button") ?? KNOB;
    const by = TURNS[event.key];
    if (!by || isTaken || !this.#turns(button)) return false;
    event.preventDefault();
    if (event.type === "keydown") this.emit("turn", { button, by });
    return true;
  }

  /** @param {KeyboardEvent} event @param {boolean} isDown */
  #key(event, isDown) {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && this.#turned(event)) return;
    const own = event.target instanceof Element ? event.target.closest("[data-button]") : null;
    const name = HOLDS.has(event.key) ? own?.getAttribute("data-button") : KEYS[event.key];
    if (!name || event.repeat || event.ctrlKey || event.metaKey || event.altKey) {
      if (name && event.repeat) event.preventDefault();
      return;
    }
    if (!this.#buttons.get(name)?.isConnected) return;
    event.preventDefault();
    this.#move(name, isDown);
  }

  /** @param {string} name @param {boolean} isDown */
  #move(name, isDown) {
    if (this.#held.has(name) === isDown) return;
    if (isDown) this.#held.add(name);
    else this.#held.delete(name);
    this.#buttons.get(name)?.classList.toggle("is-down", isDown);
    this.emit(isDown ? "press" : "release", name);
  }

  #releaseAll() {
    for (const name of [...this.#held]) this.#move(name, false);
  }
}

/** @param {string} name @returns {Kind} */
function kindOf(name) {
  if (JOYSTICK.includes(name)) return "joystick";
  return SEAT.test(name) ? "seats" : "keys";
}

/** @param {string} name */
const seatOf = (name) => Number(name.slice(4)) - 1;

/** What a button shows. @param {string} name */
function face(name) {
  const kind = kindOf(name);
  if (kind === "joystick") return sign(name);
  if (name === KNOB) return sign("turn");
  return kind === "seats" ? String(seatOf(name) + 1) : name.toUpperCase();
}

/**
 * Return the element of a name, made if there is none yet.
 * @template {string} N
 * @template {Element} E
 * @param {Map<N, E>} elements
 * @param {N} name
 * @param {() => E} make
 */
function kept(elements, name, make) {
  const found = elements.get(name);
  if (found) return found;
  const made = make();
  elements.set(name, made);
  return made;
}

customElements.define("button-pad", ButtonPad);
