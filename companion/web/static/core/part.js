// The base class of the pages' custom elements: each draws some keys of the room's view.

/** @import { Emitted, Parts, RoomKey } from "/static/core/elements.js" */
/** @import { Room } from "/static/core/room.js" */

/** Subclasses list in `needs` the keys that they show, and show them in `draw`. */
export class Part extends HTMLElement {
  /** @type {RoomKey[]} */
  static needs = [];
  /** @type {Room|null} */
  #room = null;

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
      if (isMine && room.isReady) this.draw();
    });
    if (room.isReady) this.draw();
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
