// The buttons of the box: each stays down for as long as it is held, by pointer or key.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { sign } from "/static/parts/signs.js";

const JOYSTICK = ["up", "left", "press", "right", "down"];
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

/** @typedef {[face: string|Node, label: string]} Words what a button shows and is called */

/** Emits `press` and `release` with a button's name. */
class ButtonPad extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["hardware", "players"];
  /** @type {Set<string>} */
  #held = new Set();

  draw() {
    const { hardware } = this.room.view;
    const names = hardware?.buttons ?? [];
    const stick = names.filter((name) => JOYSTICK.includes(name));
    const seats = names.filter((name) => /^seat\d+$/.test(name));
    const others = names.filter((name) => !stick.includes(name) && !seats.includes(name));
    this.replaceChildren(
      ...this.#group("joystick", stick, (name) => [sign(name), this.say(`play.${name}`)]),
      ...this.#group("keys", others, (name) => [
        name.toUpperCase(),
        this.say("play.button", { name: name.toUpperCase() }),
      ]),
      ...this.#group("seats", seats, (name) => this.#seat(Number(name.slice(4)) - 1)),
    );
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.#key(event, true));
    this.addEventListener("keyup", (event) => this.#key(event, false));
    addEventListener("blur", () => this.#releaseAll());
  }

  /** @param {number} seat @returns {Words} */
  #seat(seat) {
    const name = this.room.playerName(seat);
    return [String(seat + 1), this.say("play.seat_button", { name })];
  }

  /** @param {string} kind @param {string[]} names @param {(name: string) => Words} words */
  #group(kind, names, words) {
    if (names.length === 0) return [];
    const buttons = names.map((name) => this.#button(name, ...words(name)));
    const label = this.say(`play.${kind}`);
    return [h("div", { class: `pad pad-${kind}`, role: "group", "aria-label": label }, buttons)];
  }

  /** @param {string} name @param {string|Node} face @param {string} label */
  #button(name, face, label) {
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
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
    };
    const button = h(
      "button",
      {
        type: "button",
        class: "key",
        "data-button": name,
        "aria-label": label,
        title: label,
        ...listeners,
      },
      face,
    );
    return button;
  }

  /** @param {KeyboardEvent} event @param {boolean} isDown */
  #key(event, isDown) {
    const own = event.target instanceof Element ? event.target.closest("[data-button]") : null;
    const name = HOLDS.has(event.key) ? own?.getAttribute("data-button") : KEYS[event.key];
    if (!name || event.repeat || event.ctrlKey || event.metaKey || event.altKey) {
      if (name && event.repeat) event.preventDefault();
      return;
    }
    if (!this.querySelector(`[data-button="${name}"]`)) return;
    event.preventDefault();
    this.#move(name, isDown);
  }

  /** @param {string} name @param {boolean} isDown */
  #move(name, isDown) {
    if (this.#held.has(name) === isDown) return;
    if (isDown) this.#held.add(name);
    else this.#held.delete(name);
    this.querySelector(`[data-button="${name}"]`)?.classList.toggle("is-down", isDown);
    this.emit(isDown ? "press" : "release", name);
  }

  #releaseAll() {
    for (const name of [...this.#held]) this.#move(name, false);
  }
}

customElements.define("button-pad", ButtonPad);
