// The board as text, zone by zone: which pieces are on which place.

/** @import { Picture, Space, Sprite } from "/static/core/messages.js" */

import { within } from "/static/board/slices.js";
import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** A place that has a name of its own, such as a square; others are named by their zone. */
const NAMED = /^[a-z]\d+$/;

class BoardText extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["picture", "sprites"];

  draw() {
    const { picture, sprites = [] } = this.store.view;
    this.hidden = !picture;
    if (!picture) return;
    const zones = picture.zones.map((zone) => ({
      caption: zone.caption,
      spaces: within(zone, picture.spaces),
    }));
    const inZones = new Set(zones.flatMap(({ spaces }) => spaces.map(({ id }) => id)));
    const rest = picture.spaces.filter(({ id }) => !inZones.has(id));
    const all = [{ caption: this.say("board"), spaces: rest }, ...zones];
    this.replaceChildren(
      ...all.flatMap(({ caption, spaces }) => this.#zone(caption, spaces, sprites)),
    );
  }

  /** @param {string} caption @param {Space[]} spaces @param {Sprite[]} sprites */
  #zone(caption, spaces, sprites) {
    const lines = spaces.flatMap((space) => this.#place(space, sprites));
    if (lines.length === 0) return [];
    const items = lines.map((words) => h("li", {}, words));
    return [h("section", { class: "card" }, h("h2", {}, caption), h("ul", {}, items))];
  }

  /** @param {Space} space @param {Sprite[]} sprites */
  #place({ id, label }, sprites) {
    const { looks } = /** @type {Picture} */ (this.store.view.picture);
    const here = sprites
      .filter(({ place }) => place === id)
      .map(({ name, sign, look }) => name || sign || looks[look]?.sign || "")
      .filter((words) => words.trim());
    if (here.length === 0) return [];
    const where = label || (NAMED.test(id) ? id : "");
    const state = here.join(", ");
    return [where ? this.say("labelled", { what: where, state }) : state];
  }
}

customElements.define("board-text", BoardText);
