// What surrounds the table: who sits where, devices, and what needs attention.

/** @import { Claim, Device } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Emits `unseat` with a seat. */
class SurroundingsList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["alerts", "claims", "devices", "players"];

  draw() {
    const { alerts = [], claims = [], devices = [] } = this.store.view;
    const parts = [this.#alerts(alerts), this.#claims(claims), this.#devices(devices)];
    this.replaceChildren(...parts.filter((section) => section !== null));
  }

  /** @param {string[]} alerts */
  #alerts(alerts) {
    if (alerts.length === 0) return null;
    return h(
      "ul",
      { class: "alerts", role: "alert" },
      alerts.map((text) => h("li", {}, text)),
    );
  }

  /** @param {Claim[]} claims */
  #claims(claims) {
    const items = claims.map(({ seat, here }) => {
      const name = this.store.playerName(seat);
      const state = here ? "phone_here" : "phone_away";
      const what = this.say("host.unseat_name", { name });
      const free = this.confirmButton(`seat-${seat}`, {}, what, () => this.emit("unseat", seat));
      return h(
        "li",
        {},
        h("span", { class: `phone ${state}`, "aria-hidden": "true" }),
        h("span", {}, this.say("labelled", { what: name, state: this.say(state) })),
        free,
      );
    });
    const none = h("li", { class: "hint" }, this.say("host.no_phones"));
    const list = h("ul", { class: "rows" }, items.length ? items : none);
    return h("section", { class: "card" }, h("h2", {}, this.say("host.phones")), list);
  }

  /** @param {Device[]} devices */
  #devices(devices) {
    if (devices.length === 0) return null;
    const items = devices.map(({ name, state, detail, bad }) =>
      h(
        "li",
        {},
        h("span", { class: `lamp-dot is-${state}`, "aria-hidden": "true" }),
        h("span", {}, this.say("labelled", { what: name, state: this.say(`device.${state}`) })),
        h("small", {}, detail),
        bad ? h("small", {}, this.say("device.bad", { count: bad })) : "",
      ),
    );
    return h(
      "section",
      { class: "card" },
      h("h2", {}, this.say("host.devices")),
      h("ul", { class: "rows" }, items),
    );
  }
}

customElements.define("surroundings-list", SurroundingsList);
