// The sand timer of the whole table, in large digits while it runs, and when it has run out.

import { Chime, isSoundWanted } from "/static/core/chime.js";
import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { digits } from "/static/core/time.js";

/** Milliseconds between two looks at the time, and for which the end is told. */
const TICK_INTERVAL = 250;
const TOLD = 15_000;
/** The notes of the end in hertz. */
const NOTES = [880, 659.3, 880, 659.3];
/** Whoever sees less than this many milliseconds is warned by the colour. */
const LOW = 10_000;

class SandTimer extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["clock", "lobby", "turn"];
  /** When it runs out, on the browser's monotonic clock. @type {number|null} */
  #end = null;
  #timer = 0;
  #chime = new Chime();
  #time = h("span", { class: "time", role: "timer" });
  #bar = h("span", { class: "bar", "aria-hidden": "true" });
  #told = h("p", { class: "told", role: "status" });

  connectedCallback() {
    // A browser lets a page sound only after somebody has touched it.
    addEventListener("pointerdown", () => this.#chime.tune(), { once: true });
  }

  draw() {
    const { clock, lobby, turn } = this.store.view;
    const isOn = Boolean(clock) && !lobby && !turn?.over;
    const left = isOn ? (clock?.sand ?? null) : null;
    this.#start(left);
    if (!this.firstChild) {
      this.append(h("p", { class: "sand" }, this.#time, this.#bar), this.#told);
    }
    this.#tick();
  }

  /** Count down from what is left now. @param {number|null} left */
  #start(left) {
    const end = left === null ? null : this.store.clockAt + left;
    if (end === this.#end) return;
    this.#end = end;
    this.#told.textContent = "";
    clearInterval(this.#timer);
    if (end === null || left === null) return;
    this.#timer = setInterval(() => this.#tick(), TICK_INTERVAL);
    this.#bar.style.animation = "none";
    void this.#bar.offsetWidth; // begin again, although the animation is the same
    this.#bar.style.animation = `drain ${left}ms linear ${this.store.clockAt - performance.now()}ms both`;
  }

  /** Show what is left; only digits that have changed are written. */
  #tick() {
    const left = this.#end === null ? null : this.#end - performance.now();
    if (left !== null && left <= 0) this.#finish();
    const isRunning = left !== null && left > 0;
    const text = isRunning ? digits(left, true) : "";
    if (this.#time.textContent !== text) this.#time.textContent = text;
    this.#time.classList.toggle("is-low", isRunning && left < LOW);
    this.classList.toggle("runs", isRunning);
    this.hidden = !isRunning && !this.#told.textContent;
  }

  /** Tell that it has run out, for a while. */
  #finish() {
    const end = this.#end;
    this.#end = null;
    clearInterval(this.#timer);
    this.#told.textContent = this.say("sand.up");
    if (this.store.role.seat === null || isSoundWanted()) this.#chime.play(NOTES);
    setTimeout(() => {
      if (this.#end !== null || end === null) return;
      this.#told.textContent = "";
      this.#tick();
    }, TOLD);
  }
}

customElements.define("sand-timer", SandTimer);
