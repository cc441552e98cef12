// A QR code for the cameras of phones.

import { pixels } from "/static/board/shapes.js";
import { s } from "/static/core/dom.js";

/** The margin that cameras need, in modules of the code (ISO/IEC 18004). */
const QUIET = 4;

/** Return a QR code, dark on light whatever the colours of the page. @param {string[]} rows @param {string} label */
export function qrSquare(rows, label) {
  const side = rows.length + 2 * QUIET;
  const [corner, box] = [-side / 2, `${-side / 2} ${-side / 2} ${side} ${side}`];
  const paper = s("rect", { x: corner, y: corner, width: side, height: side, fill: "#fff" });
  const given = { class: "join-qr", viewBox: box, role: "img", "aria-label": label };
  return s("svg", given, paper, s("path", { d: pixels(rows, rows.length), fill: "#000" }));
}
