// A piece on its own, as it looks on the board.

/** @import { Look, View } from "/static/core/messages.js" */

import { drawn } from "/static/board/shapes.js";
import { s } from "/static/core/dom.js";

/**
 * Return a piece's picture, or `null` if nothing on the board shows what it looks like.
 * @param {string} piece
 * @param {View} view
 */
export function token(piece, { picture, sprites = [] }) {
  if (!picture) return null;
  const sprite = sprites.find((candidate) => candidate.piece === piece);
  const name = sprite?.look ?? lookLike(piece, picture.looks);
  if (!name) return null;
  const look = { ...picture.looks[name], size: 1 };
  const [w, h] = look.shape === "card" ? [9, 12] : [11, 11];
  const bare = { look: name, place: "", piece, sign: "", name: "", ...sprite, turn: 0 };
  const item = { key: piece, sprite: bare, look, x: 0, y: 0, w, h, fills: true };
  const drawing = drawn(item, picture.icons);
  return s("svg", { class: "token", viewBox: "-7 -7 14 14", "aria-hidden": "true" }, drawing);
}

/**
 * Return the look of a piece that is not on the board: the look with its name, or its kind's.
 * @param {string} piece
 * @param {Record<string, Look>} looks
 */
function lookLike(piece, looks) {
  const kind = piece.replace(/-\d+$/, "");
  return [piece, kind].find((name) => name in looks);
}
