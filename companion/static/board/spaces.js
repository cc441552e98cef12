// What is fixed on a board: its spaces and zones.

/** @import { InPlay, Space, Zone } from "/static/core/messages.js" */

import { within } from "/static/board/slices.js";
import { s } from "/static/core/dom.js";

/** Return the rectangle of a zone. @param {Zone} zone */
export function zone({ x, y, w, h, team }) {
  return s("rect", {
    class: team ? `zone team-${team}` : "zone",
    x,
    y,
    width: w,
    height: h,
    rx: 2.5,
  });
}

/**
 * Return what a zone is called: as what is in play there, of two buildings the one that was chosen.
 * @param {Zone} zone
 * @param {Space[]} spaces
 * @param {InPlay[]} [inPlay]
 */
export function nameOf(zone, spaces, inPlay = []) {
  const fills = within(zone, spaces).filter(({ w, h }) => 2 * w * h > zone.w * zone.h);
  const named = inPlay.filter(({ places }) => fills.some(({ id }) => places.includes(id)));
  return named.length === 1 && named[0] ? named[0].name : zone.caption;
}

/** The usual width of a letter of a caption, in units of the board. */
const LETTER = 2.3;

/** Return the caption of a zone, turned upright where the zone is too narrow. @param {Zone} zone */
export function caption({ caption: words, x, y, w, h }) {
  const along =
    words.length * LETTER > w && h > w
      ? `translate(${x + 5.2} ${y + h - 2}) rotate(-90)`
      : `translate(${x + 2} ${y + 5.2})`;
  return s("text", { class: "caption", transform: along }, words);
}

/**
 * Return the path through the spaces of a trail, in the order of their numbers.
 * @param {Space[]} spaces
 * @param {string} name
 */
export function trail(spaces, name) {
  const number = (/** @type {Space} */ { id }) => Number(id.slice(name.length + 1));
  const along = spaces.filter(({ id }) => name && id.startsWith(`${name}-`));
  const points = along
    .sort((one, other) => number(one) - number(other))
    .map(({ x, y, w, h }) => `${(x + w / 2).toFixed(1)} ${(y + h / 2).toFixed(1)}`);
  const d = points.length > 1 ? `M${points.join("L")}` : "";
  return ["trail", "trail-middle"].map((kind) => s("path", { class: kind, d }));
}

/** Return the outline of a space. @param {Space} space @param {string} kind */
export function outline({ id, x, y, w, h, shape }, kind) {
  const given = { class: kind, "data-place": id };
  if (shape === "circle") {
    return s("circle", { ...given, cx: x + w / 2, cy: y + h / 2, r: Math.min(w, h) / 2 - 0.4 });
  }
  const rounding = shape === "card" ? 1.6 : 0.9;
  const inner = { x: x + 0.4, y: y + 0.4, width: w - 0.8, height: h - 0.8, rx: rounding };
  return s("rect", { ...given, ...inner });
}
