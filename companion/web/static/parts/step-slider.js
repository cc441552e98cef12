// Steps through a game: a slider, buttons, and what happened in words.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { sign } from "/static/parts/signs.js";

/** Emits `step` with a number. Drawn by its page, once for each language. */
class StepSlider extends Part {
  #at = 0;
  #of = 0;
  #parts = null;

  draw() {
    const slider = h("input", { type: "range", id: "step", min: 0, max: this.#of, value: this.#at, "aria-label": this.say("replay.step"), oninput: ({ target }) => this.#go(Number(target.value)) });
    const count = h("output", { class: "count", for: "step" });
    const label = h("p", { class: "step-label", role: "status", "aria-live": "polite" });
    const buttons = {
      first: () => 0,
      previous: () => this.#at - 1,
      next: () => this.#at + 1,
      last: () => this.#of,
    };
    const keys = Object.entries(buttons).map(([name, to]) => {
      const words = this.say(`replay.${name}`);
      return h("button", { type: "button", "aria-label": words, title: words, onclick: () => this.#go(to()) }, sign(name));
    });
    this.#parts = { slider, count, label };
    this.replaceChildren(h("div", { class: "steps" }, keys.slice(0, 2), slider, keys.slice(2), count), label);
    this.#show("");
  }

  #go(to) {
    const at = Math.max(0, Math.min(this.#of, to));
    if (at !== this.#at) this.emit("step", at);
  }

  /** Show where the replay stands. */
  stand({ at, of, label }) {
    [this.#at, this.#of] = [at, of];
    this.#show(label);
  }

  #show(label) {
    if (!this.#parts) return;
    const { slider, count, label: words } = this.#parts;
    slider.max = String(this.#of);
    slider.value = String(this.#at);
    slider.setAttribute("aria-valuetext", this.say("replay.at", { at: this.#at, of: this.#of }));
    count.textContent = `${this.#at} / ${this.#of}`;
    words.textContent = label;
  }
}

customElements.define("step-slider", StepSlider);
