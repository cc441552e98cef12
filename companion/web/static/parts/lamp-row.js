// The lamps at the seats: one LED, or red, green and blue.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

class LampRow extends Part {
  static needs = ["hardware", "players"];
  #lit = {};

  draw() {
    const names = this.room.view.hardware?.lamps ?? [];
    this.hidden = names.length === 0;
    const lamps = names.map((name) =>
      h(
        "li",
        { class: "lamp", "data-lamp": name },
        h("span", { class: "bulb", "aria-hidden": "true" }),
        h("span", { class: "unseen" }),
      ),
    );
    this.replaceChildren(h("ul", { class: "lamps", "aria-label": this.say("play.lamps") }, lamps));
    this.show(this.#lit);
  }

  /** @param {Record<string, boolean[]>} lamps */
  show(lamps) {
    this.#lit = lamps;
    for (const element of this.querySelectorAll("[data-lamp]")) {
      const { lamp } = element.dataset;
      const leds = lamps[lamp] ?? [];
      const isLit = leds.some(Boolean);
      const colour = leds.length === 3 && isLit ? leds.map((on) => (on ? "1" : "0")).join("") : "";
      element.classList.toggle("is-lit", isLit);
      element.dataset.colour = colour;
      element.querySelector(".unseen").textContent =
        `${this.#name(lamp)}: ${this.say(isLit ? "play.lit" : "play.dark")}`;
    }
  }

  #name(lamp) {
    const seat = /^seat(\d+)$/.exec(lamp);
    return seat ? this.room.playerName(Number(seat[1]) - 1) : lamp;
  }
}

customElements.define("lamp-row", LampRow);
