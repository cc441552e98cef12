// The buzzer's sound; silent until somebody switches it on.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** The gain: a square wave is loud. */
const LOUD = 0.06;

export class SoundSwitch extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["hardware"];
  /** @type {AudioContext|null} */
  #audio = null;
  /** @type {OscillatorNode|null} */
  #tone = null;

  draw() {
    const isOn = this.#audio !== null;
    const words = this.say(isOn ? "play.sound_on" : "play.sound_off");
    this.replaceChildren(
      h("button", { type: "button", class: "quiet", onclick: () => this.#switch() }, words),
    );
  }

  #switch() {
    if (this.#audio) {
      this.#audio.close();
      this.#audio = null;
      this.#tone = null;
    } else {
      this.#audio = new AudioContext();
    }
    this.draw();
    this.querySelector("button")?.focus();
  }

  /** Sound a tone, or fall silent (`null`). @param {number|null} hertz */
  play(hertz) {
    this.#tone?.stop();
    this.#tone = null;
    if (!this.#audio || hertz === null) return;
    const gain = new GainNode(this.#audio, { gain: LOUD });
    this.#tone = new OscillatorNode(this.#audio, { type: "square", frequency: hertz });
    this.#tone.connect(gain).connect(this.#audio.destination);
    this.#tone.start();
  }
}

customElements.define("sound-switch", SoundSwitch);
