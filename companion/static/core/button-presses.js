// Presses the buttons of the virtual box one by one, for people who click on an answer instead.

/** @import { Connection } from "/static/core/connection.js" */
/** @import { TableStore } from "/static/core/table-store.js" */

/** Milliseconds that a button is held: longer than contacts bounce. */
const HELD = 70;
/** Milliseconds between two presses: longer than contacts bounce. */
const BETWEEN = 130;

/** Buttons that confirm, in order of preference: boxes do not all have the same ones. */
export const CONFIRM = ["a", "press", "knob", "seat1"];
/** Buttons that go back, in order of preference. */
export const BACK = ["b", "left"];

export class ButtonPresser {
  #store;
  #connection;
  #last = Promise.resolve();

  /** @param {TableStore} store @param {Connection} connection */
  constructor(store, connection) {
    this.#store = store;
    this.#connection = connection;
  }

  /**
   * Press the first of these buttons that the box has, after the presses that are still to come.
   * @param {string[]} names
   */
  tap(names) {
    const button = names.find((name) => this.#store.view.hardware?.buttons.includes(name));
    if (button) this.#last = this.#last.then(() => this.#press(button));
    return this.#last;
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
