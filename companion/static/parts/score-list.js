// Points with their reasons; pointing at a line shows on the board what it counts.

/** @import { ScoreLine } from "/static/core/messages.js" */

import { emblem } from "/static/board/emblem.js";
import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { ruleOf } from "/static/parts/rule-words.js";

const NARROW = matchMedia("(max-width: 44rem)");
/** Where there is little store, more lines than these are folded up, but for one's own. */
const MANY = 8;

/** Emits `point` with the places of a line, or with none when the pointer leaves it. */
class ScoreList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["scores", "totals", "players", "unsure", "seat"];
  /** The seats whose lines are unfolded. @type {Map<number, boolean>} */
  #open = new Map();

  connectedCallback() {
    NARROW.addEventListener("change", () => this.store.isReady && this.draw());
  }

  draw() {
    const { scores = [], totals, players, unsure } = this.store.view;
    this.hidden = scores.length === 0;
    const groups = players.flatMap((_, seat) => {
      const lines = scores.filter((line) => line.player === seat);
      if (!lines.length) return [];
      // Their own points: those of a team stand in the ranking.
      const sum = lines.reduce((own, { points }) => own + points, 0);
      return this.#group(seat, totals ? sum : undefined, lines);
    });
    const hint = totals ? null : h("p", { class: "hint" }, this.say("scores.hidden"));
    const mark = unsure ? h("p", { class: "hint" }, this.say("scores.unsure")) : "";
    this.replaceChildren(h("h2", {}, this.say("scores")), hint ?? "", mark, ...groups);
  }

  /** @param {number} seat @param {number|undefined} total @param {ScoreLine[]} lines */
  #group(seat, total, lines) {
    const { scores = [], seat: own } = this.store.view;
    const sum =
      total === undefined ? null : h("strong", { class: "total" }, this.store.points(total));
    const name = h("h3", {}, h("span", {}, this.store.playerName(seat)), sum);
    const rows = lines.map((line) =>
      h("li", { class: "score-row" }, this.#line(line), ruleOf(this.store, line.rule)),
    );
    const list = h("ul", {}, rows);
    if (!NARROW.matches || scores.length <= MANY)
      return h("section", { class: "score" }, name, list);
    const open = this.#open.get(seat) ?? seat === own;
    const folded = h("details", { class: "score", open }, h("summary", {}, name), list);
    folded.addEventListener("toggle", () => this.#open.set(seat, folded.open));
    return folded;
  }

  /** @param {ScoreLine} line */
  #line({ points, because, places, drawn }) {
    const drawing = emblem(drawn, this.store.view.picture);
    const content = [
      h("span", { class: "points" }, this.store.points(points)),
      h("span", { class: "because" }, drawing, because),
    ];
    if (places.length === 0) return h("div", { class: "score-line" }, content);
    const on = () => this.emit("point", places);
    const off = () => this.emit("point", []);
    const given = { class: "score-line has-places", type: "button" };
    const listeners = {
      onpointerenter: on,
      onpointerleave: off,
      onfocus: on,
      onblur: off,
      onclick: on,
    };
    return h("button", { ...given, ...listeners }, content);
  }
}

customElements.define("score-list", ScoreList);
