// How phones join: a code for their cameras, and the same for people who type. Or why none can.

/** @import { Join } from "/static/core/messages.js" */

import { pixels } from "/static/board/shapes.js";
import { h, s } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** The margin that cameras need, in modules of the code (ISO/IEC 18004). */
const QUIET = 4;

/** The attribute `here` adds a link for joining in another window of this browser. */
class JoinCard extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["join"];

  draw() {
    const { join } = this.room.view;
    this.hidden = !join;
    if (!join) return;
    const title = h("h2", {}, this.say("host.join"));
    const way = join.reachable
      ? this.#way(join)
      : [h("p", { class: "hint" }, this.say("join.alone"))];
    const code = h(
      "p",
      { class: "join-code" },
      h("span", {}, this.say("join.code")),
      h("strong", {}, join.code),
    );
    this.replaceChildren(h("section", { class: "card" }, title, way, code, this.#link(join)));
  }

  /** @param {Join} join */
  #way({ address, qr }) {
    const { origin } = new URL(address);
    return [
      square(qr, this.say("join.qr", { address: origin })),
      h("p", { class: "join-address" }, origin.replace(/^http:\/\//, "")),
    ];
  }

  /** @param {Join} join */
  #link({ address }) {
    if (!this.hasAttribute("here")) return null;
    const given = { href: address, target: "_blank", rel: "noopener" };
    return h("p", {}, h("a", given, this.say("play.join_link")));
  }
}

/** Return a QR code, dark on light whatever the colours of the page. @param {string[]} rows @param {string} label */
function square(rows, label) {
  const side = rows.length + 2 * QUIET;
  const [corner, box] = [-side / 2, `${-side / 2} ${-side / 2} ${side} ${side}`];
  const paper = s("rect", { x: corner, y: corner, width: side, height: side, fill: "#fff" });
  const given = { class: "join-qr", viewBox: box, role: "img", "aria-label": label };
  return s("svg", given, paper, s("path", { d: pixels(rows, rows.length), fill: "#000" }));
}

customElements.define("join-card", JoinCard);
