// The end of a game: a podium, how the points went, and what can follow.

/** @import { FinalRanking, RankingPlace } from "/static/core/messages.js" */

import { h, isStill } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { counted, duration } from "/static/parts/counting.js";
import { pointsChart } from "/static/parts/points-chart.js";
import { qrSquare } from "/static/parts/qr-square.js";

/** Emits `again`; without the attribute `act` it says who can begin the next game. */
class GameEnd extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "end", "can", "curve", "players", "role", "lobby", "unsure", "along"];
  /** When the points began to be counted: at the end of a game that was seen here. */
  #began = 0;

  draw() {
    if (this.store.view.turn?.over === false) this.#began = Infinity;
    else if (this.#began === Infinity) this.#began = isStill() ? 0 : performance.now();
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
    /** @type {(() => boolean)[]} */
    const counting = [];
    const items = podium.map((each) => {
      const { seats, place } = each;
      const isMine = own !== null && seats.includes(own);
      const kinds = `step-${Math.min(place, 4)}${isMine ? " is-me" : ""}`;
      const names = this.store.words.join(seats.map((seat) => this.store.playerName(seat)));
      const name = this.say("end.place", { place, name: names });
      const [sum, because] = [h("strong"), h("small", { class: "because" })];
      counting.push(() => this.#count(each, podium, sum, because));
      return h(
        "li",
        { class: `podium-step ${kinds}` },
        h(
          "span",
          { class: "name" },
          seats.some((seat) => winners.includes(seat)) ? `★ ${name}` : name,
        ),
        because,
        sum,
      );
    });
    const list = h("ol", { class: "podium" }, items);
    list.addEventListener("click", () => {
      this.#began = 0;
    });
    const advance = () => {
      const isCounting = counting.map((count) => count()).some(Boolean);
      if (isCounting && list.isConnected) requestAnimationFrame(advance);
    };
    advance();
    if (this.#began > 0) requestAnimationFrame(advance);
    return list;
  }

  /**
   * Show the points that are counted by now, and what the last are for; return whether there are more.
   * @param {RankingPlace} place
   * @param {RankingPlace[]} podium
   * @param {HTMLElement} sum
   * @param {HTMLElement} because
   */
  #count(place, podium, sum, because) {
    const { scores = [] } = this.store.view;
    const passed = this.#began > 0 ? performance.now() - this.#began : Infinity;
    const share = Math.min(1, passed / duration(podium, scores));
    const now = counted(place, scores, share);
    sum.textContent = this.store.points(now.points);
    because.textContent = now.because;
    return share < 1;
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
    const share = play && "share" in navigator ? this.#share(play) : null;
    const other = again ? this.leaveButton() : null;
    return [h("p", { class: "commands" }, again, other, share, watch), who, chart, along];
  }

  /** On a big screen: a code with which phones open the game's own page. */
  #along() {
    const { along } = this.store.view;
    if (!along) return null;
    const words = h("p", {}, this.say("end.along"), h("small", {}, along.address));
    return h("div", { class: "along" }, qrSquare(along.qr, this.say("end.along")), words);
  }

  /** Offer the game's page to the other apps of a phone. @param {number} play */
  #share(play) {
    const { title } = document;
    const url = new URL(`/games/${play}?lang=${this.store.words.language}`, location.href).href;
    const share = () => navigator.share({ title, url }).catch(() => {}); // somebody has decided not to
    return h("button", { type: "button", onclick: share }, this.say("end.share"));
  }

  #again() {
    const what = this.say("end.again");
    return this.confirmButton("again", { class: "primary" }, what, () => this.emit("again"));
  }
}

customElements.define("game-end", GameEnd);
