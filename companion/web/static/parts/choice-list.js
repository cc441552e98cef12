// What can be chosen next, as large buttons, and what has been chosen so far.

/** @import { Choices } from "/static/core/messages.js" */

import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/**
 * Emits `choose` with the number of an option, and `back`. The attribute `source` names the key of
 * the view that holds the choices (`choices` by default); `wait` shows whom the game waits for.
 */
class ChoiceList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["choices", "corrections", "turn", "lobby"];
  #shown = "";

  draw() {
    const { turn, choices: own, corrections } = this.room.view;
    const choices = this.getAttribute("source") === "corrections" ? corrections : own;
    const shown = JSON.stringify([
      choices ?? null,
      turn?.awaited,
      turn?.over,
      this.room.words.language,
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hadFocus = this.contains(document.activeElement);
    this.replaceChildren(...this.#parts(choices));
    if (hadFocus) focusOn(this, this.querySelector(".option") ? ".option" : "button");
  }

  /** @param {Choices|null} [choices] */
  #parts(choices) {
    if (!choices || choices.mine === false || choices.options.length === 0) return this.#nothing();
    const { selected, options } = choices;
    const buttons = options.map((option, i) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: "option", type: "button", onclick: () => this.emit("choose", i) },
          option.label,
        ),
      ),
    );
    const isShort = options.every((option) => option.label.length <= 3);
    const list = h(
      "ul",
      { class: isShort ? "options is-short" : "options", "aria-label": this.say("choices") },
      buttons,
    );
    return selected?.length ? [this.#chosen(selected), list] : [list];
  }

  /** @param {string[]} selected */
  #chosen(selected) {
    const back = h(
      "button",
      { class: "quiet", type: "button", onclick: () => this.emit("back") },
      `‹ ${this.say("back")}`,
    );
    return h("p", { class: "chosen" }, back, h("span", {}, selected.join(" · ")));
  }

  #nothing() {
    const { turn } = this.room.view;
    if (!this.hasAttribute("wait") || !turn || turn.over) return [];
    const names = turn.awaited.map((seat) => this.room.playerName(seat));
    if (names.length === 0) return [];
    return [
      h("p", { class: "wait" }, this.say("waiting_for", { names: this.room.words.join(names) })),
    ];
  }
}

customElements.define("choice-list", ChoiceList);
