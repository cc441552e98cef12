// What has changed on a board: with the last move, and since one's own last turn.

/** @import { Sprite } from "/static/core/messages.js" */

/** @typedef {Map<string, string>} Contents what lies on each place, as one text */

/** Return what lies where. @param {Sprite[]} sprites @returns {Contents} */
export function contents(sprites) {
  /** @type {Contents} */
  const all = new Map();
  for (const { look, place, sign, turn, piece } of sprites) {
    all.set(place, `${all.get(place) ?? ""}|${look} ${sign} ${turn} ${piece}`);
  }
  return all;
}

/** Return the places on which something else lies. @param {Contents} before @param {Contents} now */
export function changed(before, now) {
  const places = new Set([...before.keys(), ...now.keys()]);
  return new Set([...places].filter((place) => before.get(place) !== now.get(place)));
}

/** Follows a board: what the last move has changed, and what others have since one's own turn. */
export class Changes {
  /** @type {Contents|null} */
  #last = null;
  /** What lay where when one's own turn ended. @type {Contents|null} */
  #left = null;
  #isMine = false;
  /** Places that the last move has changed. @type {Set<string>} */
  moved = new Set();
  /** Places that have changed since one's own last turn. @type {Set<string>} */
  sinceOwnTurn = new Set();

  /** @param {Sprite[]} sprites @param {boolean} isMine whether this viewer is due */
  follow(sprites, isMine) {
    const now = contents(sprites);
    // With one's own last move: what it has changed is no news.
    if (this.#isMine && !isMine) this.#left = now;
    const fresh = this.#last ? changed(this.#last, now) : new Set();
    if (fresh.size) this.moved = fresh;
    // One's own move is not news: it ends what was.
    if (isMine && this.#isMine && fresh.size) this.#left = null;
    this.sinceOwnTurn = this.#left ? changed(this.#left, now) : new Set();
    this.#last = now;
    this.#isMine = isMine;
  }
}
