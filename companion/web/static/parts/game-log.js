// What happened, the newest first; what was taken back is struck through.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

const SHOWN = 120;

class GameLog extends Part {
  static needs = ["log", "players"];

  draw() {
    const lines = this.room.log.slice(-SHOWN).reverse();
    this.hidden = lines.length === 0;
    const items = lines.map((line) => this.#line(line));
    const list = h("ol", { class: "log", reversed: true, tabindex: "0", "aria-label": this.say("log") }, items);
    this.replaceChildren(h("h2", {}, this.say("log")), list);
  }

  #line({ kind, player, text, rule, undone }) {
    const who = player === null ? null : h("span", { class: "number", role: "img", "aria-label": this.room.playerName(player) }, String(player + 1));
    const words = undone
      ? [h("del", {}, text), h("span", { class: "chip" }, this.say("undone"))]
      : [h("span", {}, text)];
    const reason = rule ? h("small", { class: "rule" }, rule) : null;
    const kinds = `entry entry-${kind}${undone ? " is-undone" : ""}`;
    return h("li", { class: kinds }, who, h("span", { class: "words-said" }, words, " ", reason));
  }
}

customElements.define("game-log", GameLog);
