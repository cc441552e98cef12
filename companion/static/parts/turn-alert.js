// Calls somebody whose turn it is: by the title, by vibration, and by a sound if that is wanted.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Milliseconds of trembling, stillness and trembling. */
const TREMBLE = [120, 80, 120];
/** The notes of the sound in hertz; each lasts for `NOTE` seconds. */
const NOTES = [659.3, 880];
const NOTE = 0.16;
/** The gain: heard at a table, not in the next store. */
const LOUD = 0.12;
const MARK = "● ";

class TurnAlert extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "role"];
  #wasDue = false;
  #isFirst = true;
  /** @type {AudioContext|null} */
  #audio = null;
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
    const box = h("input", { type: "checkbox", checked: isWanted(), onchange: () => this.#want() });
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
    if (isWanted()) this.#sound();
  }

  #want() {
    localStorage.setItem("call", isWanted() ? "" : "sound");
    this.#tune();
    if (isWanted()) this.#sound();
  }

  #tune() {
    if (isWanted()) this.#audio ??= new AudioContext();
  }

  #sound() {
    const audio = this.#audio;
    if (!audio) return;
    for (const [i, frequency] of NOTES.entries()) {
      const at = audio.currentTime + i * NOTE;
      const gain = new GainNode(audio, { gain: LOUD });
      gain.gain.setTargetAtTime(0, at, NOTE / 2);
      const note = new OscillatorNode(audio, { frequency });
      note.connect(gain).connect(audio.destination);
      note.start(at);
      note.stop(at + 4 * NOTE);
    }
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

/** Whether a sound is wanted on this device. */
function isWanted() {
  return localStorage.getItem("call") === "sound";
}

customElements.define("turn-alert", TurnAlert);
