// Whose turn it is, in large letters, and what to do.

/** @import { Room } from "/static/core/room.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Return who acts now, or who has won, in words. @param {Room} room */
export function headline(room) {
  const { turn, lobby, game } = room.view;
  if (lobby) return room.role.seat === null ? lobby.title : room.say("lobby.before");
  if (!turn) return game?.title ?? "";
  if (turn.over) return ended(room, turn.winners);
  if (turn.laying) return room.say("laying");
  const own = room.role.seat;
  if (own !== null && turn.awaited.includes(own)) return room.say("your_turn");
  if (turn.current !== null) return room.playerName(turn.current);
  if (turn.awaited.length === 0) return room.say("waiting");
  return room.words.join(turn.awaited.map((seat) => room.playerName(seat)));
}

/** @param {Room} room @param {number[]} winners */
function ended(room, winners) {
  if (winners.length === 0) return room.say("over");
  const names = room.words.join(winners.map((seat) => room.playerName(seat)));
  return room.say(winners.length > 1 ? "win" : "wins", { names });
}

/** From this many letters on, a headline is written smaller. */
const LONG = 22;

class TurnBanner extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "prompt", "status", "lobby", "players", "game", "role"];

  draw() {
    const { turn, prompt, status } = this.room.view;
    const words = headline(this.room);
    this.classList.toggle("is-over", Boolean(turn?.over));
    this.classList.toggle("is-long", words.length > LONG);
    const paused =
      turn?.paused && !turn.laying && !turn.over
        ? h("span", { class: "chip chip-paused" }, this.say("paused"))
        : null;
    const chip = status ? h("span", { class: "chip" }, status) : null;
    this.replaceChildren(
      h("div", { class: "turn-line" }, h("h1", { class: "turn-name" }, words), chip, paused),
      h("p", { class: "prompt" }, prompt ?? ""),
    );
  }
}

customElements.define("turn-banner", TurnBanner);
