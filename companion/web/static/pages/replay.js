// A game step by step; score lines show on the board what they count.

import { h } from "/static/core/dom.js";
import { part } from "/static/core/part.js";
/** @import { Connection } from "/static/core/connection.js" */

import { Room } from "/static/core/room.js";
import { column, explain, openPage, point } from "/static/core/shell.js";
import "/static/pages/parts.js";
import { pointCurve } from "/static/parts/point-curve.js";
import "/static/parts/step-slider.js";

openPage("replay", (live, connection) => {
  const room = new Room(live.words);
  const slider = part("step-slider", live);
  const board = part("whole-board", room);
  const notice = part("notice-bar", room);
  const stage = column("stage", slider, board, part("diagram-grid", room));
  explain(stage, notice);
  const side = column(
    "side",
    part("turn-banner", room),
    notice,
    part("player-list", room),
    part("line-list", room, { source: "summary", words: "summary" }),
    part("score-list", room),
  );
  const course = h("section", { class: "card course", hidden: true });
  side.insertBefore(course, side.children[3] ?? null);
  let [at, of] = [0, 0];
  const curve = () => {
    const points = live.view.curve ?? [];
    course.hidden = points.length < 2;
    if (course.hidden) return;
    const title = h("h2", {}, live.say("replay.curve"));
    course.replaceChildren(title, pointCurve(live, points, of ? at / of : 0));
  };
  const steps = new Steps(connection);
  slider.draw();
  slider.addEventListener("step", ({ detail }) => steps.go(detail));
  connection.addEventListener("replay", ({ detail }) => {
    slider.stand(detail);
    ({ at, of } = detail);
    curve();
    const { turn } = detail.view;
    // A replayed step stands still, though nobody has paused the game.
    room.replace({ ...detail.view, turn: turn && { ...turn, paused: false } });
    steps.arrived();
  });
  live.addEventListener("change", ({ detail }) => {
    room.words = live.words;
    if (detail.has("words")) slider.draw();
    if (detail.has("words") || detail.has("curve")) curve();
    if (detail.has("role")) steps.go(steps.at);
  });
  point(side, board);
  return [stage, side];
});

/** Asks for one step at a time: of the steps wished for meanwhile, only the last is kept. */
class Steps {
  at = 0;
  /** @type {number|null} */
  #wish = null;
  #isAsking = false;

  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
  }

  /** @param {number} at */
  go(at) {
    this.at = at;
    this.#wish = at;
    this.#next();
  }

  arrived() {
    this.#isAsking = false;
    this.#next();
  }

  async #next() {
    if (this.#isAsking || this.#wish === null) return;
    const at = this.#wish;
    this.#wish = null;
    this.#isAsking = true;
    const answer = await this.connection.ask("replay", { at });
    if (answer.kind === "error") this.arrived();
  }
}
