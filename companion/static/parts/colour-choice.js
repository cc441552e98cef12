// The colours of the chosen game's pieces: a player takes one before the game; others see it taken.

/** @import { Colour } from "/static/core/messages.js" */

import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Emits `colour`, with an empty one if a player gives theirs back. */
class ColourChoice extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["lobby", "players", "role"];

  draw() {
    const { lobby } = this.store.view;
    const colours = lobby?.colours ?? [];
    this.hidden = colours.length === 0 || this.store.role.seat === null || !lobby?.seating;
    if (this.hidden) {
      this.replaceChildren();
      return;
    }
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.contains(active) && active.dataset.colour;
    const items = colours.map((colour) => h("li", {}, this.#button(colour)));
    const title = h("h2", {}, this.say("colour.title"));
    this.replaceChildren(
      h("section", { class: "card" }, title, h("ul", { class: "colours" }, items)),
    );
    if (focused) focusOn(this, `[data-colour=${focused}]`);
  }

  /** @param {Colour} colour */
  #button({ colour, fill, name, seat }) {
    const isMine = seat === this.store.role.seat;
    const owner = seat === null || isMine ? "" : this.store.playerName(seat);
    return h(
      "button",
      {
        type: "button",
        class: "colour",
        "data-colour": colour,
        "aria-pressed": String(isMine),
        disabled: owner !== "",
        onclick: () => this.emit("colour", isMine ? "" : colour),
      },
      h("span", { class: `number is-${fill}`, "aria-hidden": "true" }, isMine ? "✓" : ""),
      h("span", {}, name),
      owner ? h("small", {}, this.say("colour.taken", { name: owner })) : null,
    );
  }
}

customElements.define("colour-choice", ColourChoice);
