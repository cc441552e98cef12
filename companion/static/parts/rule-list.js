// What is in play and has a rule of its own: each opens its sentence.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { ruleOf } from "/static/parts/rule-words.js";

class RuleList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["parts", "game", "lobby"];
  #shown = "";

  draw() {
    const { parts = [], game, lobby } = this.store.view;
    this.hidden = parts.length === 0 || !game?.rules || Boolean(lobby);
    const shown = JSON.stringify([parts, this.store.words.language]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const items = parts.map(({ name, rule }) =>
      h("li", { class: "score-row" }, h("span", {}, name), ruleOf(this.store, rule)),
    );
    const open = this.querySelector("details")?.open ?? false;
    const title = h("summary", {}, this.say("in_play", { count: parts.length }));
    this.replaceChildren(h("details", { open }, title, h("ul", {}, items)));
  }
}

customElements.define("rule-list", RuleList);
