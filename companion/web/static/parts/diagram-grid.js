// The board as the small panel shows it, for games without a picture.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

class DiagramGrid extends Part {
  static needs = ["diagram", "picture"];

  draw() {
    const { diagram, picture } = this.room.view;
    this.hidden = !diagram || Boolean(picture);
    if (this.hidden) {
      this.replaceChildren();
      return;
    }
    const rows = diagram.map((cells) => h("tr", {}, cells.map(cell)));
    const given = { class: "diagram", "aria-label": this.say("board") };
    this.replaceChildren(h("table", given, h("tbody", {}, rows)));
  }
}

function cell({ icon, mark, place }) {
  return h("td", { class: mark ? `cell cell-${mark}` : "cell" }, place || icon);
}

customElements.define("diagram-grid", DiagramGrid);
