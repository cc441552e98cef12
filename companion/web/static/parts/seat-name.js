// Which seat this phone has, and the button to leave it.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { sureButton } from "/static/core/sure.js";

/** Emits `leave`. */
class SeatName extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["seat", "players", "role"];

  draw() {
    const { seat } = this.room.role;
    if (seat === null) return;
    localStorage.setItem("sat", this.room.playerName(seat));
    const what = this.say("leave");
    const leave = sureButton({ class: "quiet" }, what, this.say("host.sure", { what }), () =>
      this.#leave(),
    );
    const name = h("span", { class: "name" }, this.room.playerName(seat));
    this.replaceChildren(
      h(
        "p",
        { class: "me" },
        h("span", { class: this.room.numberClass(seat), "aria-hidden": "true" }, String(seat + 1)),
        name,
        leave,
      ),
    );
  }

  #leave() {
    localStorage.removeItem("sat");
    this.emit("leave");
  }
}

customElements.define("seat-name", SeatName);
