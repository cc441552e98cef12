// A short sound of a page, where the browser permits it.

/** How long each note lasts, in seconds. */
const NOTE = 0.16;
/** The gain: heard at a table, not in the next store. */
const LOUD = 0.12;

export class Chime {
  /** @type {AudioContext|null} */
  #audio = null;

  /** Permit sounds: browsers want this to follow a touch. */
  tune() {
    this.#audio ??= new AudioContext();
  }

  /** Play notes in hertz, one after the other; silent without permission. @param {number[]} notes */
  play(notes) {
    const audio = this.#audio;
    if (!audio) return;
    for (const [i, frequency] of notes.entries()) {
      const at = audio.currentTime + i * NOTE;
      const gain = new GainNode(audio, { gain: LOUD });
      gain.gain.setTargetAtTime(0, at, NOTE / 2);
      const note = new OscillatorNode(audio, { frequency });
      note.connect(gain).connect(audio.destination);
      note.start(at);
      note.stop(at + 4 * NOTE);
    }
  }
}

/** Whether this device is to sound. */
export function isSoundWanted() {
  return localStorage.getItem("call") === "sound";
}
