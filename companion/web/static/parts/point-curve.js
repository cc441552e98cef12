// How the points went in the course of a game: a line for each seat.

/** @import { Room } from "/static/core/room.js" */

import { s } from "/static/core/dom.js";

/** The size of the curve, in units of its drawing. */
const [WIDTH, HEIGHT] = [320, 110];
/** Units between two names beside the curve. */
const LINE = 13;
/** Units left of, right of, above and below the lines: for names and the width of a stroke. */
const [LEFT, RIGHT, ABOVE, BELOW] = [4, 106, 8, 8];
/** Dashes that tell the players' lines apart without colour. */
const DASHES = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4", "4 2"];

/**
 * Return the drawing of a curve.
 * @param {Room} room
 * @param {number[][]} curve the points of all seats, evenly through the game
 * @param {number} [at] how much of the game is over at what is shown, from 0 to 1
 */
export function pointCurve(room, curve, at) {
  const all = curve.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ i) => (i / (curve.length - 1)) * WIDTH;
  const y = (/** @type {number} */ points) => HEIGHT - ((points - least) / (most - least)) * HEIGHT;
  const last = curve.at(-1) ?? [];
  const lines = last.map((_, seat) => {
    const d = curve.map(
      (points, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(points[seat] ?? 0).toFixed(1)}`,
    );
    const given = { class: `curve curve-${seat + 1}`, "stroke-dasharray": DASHES[seat] ?? "" };
    return s("path", { d: d.join(""), ...given });
  });
  const heights = apart(last.map(y));
  const names = last.map((points, seat) =>
    s(
      "text",
      { class: "curve-name", x: WIDTH + 5, y: heights[seat] ?? 0 },
      `${room.playerName(seat)} ${room.points(points)}`,
    ),
  );
  const here = (at ?? 0) * WIDTH;
  const now =
    at === undefined
      ? []
      : [s("line", { class: "curve-now", x1: here, x2: here, y1: -ABOVE, y2: HEIGHT })];
  const lowest = Math.max(HEIGHT, ...heights) + BELOW;
  const box = `${-LEFT} ${-ABOVE} ${LEFT + WIDTH + RIGHT} ${ABOVE + lowest}`;
  const given = { class: "curves", viewBox: box, role: "img", "aria-label": room.say("end.curve") };
  return s("svg", given, now, lines, names);
}

/** Move names apart that would lie on one another, from above. @param {number[]} heights */
function apart(heights) {
  const spread = [...heights];
  let free = -Infinity;
  for (const seat of heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b])) {
    spread[seat] = Math.max(heights[seat], free);
    free = spread[seat] + LINE;
  }
  return spread;
}
