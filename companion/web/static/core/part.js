// A part of a page: a custom element that draws some keys of the room's view.

/** Subclasses say in `needs` which keys they draw and draw them in `draw`. */
export class Part extends HTMLElement {
  /** @type {string[]} */
  static needs = [];
  /** @type {import("/static/core/room.js").Room} */
  room;

  /** Follow a room from now on; return the element itself. */
  follow(room) {
    this.room = room;
    const needs = new Set(this.constructor.needs);
    room.addEventListener("change", ({ detail }) => {
      const isMine = detail.has("words") || [...detail].some((key) => needs.has(key));
      if (isMine && room.isReady) this.draw();
    });
    if (room.isReady) this.draw();
    return this;
  }

  say(key, params) {
    return this.room.say(key, params);
  }

  /** Tell the page something, by an event that rises. */
  emit(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true }));
  }

  draw() {
    throw new Error(`${this.localName} draws nothing`);
  }
}

/** Return a new part that follows a room. */
export function part(name, room, given = {}) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
  return element.follow(room);
}
