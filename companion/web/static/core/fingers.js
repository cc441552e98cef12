// Fingers on the virtual box for those who point at an answer: they press its buttons one by one.

/** @import { Connection } from "/static/core/connection.js" */
/** @import { Room } from "/static/core/room.js" */

/** Milliseconds that a button is held, and between two of them: longer than contacts bounce. */
const HELD = 70;
const BETWEEN = 130;

/** Buttons that take what is offered, and that go back: the first that the box has. */
export const CONFIRM = ["a", "press", "seat1"];
export const BACK = ["b", "left"];
const NEXT = ["down", "seat2"];
const PREVIOUS = ["up"];

export class Fingers {
  #room;
  #connection;
  #last = Promise.resolve();

  /** @param {Room} room @param {Connection} connection */
  constructor(room, connection) {
    this.#room = room;
    this.#connection = connection;
  }

  /**
   * Press the first of some buttons that the box has; one after the other.
   * @param {string[]} names
   */
  tap(names) {
    const button = names.find((each) => this.#room.view.hardware?.buttons.includes(each));
    if (button) this.#last = this.#last.then(() => this.#press(button));
    return this.#last;
  }

  /** Move the cursor of the setup to an answer and take it. @param {number} wanted */
  answer(wanted) {
    const cursor = this.#room.view.lobby?.cursor ?? wanted;
    for (let at = cursor; at < wanted; at += 1) this.tap(NEXT);
    for (let at = cursor; at > wanted; at -= 1) this.tap(PREVIOUS);
    return this.tap(CONFIRM);
  }

  /** @param {string} button */
  async #press(button) {
    await this.#connection.ask("press", { button });
    await after(HELD);
    await this.#connection.ask("release", { button });
    await after(BETWEEN);
  }
}

/** @param {number} milliseconds @returns {Promise<void>} */
function after(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
