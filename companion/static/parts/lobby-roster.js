// Who has come for the next game, and the tap that says that nobody is missing.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/**
 * Emits `gather` with whether only those count whose phones are connected; without the attribute
 * `act` it only shows. Whoever leads may remove people, and let another phone lead: it emits `unseat`
 * and `lead` with a seat.
 */
class LobbyRoster extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["players", "lobby", "role"];

  draw() {
    const { players, lobby } = this.store.view;
    this.hidden = !lobby;
    if (!lobby) return;
    const items = players.map(({ name, here, lead }, seat) =>
      h(
        "li",
        { class: here ? "arrived" : "arrived is-away" },
        h("span", { class: this.store.numberClass(seat), "aria-hidden": "true" }, String(seat + 1)),
        h("span", { class: "name" }, name),
        lead ? h("small", {}, this.say("lobby.leads")) : this.#lead(name, seat),
        here ? null : h("small", {}, this.say("phone_away")),
        this.hasAttribute("act") && this.store.leads ? this.#remove(name, seat) : null,
      ),
    );
    const list = items.length
      ? h("ol", { class: "arrivals", "aria-label": this.say("lobby.arrived") }, items)
      : h("p", { class: "hint" }, this.say("lobby.nobody"));
    const title = h("h2", {}, this.say("lobby.arrived"));
    this.classList.toggle("is-asked", lobby.seating && this.store.leads && players.length > 0);
    this.replaceChildren(h("section", { class: "card" }, title, this.#buttons(), list));
  }

  /** The button by which whoever leads lets another phone lead. @param {string} name @param {number} seat */
  #lead(name, seat) {
    const { role, leads, view } = this.store;
    if (!leads || role.seat === null || !view.players[seat]?.here) return null;
    const given = { type: "button", class: "quiet", onclick: () => this.emit("lead", seat) };
    return h("button", given, this.say("lobby.lead", { name }));
  }

  /** @param {string} name @param {number} seat */
  #remove(name, seat) {
    if (seat === this.store.role.seat) return null;
    const what = this.say("host.unseat_name", { name });
    return this.confirmButton(`seat-${seat}`, { class: "quiet" }, what, () =>
      this.emit("unseat", seat),
    );
  }

  /** The buttons, without those whose phones are away or with them; or why they would do nothing. */
  #buttons() {
    const { players, lobby } = this.store.view;
    if (!this.hasAttribute("act") || players.length === 0) return null;
    if (lobby?.key === "game") return h("p", { class: "hint" }, this.say("lobby.game_first"));
    if (!lobby?.seating) return null;
    const away = players.filter(({ here }) => !here).map(({ name }) => name);
    /** @param {string} key @param {string} kind @param {boolean} present */
    const button = (key, kind, present) =>
      h(
        "button",
        { type: "button", class: kind, onclick: () => this.emit("gather", present) },
        this.say(key, { names: away.join(", ") }),
      );
    return away.length
      ? [button("lobby.without", "primary", true), button("lobby.with", "quiet", false)]
      : button("lobby.gather", "primary", false);
  }
}

customElements.define("lobby-roster", LobbyRoster);
