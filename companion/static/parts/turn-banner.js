// Whose turn it is, in large letters, and what to do.

/** @import { TableStore } from "/static/core/table-store.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Return who acts now, or who has won, in words. @param {TableStore} store */
export function headline(store) {
  const { turn, lobby, game } = store.view;
  if (lobby) return lobby.title;
  if (!turn) return game?.title ?? "";
  if (turn.over) return store.view.prompt || ended(store, turn.winners);
  if (turn.laying) return store.say("laying");
  const own = store.role.seat;
  if (own !== null && turn.awaited.includes(own)) return store.say("your_turn");
  if (turn.current !== null) return store.playerName(turn.current);
  if (turn.awaited.length === 0) return store.say("waiting");
  return store.words.join(turn.awaited.map((seat) => store.playerName(seat)));
}

/** Return for those who do not answer themselves who does; empty for those who do. @param {TableStore} store */
export function requestedFrom(store) {
  const { turn, prompt, lobby } = store.view;
  const { seat, host, play } = store.role;
  if (lobby) return store.leads || !lobby.title ? "" : answeredBy(store);
  const isWatcher = seat === null && !host && !play;
  if (!isWatcher || !turn || turn.over || turn.laying || !prompt) return "";
  const names = turn.awaited.map((each) => store.playerName(each));
  return names.length ? store.say("asked", { names: store.words.join(names) }) : "";
}

/** Return who answers the setup: a phone that is away does not. @param {TableStore} store */
function answeredBy(store) {
  const lead = store.view.players.find((player) => player.lead && player.here);
  return lead ? store.say("lobby.by_lead", { name: lead.name }) : store.say("lobby.at_box");
}

/** @param {TableStore} store @param {number[]} winners */
function ended(store, winners) {
  if (winners.length === 0) return store.say("over");
  const names = store.words.join(winners.map((seat) => store.playerName(seat)));
  return store.say(winners.length > 1 ? "win" : "wins", { names });
}

/** From this many letters on, a headline is written smaller. */
const LONG = 22;

class TurnBanner extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "prompt", "status", "lobby", "players", "game", "role"];

  draw() {
    const { turn, prompt, status, lobby } = this.store.view;
    const words = headline(this.store);
    const own = this.store.role.seat;
    const isMine = own !== null && !turn?.over && !turn?.laying && turn?.awaited.includes(own);
    this.className = isMine ? `is-mine ${this.store.colourClass(own)}` : "";
    this.classList.toggle("is-over", Boolean(turn?.over));
    this.classList.toggle("is-long", words.length > LONG);
    const paused =
      turn?.paused && !turn.laying && !turn.over
        ? h("span", { class: "chip chip-paused" }, this.say("paused"))
        : null;
    const whose = requestedFrom(this.store);
    const chip = status ? h("span", { class: "chip" }, status) : null;
    this.replaceChildren(
      h("div", { class: "turn-line" }, h("h1", { class: "turn-name" }, words), chip, paused),
      whose ? h("p", { class: "asked" }, whose) : "",
      h("p", { class: "prompt" }, turn?.over && !lobby ? "" : (prompt ?? "")),
    );
  }
}

customElements.define("turn-banner", TurnBanner);
