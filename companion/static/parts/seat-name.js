// Which seat this phone has, and the button to leave it.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Emits `leave`. */
class SeatName extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["seat", "players", "role"];

  draw() {
    const { seat } = this.store.role;
    if (seat === null) return;
    localStorage.setItem("sat", this.store.playerName(seat));
    const number = h("span", { class: this.store.numberClass(seat), "aria-hidden": "true" });
    number.textContent = String(seat + 1);
    const name = h("span", { class: "name" }, this.store.playerName(seat));
    const leave = this.confirmButton("leave", { class: "quiet" }, this.say("leave"), () =>
      this.#leave(),
    );
    this.replaceChildren(h("p", { class: "me" }, number, name, leave));
  }

  #leave() {
    localStorage.removeItem("sat");
    this.emit("leave");
  }
}

customElements.define("seat-name", SeatName);
