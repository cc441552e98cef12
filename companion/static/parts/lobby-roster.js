// Who has come for the next game, and the tap that says that nobody is missing.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Emits `gather`; without the attribute `act` it only shows. */
class LobbyRoster extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["players", "lobby"];

  draw() {
    const { players, lobby } = this.store.view;
    this.hidden = !lobby;
    if (!lobby) return;
    const items = players.map(({ name, here }, seat) =>
      h(
        "li",
        { class: here ? "arrived" : "arrived is-away" },
        h("span", { class: this.store.numberClass(seat), "aria-hidden": "true" }, String(seat + 1)),
        h("span", { class: "name" }, name),
        here ? null : h("small", {}, this.say("phone_away")),
      ),
    );
    const list = items.length
      ? h("ol", { class: "arrivals", "aria-label": this.say("lobby.arrived") }, items)
      : h("p", { class: "hint" }, this.say("lobby.nobody"));
    const title = h("h2", {}, this.say("lobby.arrived"));
    this.replaceChildren(h("section", { class: "card" }, title, list, this.#button()));
  }

  /** The button, or why it would not do anything yet. */
  #button() {
    const { players, lobby } = this.store.view;
    if (!this.hasAttribute("act") || players.length === 0) return null;
    if (lobby?.key === "game") return h("p", { class: "hint" }, this.say("lobby.game_first"));
    if (!lobby?.seating) return null;
    return h(
      "button",
      { type: "button", class: "primary", onclick: () => this.emit("gather") },
      this.say("lobby.gather"),
    );
  }
}

customElements.define("lobby-roster", LobbyRoster);
