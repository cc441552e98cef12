// Steps through a game: a slider, buttons, and what happened in words.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { sign } from "/static/parts/signs.js";

/** Emits `step` with a number. Drawn by its page, once for each language; asleep until it knows the game. */
class StepSlider extends Part {
  #at = 0;
  #of = null;
  #parts = null;

  draw() {
    const slider = h("input", {
      type: "range",
      id: "step",
      min: 0,
      "aria-label": this.say("replay.step"),
      oninput: ({ target }) => this.#go(Number(target.value)),
    });
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
      return h(
        "button",
        { type: "button", "aria-label": words, title: words, onclick: () => this.#go(to()) },
        sign(name),
      );
    });
    this.#parts = { slider, count, label, controls: [slider, ...keys] };
    this.replaceChildren(
      h("div", { class: "steps" }, keys.slice(0, 2), slider, keys.slice(2), count),
      label,
    );
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
    const { slider, count, label: words, controls } = this.#parts;
    // A click before the number of steps is known would be lost.
    const isAsleep = this.#of === null;
    for (const control of controls) control.disabled = isAsleep;
    if (isAsleep) return;
    slider.max = String(this.#of);
    slider.value = String(this.#at);
    slider.setAttribute("aria-valuetext", this.say("replay.at", { at: this.#at, of: this.#of }));
    count.textContent = `${this.#at} / ${this.#of}`;
    words.textContent = label;
  }
}

customElements.define("step-slider", StepSlider);
