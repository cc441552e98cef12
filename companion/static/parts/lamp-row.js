// The lamps at the seats: one LED, or red, green and blue.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

export class LampRow extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["hardware", "players"];
  /** @type {Record<string, boolean[]>} */
  #lit = {};

  draw() {
    const names = this.store.view.hardware?.lamps ?? [];
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
    for (const element of this.querySelectorAll("li")) {
      const { lamp = "" } = element.dataset;
      const leds = lamps[lamp] ?? [];
      const isLit = leds.some(Boolean);
      const colour = leds.length === 3 && isLit ? leds.map((on) => (on ? "1" : "0")).join("") : "";
      element.classList.toggle("is-lit", isLit);
      element.dataset.colour = colour;
      const state = this.say(isLit ? "play.lit" : "play.dark");
      const words = this.say("labelled", { what: this.#name(lamp), state });
      element.querySelector(".unseen")?.replaceChildren(words);
    }
  }

  /** @param {string} lamp */
  #name(lamp) {
    const seat = /^seat(\d+)$/.exec(lamp);
    return seat ? this.store.playerName(Number(seat[1]) - 1) : lamp;
  }
}

customElements.define("lamp-row", LampRow);
