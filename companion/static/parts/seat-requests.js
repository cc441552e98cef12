// Who asks for a seat that another phone has: whoever leads gives it with one tap.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Emits `give` with a seat, and whether it is given. */
class SeatRequests extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["players", "role"];

  draw() {
    const asked = this.store.leads
      ? this.store.view.players.flatMap(({ name, asked }, seat) => (asked ? [{ name, seat }] : []))
      : [];
    this.hidden = asked.length === 0;
    this.replaceChildren(
      ...asked.map(({ name, seat }) =>
        h(
          "section",
          { class: "card", role: "alert" },
          h("p", {}, this.say("join.asks", { name })),
          this.#button("undo.yes", seat, true),
          " ",
          this.#button("undo.no", seat, false),
        ),
      ),
    );
  }

  /** @param {string} key @param {number} seat @param {boolean} yes */
  #button(key, seat, yes) {
    const given = { type: "button", onclick: () => this.emit("give", { seat, yes }) };
    return h("button", given, this.say(key));
  }
}

customElements.define("seat-requests", SeatRequests);
