// The end of a game: a podium, how the points went, and what can follow.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { pointCurve } from "/static/parts/point-curve.js";

class GameEnd extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "totals", "curve", "players", "role", "lobby", "unsure"];

  draw() {
    const { turn, totals, curve } = this.room.view;
    this.hidden = !turn?.over || !totals;
    if (!turn?.over || !totals) {
      this.replaceChildren();
      return;
    }
    const title = h("h2", {}, this.say("end.title"));
    const podium = this.#podium(totals, turn.winners);
    const drawn = curve && curve.length > 1 ? pointCurve(this.room, curve) : null;
    this.replaceChildren(h("section", { class: "card end" }, title, podium, drawn, this.#links()));
  }

  /** @param {number[]} totals @param {number[]} winners */
  #podium(totals, winners) {
    const own = this.room.role.seat;
    const isFirst = (/** @type {number} */ seat) => winners.includes(seat);
    const seats = totals
      .map((_, seat) => seat)
      .sort(
        (a, b) => Number(isFirst(b)) - Number(isFirst(a)) || (totals[b] ?? 0) - (totals[a] ?? 0),
      );
    const items = seats.map((seat, i) => {
      const place = isFirst(seat) ? 1 : i + 1;
      const kinds = `step-${Math.min(place, 4)}${seat === own ? " is-me" : ""}`;
      const name = this.say("end.place", { place, name: this.room.playerName(seat) });
      return h(
        "li",
        { class: `podium-step ${kinds}` },
        h("span", { class: "name" }, isFirst(seat) ? `★ ${name}` : name),
        h("strong", {}, this.room.points(totals[seat] ?? 0)),
      );
    });
    return h("ol", { class: "podium" }, items);
  }

  #links() {
    const links = [
      ["/replay", "end.replay"],
      ["/games", "end.games"],
      ["/host", "end.again"],
    ];
    return h(
      "p",
      { class: "commands" },
      links.map(([href = "", key = ""]) => h("a", { class: "as-button", href }, this.say(key))),
    );
  }
}

customElements.define("game-end", GameEnd);
