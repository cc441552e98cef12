// Signs on buttons, drawn because not every device's fonts contain them.

import { s } from "/static/core/dom.js";

/** @type {Record<string, string>} */
const DRAWINGS = {
  up: "M0-5 6 5H-6Z",
  down: "M0 5 6-5H-6Z",
  left: "M-5 0 5-6V6Z",
  right: "M5 0-5-6V6Z",
  press: "M0-5A5 5 0 0 1 0 5 5 5 0 0 1 0-5Z",
  turn: "M0-5.5A5.5 5.5 0 1 0 5.5 0H3.5A3.5 3.5 0 1 1 0-3.5V-1L4-4.5 0-8Z",
  first: "M-7-6H-5V6H-7ZM-4 0 5-6V6Z",
  previous: "M-5 0 5-6V6Z",
  next: "M5 0-5-6V6Z",
  play: "M6 0-4-7V7Z",
  pause: "M-5-6H-1V6H-5ZM1-6H5V6H1Z",
  back: "M0 0 7-6V6ZM-7 0 0-6V6Z",
  on: "M0 0-7-6V6ZM7 0 0-6V6Z",
  full: "M-7-7H-1V-5H-5V-1H-7ZM7-7V-1H5V-5H1V-7ZM7 7H1V5H5V1H7ZM-7 7V1H-5V5H-1V7Z",
  window: "M-1-1H-7V-3H-3V-7H-1ZM1-1V-7H3V-3H7V-1ZM1 1H7V3H3V7H1ZM-1 1V7H-3V3H-7V1Z",
  last: "M7-6H5V6H7ZM4 0-5-6V6Z",
};

/** Return the drawing of a sign. @param {string} name */
export function sign(name) {
  const given = { class: "sign-drawing", viewBox: "-8 -8 16 16", "aria-hidden": "true" };
  return s("svg", given, s("path", { d: DRAWINGS[name] }));
}
