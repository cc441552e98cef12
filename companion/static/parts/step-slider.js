// Steps through a game: a slider, buttons, and a description of the step.

/** @import { BoxEvents } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { sign } from "/static/parts/signs.js";

/** Milliseconds between two steps at the usual speed. */
const PACE = 1200;
/** The speeds at which a game plays by itself. */
const SPEEDS = [0.5, 1, 2, 4];

/**
 * Emits `step` with a number. Drawn by its page, once for each language; disabled until it knows
 * how many steps there are.
 */
export class StepSlider extends Part {
  #at = 0;
  #speed = 1;
  #timer = 0;
  /** The steps at which another turn begins. @type {number[]} */
  #turns = [];
  /** @type {HTMLButtonElement|null} */
  #player = null;
  /** @type {number|null} */
  #of = null;
  #slider = h("input", { type: "range", id: "step", min: 0, oninput: () => this.#slide() });
  #count = h("output", { class: "count", for: "step" });
  #label = h("p", { class: "step-label", role: "status", "aria-live": "polite" });
  /** @type {HTMLButtonElement[]} */
  #keys = [];

  draw() {
    this.#slider.setAttribute("aria-label", this.say("replay.step"));
    const buttons = {
      first: () => 0,
      back: () => this.#turns.findLast((turn) => turn < this.#at) ?? 0,
      previous: () => this.#at - 1,
      next: () => this.#at + 1,
      on: () => this.#turns.find((turn) => turn > this.#at) ?? this.#of ?? 0,
      last: () => this.#of ?? 0,
    };
    this.#keys = Object.entries(buttons).map(([name, to]) => {
      const words = this.say(`replay.${name}`);
      return h(
        "button",
        { type: "button", "aria-label": words, title: words, onclick: () => this.#go(to()) },
        sign(name),
      );
    });
    const [back, on] = [this.#keys.slice(0, 3), this.#keys.slice(3)];
    this.#player = h("button", { class: "primary", type: "button", onclick: () => this.#turn() });
    const numbers = new Intl.NumberFormat(this.store.words.tag);
    const speeds = h(
      "select",
      { "aria-label": this.say("replay.speed"), onchange: () => this.#pace(Number(speeds.value)) },
      SPEEDS.map((speed) =>
        h("option", { value: speed, selected: speed === this.#speed }, `${numbers.format(speed)}×`),
      ),
    );
    const steps = h(
      "div",
      { class: "steps" },
      back,
      this.#player,
      on,
      this.#slider,
      speeds,
      this.#count,
    );
    this.#showPlayer();
    this.replaceChildren(steps, this.#label);
    this.#show("");
  }

  /** Start playing by itself, or stop. */
  #turn() {
    if (this.#timer) this.#stop();
    else {
      if (this.#at >= (this.#of ?? 0)) this.#go(0);
      this.#timer = setInterval(() => this.#goOn(), PACE / this.#speed);
    }
    this.#showPlayer();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  #goOn() {
    if (this.#at >= (this.#of ?? 0)) {
      this.#stop();
      this.#showPlayer();
    } else this.#go(this.#at + 1);
  }

  /** @param {number} speed */
  #pace(speed) {
    this.#speed = speed;
    if (!this.#timer) return;
    this.#stop();
    this.#turn();
  }

  #showPlayer() {
    const words = this.say(this.#timer ? "replay.stop" : "replay.play");
    this.#player?.setAttribute("aria-label", words);
    this.#player?.setAttribute("title", words);
    this.#player?.replaceChildren(sign(this.#timer ? "pause" : "play"));
  }

  #slide() {
    this.#go(Number(this.#slider.value));
  }

  /** @param {number} to */
  #go(to) {
    const at = Math.max(0, Math.min(this.#of ?? 0, to));
    if (at !== this.#at) this.emit("step", at);
  }

  /** Show where the replay stands. @param {Pick<BoxEvents["replay"], "at"|"of"|"label"|"turns">} replay */
  stand({ at, of, label, turns }) {
    [this.#at, this.#of, this.#turns] = [at, of, turns];
    this.#show(label);
  }

  /** @param {string} label */
  #show(label) {
    const [at, of] = [this.#at, this.#of];
    // A click before the number of steps is known would be lost.
    const controls = [this.#slider, ...this.#keys, ...(this.#player ? [this.#player] : [])];
    for (const control of controls) control.disabled = of === null;
    if (of === null) return;
    this.#slider.max = String(of);
    this.#slider.value = String(at);
    this.#slider.setAttribute("aria-valuetext", this.say("replay.at", { at, of }));
    this.#count.textContent = `${at} / ${of}`;
    this.#label.textContent = label;
  }
}

customElements.define("step-slider", StepSlider);
