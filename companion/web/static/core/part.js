// The base class of the pages' custom elements: each draws some keys of the room's view.

/** @import { Emitted, Parts, RoomKey } from "/static/core/elements.js" */
/** @import { Room } from "/static/core/room.js" */

import { sureButton } from "/static/core/sure.js";

/** Subclasses list in `needs` the keys that they show, and show them in `draw`. */
export class Part extends HTMLElement {
  /** @type {RoomKey[]} */
  static needs = [];
  /** @type {Room|null} */
  #room = null;
  /**
   * Buttons that ask first, by what they are for and what they say.
   * @type {Map<string, {button: HTMLButtonElement, act: () => void}>}
   */
  #sureButtons = new Map();

  /** The room that this part follows. */
  get room() {
    if (!this.#room) throw new Error(`${this.localName} follows no room`);
    return this.#room;
  }

  /** Draw now, and whenever a needed key of the room changes. @param {Room} room */
  follow(room) {
    this.#room = room;
    const needs = new Set(/** @type {typeof Part} */ (this.constructor).needs);
    room.addEventListener("change", ({ detail }) => {
      const isMine = detail.has("words") || [...detail].some((key) => needs.has(key));
      if (isMine && room.isReady) this.redraw();
    });
    if (room.isReady) this.draw();
  }

  /** Draw again. An element that stays, but has been moved, keeps the focus. */
  redraw() {
    const focused = document.activeElement;
    this.draw();
    if (focused instanceof HTMLElement && this.contains(focused)) focused.focus();
  }

  /**
   * Return a button that asks first. It is the same one whenever the part is drawn again, because it
   * may be asking just then.
   * @param {string} key what it is for, among the buttons of this part
   * @param {{class?: string}} given
   * @param {string} what
   * @param {() => void} act
   */
  sureButton(key, given, what, act) {
    const name = `${key} ${what}`;
    const known = this.#sureButtons.get(name);
    if (known) {
      known.act = act;
      return known.button;
    }
    const button = sureButton(given, what, this.say("host.sure", { what }), () =>
      this.#sureButtons.get(name)?.act(),
    );
    this.#sureButtons.set(name, { button, act });
    return button;
  }

  /** @param {string} key @param {Record<string, string|number>} [params] */
  say(key, params) {
    return this.room.say(key, params);
  }

  /** Dispatch an event that bubbles up to the page. @param {Emitted} emitted */
  emit(...emitted) {
    const [kind, detail] = emitted;
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true }));
  }

  draw() {
    throw new Error(`${this.localName} draws nothing`);
  }
}

/**
 * Return a new part that follows a room.
 * @template {keyof Parts} K
 * @param {K} name
 * @param {Room} room
 * @param {Record<string, string>} [given]
 */
export function part(name, room, given = {}) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
  element.follow(room);
  return element;
}
