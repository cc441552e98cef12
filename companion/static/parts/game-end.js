// The end of a game: a podium, how the points went, and what can follow.

/** @import { FinalRanking } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { pointsChart } from "/static/parts/points-chart.js";
import { qrSquare } from "/static/parts/qr-square.js";

/** Emits `again`; without the attribute `act` it says who can begin the next game. */
class GameEnd extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "end", "curve", "players", "role", "lobby", "unsure", "along"];

  draw() {
    const { turn, end, curve } = this.store.view;
    this.hidden = !turn?.over || !end;
    if (!turn?.over || !end) {
      this.replaceChildren();
      return;
    }
    const title = h("h2", {}, this.say("end.title"));
    const podium = this.#podium(end, turn.winners);
    const drawn = curve && curve.length > 1 ? pointsChart(this.store, curve) : null;
    this.replaceChildren(
      h(
        "section",
        { class: "card end" },
        title,
        podium,
        this.#along(),
        ...this.#onward(end, drawn),
      ),
    );
  }

  /** @param {FinalRanking} end @param {number[]} winners */
  #podium({ podium }, winners) {
    const own = this.store.role.seat;
    const items = podium.map(({ seats, place, points }) => {
      const isMine = own !== null && seats.includes(own);
      const kinds = `step-${Math.min(place, 4)}${isMine ? " is-me" : ""}`;
      const names = this.store.words.join(seats.map((seat) => this.store.playerName(seat)));
      const name = this.say("end.place", { place, name: names });
      return h(
        "li",
        { class: `podium-step ${kinds}` },
        h(
          "span",
          { class: "name" },
          seats.some((seat) => winners.includes(seat)) ? `★ ${name}` : name,
        ),
        h("strong", {}, this.store.points(points)),
      );
    });
    return h("ol", { class: "podium" }, items);
  }

  /**
   * What can follow: another game, this one once more to look at, and to take along.
   * @param {FinalRanking} end
   * @param {SVGElement|null} chart
   */
  #onward({ play }, chart) {
    const { language } = this.store.words;
    const watch = h("a", { class: "as-button", href: "/replay" }, this.say("end.replay"));
    const again = this.hasAttribute("act") ? this.#again() : null;
    const who = again ? null : h("p", { class: "hint" }, this.say("end.who"));
    const forms = [
      [`/games/${play}?lang=${language}`, "end.link"],
      [`/games/${play}.html?lang=${language}`, "end.page"],
      [`/games/${play}.jsonl`, "end.record"],
      [`/l/${play}`, "end.bgstats"],
    ].map(([href = "", key = ""]) => h("a", { class: "as-button", href }, this.say(key)));
    const along = play
      ? h(
          "details",
          {},
          h("summary", {}, this.say("end.games")),
          h("p", { class: "commands" }, forms),
        )
      : null;
    return [h("p", { class: "commands" }, again, watch), who, chart, along];
  }

  /** On a big screen: a code with which phones open the game's own page. */
  #along() {
    const { along } = this.store.view;
    if (!along) return null;
    const words = h("p", {}, this.say("end.along"), h("small", {}, along.address));
    return h("div", { class: "along" }, qrSquare(along.qr, this.say("end.along")), words);
  }

  #again() {
    const what = this.say("end.again");
    return this.confirmButton("again", { class: "primary" }, what, () => this.emit("again"));
  }
}

customElements.define("game-end", GameEnd);
