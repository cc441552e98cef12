// Small drawings beside words: cards, dice, tokens. Each is drawn once, as a symbol of the page.

/** @import { Look, Mark, Picture } from "/static/core/messages.js" */

import { patterns } from "/static/board/patterns.js";
import { drawn } from "/static/board/shapes.js";
import { s } from "/static/core/dom.js";

/** Units of a board that an emblem is high. */
const SIDE = 16;
/** How high an emblem is beside words, in letters. */
const HEIGHT = 1.7;

/**
 * Return a drawing of what words speak of; `null` if there is nothing to draw.
 * @param {Mark[]|undefined} marks
 * @param {Picture|null} [picture]
 * @param {number} [height] in letters
 */
export function emblem(marks, picture, height = HEIGHT) {
  if (!marks?.length || !picture) return null;
  const width = Math.max(...marks.map(([, x = 0, , w = 1]) => x + w));
  const size = { width: `${(width * height).toFixed(2)}em`, height: `${height}em` };
  const uses = marks.map((mark) => use(mark, picture)).filter((each) => each !== null);
  const box = `0 0 ${width * SIDE} ${SIDE}`;
  return s("svg", { class: "emblem", viewBox: box, "aria-hidden": "true", ...size }, uses);
}

/** @param {Mark} mark @param {Picture} picture */
function use([look, x = 0, y = 0, w = 1, h = 1, sign = "", turn = 0], picture) {
  const drawing = picture.looks[look];
  if (!drawing) return null;
  const size = { width: w * SIDE, height: h * SIDE };
  const id = symbol(look, drawing, size, sign, picture);
  const middle = `${(x + w / 2) * SIDE} ${(y + h / 2) * SIDE}`;
  const turned = turn ? { transform: `rotate(${turn * 90} ${middle})` } : {};
  return s("use", { href: `#${id}`, x: x * SIDE, y: y * SIDE, ...size, ...turned });
}

/**
 * Return the id of the symbol of a look, which is drawn when it is needed first.
 * @param {string} name
 * @param {Look} look
 * @param {{width: number, height: number}} size
 * @param {string} sign
 * @param {Picture} picture
 */
function symbol(name, look, { width, height }, sign, picture) {
  const id = `look ${name} ${sign} ${width.toFixed(1)} ${height.toFixed(1)}`.replace(
    /[^\w-]/g,
    "_",
  );
  if (document.getElementById(id)) return id;
  const fills = look.shape === "square" || look.shape === "card" || look.shape === "die";
  const side = Math.min(width, height);
  const [w, h] = fills ? [width, height] : [side, side];
  const sprite = { look: name, place: "", name: "", turn: 0, piece: "", sign };
  const item = { key: "", sprite, look, x: 0, y: 0, w: w * 0.94, h: h * 0.94, fills: false };
  const box = `${-width / 2} ${-height / 2} ${width} ${height}`;
  symbols().append(
    s("symbol", { id, viewBox: box, overflow: "visible" }, drawn(item, picture.icons)),
  );
  return id;
}

/** Return the place where the page keeps its symbols. */
function symbols() {
  const existing = document.getElementById("symbols");
  if (existing) return existing;
  const made = s("svg", { id: "symbols", "aria-hidden": "true", width: 0, height: 0 }, patterns());
  document.body.append(made);
  return made;
}
