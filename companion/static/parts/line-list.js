// Lines of two columns with the game's icons: the summary, or what is meant for one seat.

/** @import { Line } from "/static/core/messages.js" */
/** @import { TableStore } from "/static/core/table-store.js" */

import { emblem } from "/static/board/emblem.js";
import { pixels } from "/static/board/shapes.js";
import { h, s } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { ruleOf } from "/static/parts/rule-words.js";

/** Letters after which a drawing gets a line of its own. */
const WIDE = 2;

/** The attribute `source` is the key of the view, `words` the key of the heading's text. */
class LineList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["summary", "private", "outlook", "picture", "lobby"];

  draw() {
    const { lobby } = this.store.view;
    const source = /** @type {"summary"|"private"|"outlook"} */ (this.getAttribute("source"));
    const lines = this.store.view[source] ?? [];
    this.hidden = lines.length === 0 || Boolean(lobby);
    const items = lines.map((line) => row(line, this.store));
    const title = h("h2", {}, this.say(this.getAttribute("words") ?? source));
    this.replaceChildren(title, h("ul", { class: "lines" }, items));
  }
}

/** Return a line of two columns. @param {Line} line @param {TableStore} store */
export function row({ left, right, icon, mark, drawn, rule }, store) {
  const { picture } = store.view;
  const rows = picture?.icons[icon];
  const drawing = emblem(drawn, picture) ?? (rows ? pixelated(rows) : null);
  const isWide = Math.max(0, ...(drawn ?? []).map(([, x = 0]) => x)) > WIDE;
  const kinds = [rule && "has-rule", mark && `line-${mark}`, isWide && "is-wide"].filter(Boolean);
  return h(
    "li",
    { class: ["line", ...kinds].join(" ") },
    drawing,
    h("span", {}, left),
    h("strong", {}, right ?? ""),
    ruleOf(store, rule ?? ""),
  );
}

/** Return a game's icon as a picture of its own. @param {string[]} rows */
export function pixelated(rows) {
  const given = { class: "pixels", viewBox: "-4 -4 8 8", "aria-hidden": "true" };
  return s("svg", given, s("path", { d: pixels(rows, 7) }));
}

customElements.define("line-list", LineList);
