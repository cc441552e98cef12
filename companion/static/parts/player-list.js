// Everybody at the table: names, presence, clocks, and points as far as they are open.

/** @import { Player } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { face, timeNow } from "/static/core/time.js";

/** Milliseconds between two updates of the clocks. */
const TICK_INTERVAL = 250;

class PlayerList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["players", "turn", "clock", "totals", "seat", "unsure"];
  #timer = 0;
  /** The points that were shown last. @type {Map<number, number>} */
  #points = new Map();

  connectedCallback() {
    this.#timer = setInterval(() => this.#tick(), TICK_INTERVAL);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  draw() {
    const { players, lobby } = this.store.view;
    this.hidden = players.length === 0 || Boolean(lobby);
    const items = players.map((player, seat) => this.#player(player, seat));
    this.replaceChildren(h("ol", { class: "players", "aria-label": this.say("players") }, items));
    this.#tick();
  }

  /** @param {Player} player @param {number} seat */
  #player({ name, claimed, here }, seat) {
    const { turn, totals, clock } = this.store.view;
    const isDue = Boolean(turn && !turn.laying && turn.awaited.includes(seat));
    const hasWon = turn?.over && turn.winners.includes(seat);
    const marks = [
      isDue && "is-due",
      hasWon && "has-won",
      seat === this.store.view.seat && "is-me",
    ];
    const phone = claimed ? (here ? "phone_here" : "phone_away") : null;
    return h(
      "li",
      { class: ["player", ...marks].filter(Boolean).join(" "), "data-seat": seat },
      h("span", { class: this.store.numberClass(seat), "aria-hidden": "true" }, String(seat + 1)),
      h("span", { class: "name" }, name),
      isDue ? h("span", { class: "unseen" }, this.say("due")) : null,
      phone
        ? h("span", {
            class: `phone ${phone}`,
            role: "img",
            "aria-label": this.say(phone),
            title: this.say(phone),
          })
        : null,
      hasWon
        ? h("span", { class: "won" }, "★", h("span", { class: "unseen" }, this.say("winner")))
        : null,
      totals ? this.#total(totals[seat] ?? 0, seat) : null,
      clock?.seats[seat] ? h("span", { class: "time", role: "timer" }) : null,
    );
  }

  /** Return a player's points, which rise if they have grown. @param {number} points @param {number} seat */
  #total(points, seat) {
    const before = this.#points.get(seat);
    this.#points.set(seat, points);
    const kind = before !== undefined && points > before ? "total rises" : "total";
    return h("span", { class: kind }, this.store.points(points));
  }

  /** Advance the clocks; only digits that have changed are redrawn. */
  #tick() {
    const { clock } = this.store.view;
    if (!clock) return;
    const passed = performance.now() - this.store.clockAt;
    for (const element of this.querySelectorAll(".player")) {
      const seat = Number(element.getAttribute("data-seat"));
      const time = element.querySelector(".time");
      if (time && clock.seats[seat]) show(time, face(timeNow(clock, seat, passed)));
    }
  }
}

/** @param {Element} element @param {ReturnType<typeof face>} face */
function show(element, { text, isLow }) {
  if (element.textContent !== text) element.textContent = text;
  element.classList.toggle("is-low", isLow);
}

customElements.define("player-list", PlayerList);
