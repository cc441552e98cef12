// Points with their reasons; pointing at a line shows on the board what it counts.

/** @import { ScoreLine } from "/static/core/messages.js" */

import { emblem } from "/static/board/emblem.js";
import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { ruleOf } from "/static/parts/rule-words.js";

/** Emits `point` with the places of a line, or with none when the pointer leaves it. */
class ScoreList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["scores", "totals", "players"];

  draw() {
    const { scores = [], totals, players } = this.room.view;
    this.hidden = scores.length === 0;
    const groups = players.flatMap((player, seat) => {
      const lines = scores.filter((line) => line.player === seat);
      return lines.length ? this.#group(player.name, totals?.[seat], lines) : [];
    });
    const hint = totals ? null : h("p", { class: "hint" }, this.say("scores.hidden"));
    this.replaceChildren(h("h2", {}, this.say("scores")), hint ?? "", ...groups);
  }

  /** @param {string} name @param {number|undefined} total @param {ScoreLine[]} lines */
  #group(name, total, lines) {
    const sum = total === undefined ? null : h("strong", { class: "total" }, String(total));
    const rows = lines.map((line) =>
      h("li", { class: "score-row" }, this.#line(line), ruleOf(this.room, line.rule)),
    );
    return h(
      "section",
      { class: "score" },
      h("h3", {}, h("span", {}, name), sum),
      h("ul", {}, rows),
    );
  }

  /** @param {ScoreLine} line */
  #line({ points, because, places, drawn }) {
    const drawing = emblem(drawn, this.room.view.picture);
    const content = [
      h("span", { class: "points" }, String(points)),
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
