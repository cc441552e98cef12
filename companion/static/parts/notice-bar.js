// The table's last message or refusal, with its rule; it stays until the next input.

/** @import { Details } from "/static/core/elements.js" */
/** @import { Answer, Notice } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { ruleOf, wordsOf } from "/static/parts/rule-words.js";

/** Shows the table's notice, or the server's answer to this page alone (`answer`). */
export class NoticeBar extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["notice", "choices", "turn"];

  draw() {
    this.#show(this.store.view.notice);
  }

  /**
   * Show the answer to a message of ours; if it is `done`, show the table's notice.
   * @param {Answer} answer
   */
  answer(answer) {
    if (answer.kind === "done") this.draw();
    else
      this.#show({
        message: answer.message,
        rule: answer.kind === "refused" ? answer.rule : "",
        refused: true,
        due: false,
        why: "",
      });
  }

  /** Say what a part of the game does, after `why` it cannot be chosen. @param {Details["explain"]} part */
  async explain({ name, rule, why = "" }) {
    const words = await wordsOf(this.store, rule);
    const message = `${why} ${this.say("labelled", { what: name, state: words })}`.trim();
    this.#show({ message, rule: "", refused: Boolean(why), due: false, why: "" }, "§");
  }

  /** @param {Notice|null} [notice] @param {string} [own] a sign of its own */
  #show(notice, own) {
    this.hidden = !notice;
    if (!notice) {
      this.replaceChildren();
      return;
    }
    this.classList.toggle("is-refused", notice.refused);
    const sign = own ?? (notice.refused ? "✕" : notice.due ? "…" : "✓");
    const words = h("div", {}, notice.message, " ", ruleOf(this.store, notice.rule));
    const why = notice.why
      ? h("details", {}, h("summary", {}, this.say("why_this")), h("p", {}, notice.why))
      : "";
    words.append(why);
    this.replaceChildren(h("span", { class: "sign", "aria-hidden": "true" }, sign), words);
  }
}

customElements.define("notice-bar", NoticeBar);
