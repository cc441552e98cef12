// For screen readers: whose turn it is and what to do, whenever that changes.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { headline, requestedFrom } from "/static/parts/turn-banner.js";

class LiveRegion extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["turn", "prompt", "lobby", "players", "role", "link", "notice"];

  connectedCallback() {
    this.setAttribute("aria-live", "polite");
    this.setAttribute("role", "status");
    this.classList.add("unseen");
  }

  draw() {
    const { prompt, notice } = this.store.view;
    const todo = [requestedFrom(this.store), prompt].filter(Boolean).join(" ");
    const text = [notice?.message, headline(this.store), todo].filter(Boolean).join(". ");
    if (this.textContent !== text) this.replaceChildren(h("span", {}, text));
  }
}

customElements.define("live-region", LiveRegion);
