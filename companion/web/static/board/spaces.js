// What is fixed on a board: its spaces and zones.

import { s } from "/static/core/dom.js";

/** Return an area with its caption. */
export function zone({ caption, x, y, w, h }) {
  const words = s("text", { class: "caption", x: x + 2, y: y + 5.2 }, caption);
  return [s("rect", { class: "zone", x, y, width: w, height: h, rx: 2.5 }), words];
}

/** Return the outline of a space. */
export function outline({ id, x, y, w, h, shape }, kind) {
  const given = { class: kind, "data-place": id };
  if (shape === "circle") {
    return s("circle", { ...given, cx: x + w / 2, cy: y + h / 2, r: Math.min(w, h) / 2 - 0.4 });
  }
  const rounding = shape === "card" ? 1.6 : 0.9;
  const inner = { x: x + 0.4, y: y + 0.4, width: w - 0.8, height: h - 0.8, rx: rounding };
  return s("rect", { ...given, ...inner });
}
