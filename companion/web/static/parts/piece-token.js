// A piece as it looks on the board, on its own; else its name.

import { drawn } from "/static/board/shapes.js";
import { s } from "/static/core/dom.js";

/**
 * Return a piece's picture, or `null` if nothing on the board tells how it looks.
 * @param {string} piece
 * @param {Record<string, any>} view
 */
export function token(piece, { picture, sprites = [] }) {
  if (!picture) return null;
  const sprite = sprites.find((each) => each.piece === piece);
  const name = sprite?.look ?? lookLike(piece, picture.looks);
  if (!name) return null;
  const look = { ...picture.looks[name], size: 1 };
  const [w, h] = look.shape === "card" ? [9, 12] : [11, 11];
  const bare = { sign: "", name: null, ...sprite, turn: 0 };
  const drawing = drawn({ look, sprite: bare, w, h, fills: true }, picture.icons);
  return s("svg", { class: "token", viewBox: "-7 -7 14 14", "aria-hidden": "true" }, drawing);
}

/** A piece that is not on the board looks like the look of its name, or of its kind. */
function lookLike(piece, looks) {
  const kind = piece.replace(/-\d+$/, "");
  return [piece, kind].find((name) => name in looks);
}
