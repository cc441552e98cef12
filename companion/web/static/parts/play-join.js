// How phones join the game on this page.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

class PlayJoin extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["join"];

  draw() {
    const { join } = this.room.view;
    this.hidden = !join;
    if (!join) return;
    const code = h(
      "p",
      { class: "join-code" },
      h("span", {}, this.say("join.code")),
      h("strong", {}, join.code),
    );
    const link = h(
      "a",
      { href: join.address, target: "_blank", rel: "noopener" },
      this.say("play.join_link"),
    );
    this.replaceChildren(
      h("section", { class: "card" }, h("h2", {}, this.say("host.join")), code, h("p", {}, link)),
    );
  }
}

customElements.define("play-join", PlayJoin);
