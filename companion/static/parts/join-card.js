// How phones join: a code for their cameras, and the same for people who type. Or why none can.

/** @import { Join } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { qrSquare } from "/static/parts/qr-square.js";

/** What is typed as it stands, and is therefore never broken: `companion play --lan`. */
const COMMAND = /(companion(?: [\w-]+)+)/;

/** Return words with commands that stay on one line. @param {string} words */
function unbroken(words) {
  const each = words.split(COMMAND);
  return each.map((part, i) => (i % 2 ? h("span", { class: "command" }, part) : part));
}

/** The attribute `here` adds a link for joining in another window of this browser. A phone, which cannot read a code on its own display, shows a link instead of one. */
class JoinCard extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["join"];

  draw() {
    const { join } = this.store.view;
    this.hidden = !join;
    if (!join) return;
    const title = h("h2", {}, this.say("host.join"));
    const way = join.reachable
      ? this.#way(join)
      : [h("p", { class: "hint" }, ...unbroken(this.say("join.alone")))];
    const code = h(
      "p",
      { class: "join-code" },
      h("span", {}, this.say("join.code")),
      h("strong", {}, join.code),
    );
    const there = { class: "join-here", href: new URL(join.address).pathname };
    const onPhone = h("a", there, this.say("go.seat"));
    this.replaceChildren(
      h("section", { class: "card" }, title, way, code, this.#link(join)),
      onPhone,
    );
  }

  /** @param {Join} join */
  #way({ address, qr }) {
    const { origin } = new URL(address);
    const typed = origin.replace(/^http:\/\//, "");
    const line = h("p", { class: "join-address" }, typed);
    line.style.setProperty("--letters", String(typed.length));
    return [qrSquare(qr, this.say("join.qr", { address: origin })), line];
  }

  /** @param {Join} join */
  #link({ address }) {
    if (!this.hasAttribute("here")) return null;
    const given = { href: address, target: "_blank", rel: "noopener" };
    return h("p", {}, h("a", given, this.say("play.join_link")));
  }
}

customElements.define("join-card", JoinCard);
