// A line chart of the points during a game: one line for each team, or for each seat without a team.

/** @import { TableStore } from "/static/core/table-store.js" */

import { s } from "/static/core/dom.js";

/** The size of the chart, in units of its viewBox. */
const [WIDTH, HEIGHT] = [320, 110];
/** Units between two names beside the chart. */
const LINE = 13;
/** Units left of, right of, above and below the lines: for names and the width of a stroke. */
const [LEFT, RIGHT, ABOVE, BELOW] = [4, 106, 8, 8];
/** Dashes that tell the players' lines apart without colour. */
const DASHES = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4", "4 2"];

/**
 * Return a chart as an SVG element.
 * @param {TableStore} store
 * @param {number[][]} history the points of each seat's side, evenly through the game
 * @param {number} [at] how much of the game is over at what is shown, from 0 to 1
 */
export function pointsChart(store, history, at) {
  const sides = sidesOf(store, history.at(-1)?.length ?? 0);
  const points = history.map((each) => sides.map(([seat]) => each[seat]));
  const all = points.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ i) => (i / (points.length - 1)) * WIDTH;
  const y = (/** @type {number} */ height) => HEIGHT - ((height - least) / (most - least)) * HEIGHT;
  const last = points.at(-1) ?? [];
  const lines = sides.map((_, n) => {
    const d = points.map(
      (each, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(each[n]).toFixed(1)}`,
    );
    const given = { class: `chart-line chart-line-${n + 1}`, "stroke-dasharray": DASHES[n] ?? "" };
    return s("path", { d: d.join(""), ...given });
  });
  const heights = apart(last.map(y), sides);
  const names = sides.map((seats, n) => label(store, seats, last[n], heights[n]));
  const here = (at ?? 0) * WIDTH;
  const now =
    at === undefined
      ? []
      : [s("line", { class: "chart-now", x1: here, x2: here, y1: -ABOVE, y2: HEIGHT })];
  const ends = sides.map((seats, n) => heights[n] + (seats.length - 1) * LINE);
  const lowest = Math.max(HEIGHT, ...ends) + BELOW;
  const box = `${-LEFT} ${-ABOVE} ${LEFT + WIDTH + RIGHT} ${ABOVE + lowest}`;
  const given = {
    class: "points-chart",
    viewBox: box,
    role: "img",
    "aria-label": store.say("end.curve"),
  };
  return s("svg", given, now, lines, names);
}

/** Return who plays together, in the order of the seats. @param {TableStore} store @param {number} count */
function sidesOf({ view }, count) {
  const teams =
    view.end?.podium.map(({ seats }) => seats) ?? [...Array(count).keys()].map((n) => [n]);
  return teams.sort(([a], [b]) => a - b);
}

/**
 * The names of a side, one below the other, and its points after the last.
 * @param {TableStore} store
 * @param {number[]} seats
 * @param {number} points
 * @param {number} y
 */
function label(store, seats, points, y) {
  const lines = seats.map((seat, i) => {
    const end = i === seats.length - 1 ? ` ${store.points(points)}` : "";
    return s("tspan", { x: WIDTH + 5, y: y + i * LINE }, `${store.playerName(seat)}${end}`);
  });
  return s("text", { class: "chart-name" }, lines);
}

/** Move names apart that would lie on one another, from above. @param {number[]} heights @param {number[][]} sides */
function apart(heights, sides) {
  const spread = [...heights];
  let free = -Infinity;
  for (const n of heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b])) {
    spread[n] = Math.max(heights[n], free);
    free = spread[n] + LINE * sides[n].length;
  }
  return spread;
}
