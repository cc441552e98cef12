// All clocks of a running game, and what a host may change at them.

/** @import { Clock } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { digits } from "/static/core/time.js";

const MINUTE = 60_000;
const SECOND = 1000;
/**
 * The fields of each time control, and what they usually hold.
 * @type {Map<string, [field: string, usual: number][]>}
 */
const CONTROLS = new Map([
  ["none", []],
  ["per_turn", [["seconds", 60]]],
  ["sudden_death", [["minutes", 20]]],
  [
    "fischer",
    [
      ["minutes", 10],
      ["extra", 15],
    ],
  ],
  [
    "bronstein",
    [
      ["minutes", 15],
      ["extra", 15],
    ],
  ],
  [
    "delay",
    [
      ["minutes", 15],
      ["extra", 10],
    ],
  ],
  [
    "byo_yomi",
    [
      ["minutes", 10],
      ["extra", 30],
      ["periods", 3],
    ],
  ],
  ["hourglass", [["minutes", 5]]],
]);
const MOST = 1440;

/**
 * Emits `clock_time`, `clock_switch` and `clock_times` with the fields of messages to the box, and
 * `sand` with milliseconds for the sand timer of the table; 0 lays it aside.
 */
class ClockControls extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["clock", "players", "turn", "lobby"];
  #list = h("ul", { class: "clocks" });
  #sand = h("p", { class: "commands" });
  /** What is being typed stays while the clocks are drawn again. @type {HTMLFormElement|null} */
  #form = null;

  draw() {
    const { clock, players, turn, lobby } = this.store.view;
    this.hidden = !clock || Boolean(lobby) || Boolean(turn?.over);
    if (this.hidden || !clock) return;
    const limited = clock.kind !== "none";
    const rows = players.map(({ name }, seat) => [
      ...(limited ? this.#minutes(name, seat) : []),
      this.#switch(name, seat, clock.stopped.includes(seat)),
    ]);
    const names = players.map(({ name }) => name);
    if (limited) {
      names.push(this.say("host.clocks.all"));
      rows.push(this.#minutes(this.say("host.clocks.all"), null));
    }
    const items = rows.map((row, at) =>
      h("li", {}, h("span", { class: "name" }, names[at] ?? ""), ...row),
    );
    this.#list.replaceChildren(...items);
    this.#offerSand(clock);
    if (this.#form) return;
    this.#form = this.#times(clock.kind);
    const summary = h("summary", {}, h("h2", {}, this.say("host.clocks")));
    this.replaceChildren(h("details", {}, summary, this.#sand, this.#list, this.#form));
  }

  /** Offer the times of the sand timer, the game's own first, and to lay it aside. @param {Clock} clock */
  #offerSand({ sand, timers }) {
    const button = (/** @type {number} */ time) => {
      const words = time
        ? this.say("sand.turn", { time: digits(time, true) })
        : this.say("sand.aside");
      return h("button", { type: "button", onclick: () => this.emit("sand", time) }, words);
    };
    const runs = typeof sand === "number";
    this.#sand.replaceChildren(...[...(runs ? [0] : []), ...(timers ?? [])].map(button));
  }

  /** Return buttons for a minute more and less. @param {string} whose @param {number|null} seat */
  #minutes(whose, seat) {
    const add = (/** @type {number} */ time) => () => this.emit("clock_time", { time, seat });
    return [
      this.#button(whose, this.say("host.clocks.more"), add(MINUTE)),
      this.#button(whose, this.say("host.clocks.less"), add(-MINUTE)),
    ];
  }

  /** @param {string} whose @param {number} seat @param {boolean} stopped */
  #switch(whose, seat, stopped) {
    const word = this.say(stopped ? "host.clocks.run" : "host.clocks.stop");
    return this.#button(whose, word, () => this.emit("clock_switch", { seat, on: stopped }));
  }

  /** @param {string} whose @param {string} word @param {() => void} act */
  #button(whose, word, act) {
    const label = this.say("labelled", { what: whose, state: word });
    return h("button", { type: "button", "aria-label": label, onclick: act }, word);
  }

  /** Return the form for other times, of the control that was chosen. @param {string} control */
  #times(control) {
    const names = [...CONTROLS.keys()];
    const options = names.map((each) =>
      h("option", { value: each, selected: each === control }, this.say(`host.clocks.${each}`)),
    );
    const choose = () => {
      const before = this.#form;
      this.#form = this.#times(names[select.selectedIndex] ?? control);
      before?.replaceWith(this.#form);
      this.#form.querySelector("select")?.focus();
    };
    const select = h("select", { id: "clock-control", onchange: choose }, options);
    /** @type {Map<string, HTMLInputElement>} */
    const inputs = new Map();
    const fields = (CONTROLS.get(control) ?? []).map(([field, usual]) => {
      const id = `clock-${field}`;
      const range = { type: "number", min: 1, max: MOST, value: usual, required: true };
      const input = h("input", { id, ...range });
      inputs.set(field, input);
      const label = h("label", { for: id }, this.say(`host.clocks.${field}`));
      return h("p", { class: "field" }, label, input);
    });
    const value = (/** @type {string} */ field) => Number(inputs.get(field)?.value ?? 0);
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      const main = value("minutes") * MINUTE + value("seconds") * SECOND;
      const times = { main, extra: value("extra") * SECOND, periods: value("periods") };
      this.emit("clock_times", { control, ...times });
    };
    const label = h("label", { for: "clock-control" }, this.say("host.clocks.times"));
    const set = h("button", { type: "submit" }, this.say("host.clocks.set"));
    return h("form", { onsubmit: send }, h("p", { class: "field" }, label, select), fields, set);
  }
}

customElements.define("clock-controls", ClockControls);
