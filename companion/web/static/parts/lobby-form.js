// The setup of a game: one question after the other.

/** @import { Lobby } from "/static/core/messages.js" */

import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Emits `answer` with the number of an answer, and `order` with `back`. With `parties`, only people who have played before are there to choose. */
class LobbyForm extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["lobby", "can"];

  draw() {
    const { lobby, can = [] } = this.room.view;
    const isPhone = this.hasAttribute("parties");
    this.hidden = !lobby || (isPhone && lobby.parties === 0);
    if (!lobby || this.hidden) {
      this.replaceChildren();
      return;
    }
    const hadFocus = this.contains(document.activeElement);
    const shown = isPhone ? lobby.answers.slice(0, lobby.parties) : lobby.answers;
    const answers = shown.map((_, i) => h("li", {}, this.#button(lobby, i)));
    const isLong = lobby.lines.some(Boolean);
    const back = can.includes("back")
      ? h(
          "button",
          { class: "quiet", type: "button", onclick: () => this.emit("order", "back") },
          `‹ ${this.say("back")}`,
        )
      : null;
    this.replaceChildren(
      h("h2", { tabindex: "-1" }, lobby.title),
      h("ul", { class: isLong ? "options has-lines" : "options" }, answers),
      back ?? "",
    );
    if (hadFocus) focusOn(this, ".is-here, .option");
  }

  /** @param {Lobby} lobby @param {number} i */
  #button({ answers, lines, cursor, best }, i) {
    const kind = i === cursor ? "option is-here" : "option";
    const line = lines[i] ? h("small", { class: "about" }, lines[i]) : null;
    const chip = i === best ? h("span", { class: "chip" }, this.say("lobby.best")) : null;
    return h(
      "button",
      { class: kind, type: "button", onclick: () => this.emit("answer", i) },
      h("span", {}, answers[i]),
      chip && " ",
      chip,
      line && " ",
      line,
    );
  }
}

customElements.define("lobby-form", LobbyForm);
