// Taking back one's own last step: at once, or when those agree who have acted since.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Emits `takeback`, and `agree` with 1 for yes and 0 for no. */
class TakeBack extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["undo", "wish", "players", "role"];

  draw() {
    const { undo, wish } = this.store.view;
    const own = this.store.role.seat;
    this.hidden = !undo && !wish;
    this.classList.toggle("is-sign", !wish);
    if (wish && own !== null && wish.asked.includes(own)) {
      const name = this.store.playerName(wish.seat);
      this.#show(
        h("p", { role: "alert" }, this.say("undo.asked", { name })),
        this.#button("primary", "undo.yes", () => this.emit("agree", 1)),
        this.#button("", "undo.no", () => this.emit("agree", 0)),
      );
    } else if (wish && wish.seat === own) {
      const names = this.store.words.join(wish.asked.map((seat) => this.store.playerName(seat)));
      const words =
        wish.refused === null
          ? this.say("undo.waiting", { names })
          : this.say("undo.refused", { name: this.store.playerName(wish.refused) });
      this.#show(h("p", { role: "status" }, words));
    } else if (undo) {
      this.#show(this.#sign(`undo.${undo}`));
    }
  }

  /** @param {...Node} parts */
  #show(...parts) {
    this.replaceChildren(h("div", { class: "take-back" }, parts));
  }

  /** A button of which a phone shows only the sign with which its words begin. @param {string} words */
  #sign(words) {
    const [sign, ...rest] = this.say(words).split(" ");
    const told = h("span", { class: "told-sign" }, rest.join(" "));
    const given = { type: "button", class: "quiet", onclick: () => this.emit("takeback") };
    return h("button", given, h("span", { "aria-hidden": "true" }, `${sign} `), told);
  }

  /** @param {string} kind @param {string} words @param {() => void} onclick */
  #button(kind, words, onclick) {
    return h("button", { type: "button", class: kind, onclick }, this.say(words));
  }
}

customElements.define("take-back", TakeBack);
