// For screen readers: whose turn it is and what to do, whenever that changes.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { asked, headline } from "/static/parts/turn-banner.js";

class SayAloud extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "prompt", "lobby", "link", "notice"];

  connectedCallback() {
    this.setAttribute("aria-live", "polite");
    this.setAttribute("role", "status");
    this.classList.add("unseen");
  }

  draw() {
    const { prompt, notice } = this.room.view;
    const todo = [asked(this.room), prompt].filter(Boolean).join(" ");
    const said = [notice?.message, headline(this.room), todo].filter(Boolean).join(". ");
    if (this.textContent !== said) this.replaceChildren(h("span", {}, said));
  }
}

customElements.define("say-aloud", SayAloud);
