// Which choices are best, for those who ask.

/** @import { Line } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { row } from "/static/parts/line-list.js";

/** Emits `advise`; clears the advice as soon as the choices change. */
export class AdviceList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["outlook", "picture", "lobby"];

  draw() {
    const { lobby, outlook = [] } = this.store.view;
    this.hidden = outlook.length === 0 || Boolean(lobby);
    const ask = h(
      "button",
      { type: "button", onclick: () => this.emit("advise") },
      this.say("advice"),
    );
    const advice = h("ul", { class: "lines", role: "status", "aria-live": "polite" });
    this.replaceChildren(ask, advice);
  }

  /** Show the lines that were asked for. @param {Line[]} lines */
  show(lines) {
    this.querySelector(".lines")?.replaceChildren(...lines.map((line) => row(line, this.store)));
  }
}

customElements.define("advice-list", AdviceList);
