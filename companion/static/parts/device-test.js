// Press and see: each button and reader of the box, and what it has felt since the list was opened.

/** @import { Felt, BoxEvents } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

const JOYSTICK = ["up", "left", "press", "right", "down"];

/** @typedef {{state: "waits"|"down"|"works", detail: string}} Row */

/** Emits `trying` when it is opened or closed. */
export class DeviceTest extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["link", "players"];
  /** @type {BoxEvents["fitted"]|null} */
  #fitted = null;
  /** What each button or reader did last. @type {Map<string, Row>} */
  #rows = new Map();
  #wasOn = false;
  #summary = h("h2");
  #hint = h("p", { class: "hint" });
  #list = h("ul", { class: "rows" });
  #status = h("p", { role: "status" });
  #details = h(
    "details",
    { ontoggle: () => this.emit("trying", this.#details.open) },
    h("summary", {}, this.#summary),
    this.#hint,
    this.#list,
    this.#status,
  );

  draw() {
    const isOn = this.store.link === "on";
    if (isOn && !this.#wasOn && this.#details.open) this.emit("trying", true);
    this.#wasOn = isOn;
    this.#summary.textContent = this.say("host.try");
    this.#hint.textContent = this.say("host.try_hint");
    if (!this.contains(this.#details)) this.replaceChildren(this.#details);
    this.#show();
  }

  /** Take what there is to try. @param {BoxEvents["fitted"]} fitted */
  fitted(fitted) {
    this.#fitted = fitted;
    this.#rows.clear();
    this.#status.textContent = "";
    this.#show();
  }

  /** Show what was felt. @param {Felt} felt */
  felt(felt) {
    if ("button" in felt) {
      const state = felt.down ? "down" : "works";
      const text = this.say("labelled", {
        what: this.#button(felt.button),
        state: this.say(`try.${state}`),
      });
      this.#note(`button ${felt.button}`, state, text, "");
      return;
    }
    const where = felt.zone ? `${felt.reader}, ${felt.zone}` : felt.reader;
    const what = felt.piece ? `${felt.piece} (${felt.tag})` : felt.tag;
    const text = this.say(felt.there ? "try.tag" : "try.gone", { where, what });
    this.#note(`reader ${felt.reader}`, felt.there ? "down" : "works", text, text);
  }

  /** @param {string} key @param {Row["state"]} state @param {string} text @param {string} detail */
  #note(key, state, text, detail) {
    this.#rows.set(key, { state, detail });
    this.#status.textContent = text;
    this.#show();
  }

  #show() {
    const { buttons = {}, readers = [] } = this.#fitted ?? {};
    const rows = [
      ...Object.entries(buttons).map(([name, pin]) =>
        this.#row(`button ${name}`, this.#button(name), this.say("try.pin", { pin })),
      ),
      ...readers.map((name) => this.#row(`reader ${name}`, this.say("try.reader", { name }), "")),
    ];
    this.#list.replaceChildren(...rows);
  }

  /** @param {string} key @param {string} name @param {string} detail */
  #row(key, name, detail) {
    const row = this.#rows.get(key);
    const state = row?.state ?? "waits";
    const look = { waits: "", down: "is-ok", works: "is-ok" }[state];
    return h(
      "li",
      { "data-try": key },
      h("span", { class: `lamp-dot ${look}`, "aria-hidden": "true" }),
      h("span", {}, this.say("labelled", { what: name, state: this.say(`try.${state}`) })),
      h("small", {}, row?.detail || detail),
    );
  }

  /** @param {string} name */
  #button(name) {
    if (JOYSTICK.includes(name)) return this.say(`play.${name}`);
    if (name === "knob") return this.say("play.knob");
    const seat = /^seat(\d+)$/.exec(name);
    if (seat) return this.say("play.seat_button", { name: this.store.playerName(+seat[1] - 1) });
    return this.say("play.button", { name: name.toUpperCase() });
  }
}

customElements.define("device-test", DeviceTest);
