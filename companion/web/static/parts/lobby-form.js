// The setup of a game: one question after the other.

import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Emits `answer` with the number of an answer, and `order` with `back`. */
class LobbyForm extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["lobby", "can"];

  draw() {
    const { lobby, can = [] } = this.room.view;
    this.hidden = !lobby;
    if (!lobby) {
      this.replaceChildren();
      return;
    }
    const hadFocus = this.contains(document.activeElement);
    const answers = lobby.answers.map((answer, i) =>
      h("li", {}, this.#button(answer, i, lobby.cursor)),
    );
    const back = can.includes("back")
      ? h(
          "button",
          { class: "quiet", type: "button", onclick: () => this.emit("order", "back") },
          `‹ ${this.say("back")}`,
        )
      : null;
    this.replaceChildren(
      h("h2", { tabindex: "-1" }, lobby.title),
      h("ul", { class: "options" }, answers),
      back ?? "",
    );
    if (hadFocus) focusOn(this, ".is-here, .option");
  }

  /** @param {string} answer @param {number} i @param {number} cursor */
  #button(answer, i, cursor) {
    const kind = i === cursor ? "option is-here" : "option";
    return h(
      "button",
      { class: kind, type: "button", onclick: () => this.emit("answer", i) },
      answer,
    );
  }
}

customElements.define("lobby-form", LobbyForm);
