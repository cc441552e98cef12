// Which seat this phone has, and the button to leave it.

import { arranged, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { sureButton } from "/static/core/sure.js";

/** Emits `leave`. */
class SeatName extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["seat", "players", "role"];

  /**
   * The button and its label. It stays when the seat is drawn again: it may be asking.
   * @type {{label: string, button: HTMLButtonElement}|null}
   */
  #leaving = null;
  #line = h("p", { class: "me" });

  draw() {
    const { seat } = this.room.role;
    if (seat === null) return;
    localStorage.setItem("sat", this.room.playerName(seat));
    const number = h("span", { class: this.room.numberClass(seat), "aria-hidden": "true" });
    number.textContent = String(seat + 1);
    const name = h("span", { class: "name" }, this.room.playerName(seat));
    arranged(this.#line, [number, name, this.#leaveButton()]);
    if (!this.#line.parentNode) this.replaceChildren(this.#line);
  }

  #leaveButton() {
    const what = this.say("leave");
    if (this.#leaving?.label !== what) {
      const question = this.say("host.sure", { what });
      const button = sureButton({ class: "quiet" }, what, question, () => this.#leave());
      this.#leaving = { label: what, button };
    }
    return this.#leaving.button;
  }

  #leave() {
    localStorage.removeItem("sat");
    this.emit("leave");
  }
}

customElements.define("seat-name", SeatName);
