// The base class of the pages' custom elements: each draws some keys of the table store.

/** @import { Emitted, Parts, StoreKey } from "/static/core/elements.js" */
/** @import { TableStore } from "/static/core/table-store.js" */

import { confirmButton } from "/static/core/confirm-button.js";

/** Subclasses list in `needs` the keys that they show, and show them in `draw`. */
export class Part extends HTMLElement {
  /** @type {StoreKey[]} */
  static needs = [];
  /** @type {TableStore|null} */
  #store = null;
  /**
   * Buttons that ask first, by what they are for and what they say.
   * @type {Map<string, {button: HTMLButtonElement, act: () => void}>}
   */
  #sureButtons = new Map();

  /** The store that this part follows. */
  get store() {
    if (!this.#store) throw new Error(`${this.localName} follows no table store`);
    return this.#store;
  }

  /** Draw now, and whenever a needed key of the store changes. @param {TableStore} store */
  follow(store) {
    this.#store = store;
    const needs = new Set(/** @type {typeof Part} */ (this.constructor).needs);
    store.addEventListener("change", ({ detail }) => {
      const isMine = detail.has("words") || [...detail].some((key) => needs.has(key));
      if (isMine && store.isReady) this.redraw();
    });
    if (store.isReady) this.draw();
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
  confirmButton(key, given, what, act) {
    const name = `${key} ${what}`;
    const known = this.#sureButtons.get(name);
    if (known) {
      known.act = act;
      return known.button;
    }
    const button = confirmButton(given, what, this.say("host.sure", { what }), () =>
      this.#sureButtons.get(name)?.act(),
    );
    this.#sureButtons.set(name, { button, act });
    return button;
  }

  /** Return the button that leaves the game, once it is confirmed, where that is possible. */
  leaveButton() {
    const what = this.store.view.can?.leave;
    const leave = () => this.emit("order", "leave");
    return what ? this.confirmButton("leave", { class: "danger" }, what, leave) : null;
  }

  /** @param {string} key @param {Record<string, string|number>} [params] */
  say(key, params) {
    return this.store.say(key, params);
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
 * Return a new part that follows a store.
 * @template {keyof Parts} K
 * @param {K} name
 * @param {TableStore} store
 * @param {Record<string, string>} [given]
 */
export function part(name, store, given = {}) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
  element.follow(store);
  return element;
}
