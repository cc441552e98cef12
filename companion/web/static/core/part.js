// A part of a page: a custom element that draws some keys of the room's view.

/** @import { Emitted, Parts, RoomKey } from "/static/core/elements.js" */
/** @import { Room } from "/static/core/room.js" */

/** Subclasses say in `needs` which keys they draw and draw them in `draw`. */
export class Part extends HTMLElement {
  /** @type {RoomKey[]} */
  static needs = [];
  /** @type {Room|null} */
  #room = null;

  /** What it follows. */
  get room() {
    if (!this.#room) throw new Error(`${this.localName} follows no room`);
    return this.#room;
  }

  /** Follow a room from now on. @param {Room} room */
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

  /** Tell the page something, by an event that rises. @param {Emitted} emitted */
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
