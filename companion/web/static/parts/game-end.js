// The end of a game: a podium, how the points went, and what can follow.

import { h, s } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** The size of the curve, in units of its drawing. */
const [WIDTH, HEIGHT] = [320, 110];
/** Units between two names beside the curve. */
const LINE = 13;
/** Dashes that tell the players' lines apart without colour. */
const DASHES = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4", "4 2"];

class GameEnd extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "totals", "curve", "players", "role", "lobby"];

  draw() {
    const { turn, totals, curve } = this.room.view;
    this.hidden = !turn?.over || !totals;
    if (!turn?.over || !totals) {
      this.replaceChildren();
      return;
    }
    const title = h("h2", {}, this.say("end.title"));
    const podium = this.#podium(totals, turn.winners);
    const drawn = curve && curve.length > 1 ? this.#curve(curve) : null;
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
        h("strong", {}, String(totals[seat])),
      );
    });
    return h("ol", { class: "podium" }, items);
  }

  /** @param {number[][]} curve */
  #curve(curve) {
    const all = curve.flat();
    const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
    const x = (/** @type {number} */ i) => ((i / (curve.length - 1)) * WIDTH).toFixed(1);
    const y = (/** @type {number} */ points) =>
      (HEIGHT - ((points - least) / (most - least)) * HEIGHT).toFixed(1);
    const lines = (curve[0] ?? []).map((_, seat) => {
      const d = curve
        .map((points, i) => `${i ? "L" : "M"}${x(i)} ${y(points[seat] ?? 0)}`)
        .join("");
      const given = { class: `curve curve-${seat + 1}`, "stroke-dasharray": DASHES[seat] ?? "" };
      return s("path", { d, ...given });
    });
    const last = curve.at(-1) ?? [];
    /** @type {number[]} */
    const at = [];
    let free = -Infinity;
    for (const seat of last.map((_, i) => i).sort((a, b) => (last[b] ?? 0) - (last[a] ?? 0))) {
      at[seat] = Math.max(Number(y(last[seat] ?? 0)), free);
      free = (at[seat] ?? 0) + LINE;
    }
    const names = last.map((points, seat) =>
      s(
        "text",
        { class: "curve-name", x: WIDTH + 5, y: at[seat] ?? 0 },
        `${this.room.playerName(seat)} ${points}`,
      ),
    );
    const given = { viewBox: `-4 -8 ${WIDTH + 110} ${HEIGHT + 60}`, role: "img" };
    return s(
      "svg",
      { class: "curves", ...given, "aria-label": this.say("end.curve") },
      lines,
      names,
    );
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
