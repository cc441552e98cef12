// What happened, newest first; what was undone is struck through.

/** @import { LogLine } from "/static/core/messages.js" */

import { arranged, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { ruleOf } from "/static/parts/rule-words.js";

/** The most lines that are shown. */
const SHOWN = 120;

class GameLog extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["log", "players"];
  /** The element of each line, kept as long as the line is. @type {WeakMap<LogLine, Element>} */
  #drawn = new WeakMap();
  #title = h("h2");
  #list = h("ol", { class: "log", reversed: true, tabindex: "0" });

  draw() {
    const lines = this.room.log.slice(-SHOWN).reverse();
    this.hidden = lines.length === 0;
    arranged(
      this.#list,
      lines.map((line) => this.#entry(line)),
    );
    this.#list.setAttribute("aria-label", this.say("log"));
    this.#title.textContent = this.say("log");
    if (!this.#list.isConnected) this.replaceChildren(this.#title, this.#list);
  }

  /** @param {LogLine} line */
  #entry(line) {
    const entry = this.#drawn.get(line) ?? this.#line(line);
    this.#drawn.set(line, entry);
    return entry;
  }

  /** @param {LogLine} line */
  #line({ kind, player, text, rule, undone }) {
    const who =
      player === null
        ? null
        : h(
            "span",
            { class: "number", role: "img", "aria-label": this.room.playerName(player) },
            String(player + 1),
          );
    const words = undone
      ? [h("del", {}, text), h("span", { class: "chip" }, this.say("undone"))]
      : [h("span", {}, text)];
    const kinds = `entry entry-${kind}${undone ? " is-undone" : ""}`;
    return h(
      "li",
      { class: kinds },
      who,
      h("span", { class: "words-said" }, words, " ", ruleOf(this.room, rule)),
    );
  }
}

customElements.define("game-log", GameLog);
