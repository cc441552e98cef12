// A game step by step; score lines show on the board what they count.

import { h } from "/static/core/dom.js";
import { part } from "/static/core/part.js";

/** @import { Connection } from "/static/core/connection.js" */

import { column, explain, openPage, point } from "/static/core/shell.js";
import { TableStore } from "/static/core/table-store.js";
import "/static/pages/parts.js";
import { pointsChart } from "/static/parts/points-chart.js";
import "/static/parts/step-slider.js";

openPage("replay", (live, connection) => {
  const store = new TableStore(live.words);
  const slider = part("step-slider", live);
  const board = part("whole-board", store);
  const notice = part("notice-bar", store);
  const stage = column("stage", slider, board, part("diagram-grid", store));
  explain(stage, notice);
  const side = column(
    "side",
    part("turn-banner", store),
    notice,
    part("player-list", store),
    part("line-list", store, { source: "summary", words: "summary" }),
    part("score-list", store),
  );
  const chart = h("section", { class: "card points", hidden: true });
  side.insertBefore(chart, side.children[3] ?? null);
  let [at, of] = [0, 0];
  const drawChart = () => {
    const points = live.view.curve ?? [];
    chart.hidden = points.length < 2;
    if (chart.hidden) return;
    const title = h("h2", {}, live.say("replay.curve"));
    chart.replaceChildren(title, pointsChart(live, points, of ? at / of : 0));
  };
  const steps = new Steps(connection);
  slider.draw();
  slider.addEventListener("step", ({ detail }) => steps.go(detail));
  connection.addEventListener("replay", ({ detail }) => {
    slider.stand(detail);
    ({ at, of } = detail);
    drawChart();
    const { turn } = detail.view;
    // A replayed step stands still, though nobody has paused the game.
    store.replace({ ...detail.view, turn: turn && { ...turn, paused: false } });
    steps.arrived();
  });
  live.addEventListener("change", ({ detail }) => {
    store.words = live.words;
    if (detail.has("words")) slider.draw();
    if (detail.has("words") || detail.has("curve")) drawChart();
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
