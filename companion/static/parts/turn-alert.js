// Calls somebody whose turn it is: by the title, by vibration, and by a sound if that is wanted.

import { Chime, isSoundWanted } from "/static/core/chime.js";
import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Milliseconds of trembling, stillness and trembling. */
const TREMBLE = [120, 80, 120];
/** The notes of the sound in hertz. */
const NOTES = [659.3, 880];
const MARK = "● ";

class TurnAlert extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "role"];
  #wasDue = false;
  #isFirst = true;
  #chime = new Chime();
  /** @type {WakeLockSentinel|null} */
  #lock = null;

  connectedCallback() {
    document.addEventListener("visibilitychange", () => this.#stayAwake());
    // A browser lets a page sound only after somebody has touched it.
    addEventListener("pointerdown", () => this.#tune(), { once: true });
  }

  draw() {
    const { turn } = this.store.view;
    const { seat } = this.store.role;
    const isPlaying = seat !== null && Boolean(turn) && !turn?.over;
    const isDue = isPlaying && !turn?.laying && Boolean(turn?.awaited.includes(seat));
    if (isDue && !this.#wasDue && !this.#isFirst) this.#call();
    this.#isFirst = false;
    this.#wasDue = isDue;
    this.#title(isDue);
    this.#stayAwake();
    this.hidden = !isPlaying;
    const box = h("input", {
      type: "checkbox",
      checked: isSoundWanted(),
      onchange: () => this.#want(),
    });
    const label = h("label", { class: "switch" }, box, " ", this.say("call.sound"));
    if (!this.hasChildNodes() || this.textContent !== label.textContent) {
      this.replaceChildren(label);
    }
  }

  /** @param {boolean} isDue */
  #title(isDue) {
    const plain = document.title.replace(/^● .*? · /, "");
    document.title = isDue ? `${MARK}${this.say("your_turn")} · ${plain}` : plain;
  }

  #call() {
    navigator.vibrate?.(TREMBLE);
    this.dataset.called = String(Number(this.dataset.called ?? 0) + 1);
    if (isSoundWanted()) this.#chime.play(NOTES);
  }

  #want() {
    localStorage.setItem("call", isSoundWanted() ? "" : "sound");
    this.#tune();
    if (isSoundWanted()) this.#chime.play(NOTES);
  }

  #tune() {
    if (isSoundWanted()) this.#chime.tune();
  }

  /** Keep the screen on during a game; browsers allow it to pages that came encrypted. */
  async #stayAwake() {
    const { turn } = this.store.view;
    const isPlaying = this.store.role.seat !== null && Boolean(turn) && !turn?.over;
    if (!isPlaying) {
      await this.#lock?.release();
      this.#lock = null;
      return;
    }
    if (document.hidden || (this.#lock && !this.#lock.released)) return;
    try {
      this.#lock = (await navigator.wakeLock?.request("screen")) ?? null;
    } catch {
      this.#lock = null; // as where the battery is low
    }
  }
}

customElements.define("turn-alert", TurnAlert);
