// What the box has drawn: it slides in one by one, with what the box was bound to and its secret.

/** @import { Draw } from "/static/core/messages.js" */

import { emblem } from "/static/board/emblem.js";
import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

class DrawResult extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["draw", "picture"];
  /** What is shown; drawn again only if it differs, so that nothing slides in twice. @type {Draw|null} */
  #shown = null;

  draw() {
    const { draw = null, picture } = this.store.view;
    this.hidden = !draw;
    if (draw === this.#shown) return;
    const isNew = draw?.n !== this.#shown?.n;
    this.#shown = draw;
    if (!draw) return this.replaceChildren();
    const items = draw.drawn.map(({ text, drawn }, at) => {
      const item = h("li", {}, emblem(drawn, picture), text);
      item.style.setProperty("--at", String(at));
      return item;
    });
    this.replaceChildren(
      h("h2", {}, this.say("draw")),
      h("ol", { class: isNew ? "drawn slides" : "drawn" }, items),
      this.#number("bound", draw.bound),
      this.#number("secret", draw.secret),
    );
  }

  /** @param {string} key @param {string} number */
  #number(key, number) {
    return h("p", { class: "digest" }, this.say(`draw.${key}`), " ", h("code", {}, number));
  }
}

customElements.define("draw-result", DrawResult);
