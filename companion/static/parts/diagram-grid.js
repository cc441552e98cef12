// The board as the small panel shows it, for games without a picture.

/** @import { Cell } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

class DiagramGrid extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["diagram", "picture"];

  draw() {
    const { diagram, picture } = this.store.view;
    this.hidden = !diagram || Boolean(picture);
    if (!diagram || picture) {
      this.replaceChildren();
      return;
    }
    const rows = diagram.map((cells) => h("tr", {}, cells.map(cell)));
    const given = { class: "diagram", "aria-label": this.say("board") };
    this.replaceChildren(h("table", given, h("tbody", {}, rows)));
  }
}

/** @param {Cell} cell */
function cell({ icon, mark, place }) {
  return h("td", { class: mark ? `cell cell-${mark}` : "cell" }, place || icon);
}

customElements.define("diagram-grid", DiagramGrid);
