// Patterns that tell fills apart without colour, in dark and in light ink, in units of the board.

import { s } from "/static/core/dom.js";

const SIDE = 4;

const DRAWINGS = {
  dots: () => [s("circle", { cx: 1, cy: 1, r: 0.62 }), s("circle", { cx: 3, cy: 3, r: 0.62 })],
  stripes: () => [line("M-1 1L1 -1M0 4L4 0M3 5L5 3")],
  waves: () => [line("M-1 1.2Q0 -.2 1 1.2T3 1.2T5 1.2M-1 3.2Q0 1.8 1 3.2T3 3.2T5 3.2")],
  cross: () => [line("M2 .8V3.2M.8 2H3.2")],
  grid: () => [line("M0 0V4M0 0H4M4 0V4M0 4H4")],
  zigzag: () => [line("M-1 2L1 .6L3 2L5 .6M-1 4L1 2.6L3 4L5 2.6")],
  rings: () => [s("circle", { class: "stroke", cx: 2, cy: 2, r: 1.2 })],
};

/** @param {string} d */
function line(d) {
  return s("path", { class: "stroke", d });
}

/** Return the definitions that fills refer to as `#pattern-<name>-<dark or light>`. */
export function patterns() {
  const size = { width: SIDE, height: SIDE, patternUnits: "userSpaceOnUse" };
  const both = Object.entries(DRAWINGS).flatMap(([name, draw]) =>
    ["dark", "light"].map((ink) =>
      s("pattern", { id: `pattern-${name}-${ink}`, class: `pattern ink-${ink}`, ...size }, draw()),
    ),
  );
  return s("defs", {}, both);
}
