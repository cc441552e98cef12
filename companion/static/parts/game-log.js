// What happened, newest first; what was undone is struck through.

/** @import { LogLine } from "/static/core/messages.js" */

import { emblem } from "/static/board/emblem.js";
import { arranged, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { ruleOf } from "/static/parts/rule-words.js";

/** The most lines that are shown. */
const SHOWN = 120;

class GameLog extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["log", "players", "picture"];
  /** The element of each line, kept as long as the line is. @type {WeakMap<LogLine, Element>} */
  #drawn = new WeakMap();
  #title = h("h2");
  #list = h("ol", { class: "log", reversed: true, tabindex: "0" });

  draw() {
    const lines = this.store.log.slice(-SHOWN).reverse();
    this.hidden = lines.length === 0;
    arranged(
      this.#list,
      runs(lines).map((run) => (run.length > 1 ? this.#secret(run) : this.#entry(run[0]))),
    );
    this.#list.setAttribute("aria-label", this.say("log"));
    this.#title.textContent = this.say("log");
    if (!this.#list.isConnected) this.replaceChildren(this.#title, this.#list);
  }

  /** @param {LogLine} line */
  #entry(line) {
    const entry = this.#drawn.get(line) ?? this.#line(line);
    this.#drawn.set(line, entry);
    return entry;
  }

  /** Return several secret lines as one that opens. @param {LogLine[]} run */
  #secret(run) {
    const previous = this.#drawn.get(run[run.length - 1]);
    const isOpen = previous instanceof HTMLElement && previous.querySelector("details")?.open;
    const names = [...new Set(run.flatMap(({ player }) => (player === null ? [] : [player])))];
    const who = this.store.words.join(names.sort().map((seat) => this.store.playerName(seat)));
    const details = h(
      "details",
      { open: Boolean(isOpen) },
      h("summary", {}, this.say("log.secrets", { names: who, count: run.length })),
      h(
        "ul",
        {},
        run.map((line) => this.#line(line)),
      ),
    );
    const entry = h("li", { class: "secrets" }, details);
    this.#drawn.set(run[run.length - 1], entry);
    return entry;
  }

  /** @param {LogLine} line */
  #line({ drawn, kind, player, text, rule, undone }) {
    const who =
      player === null
        ? null
        : h(
            "span",
            {
              class: this.store.numberClass(player),
              role: "img",
              "aria-label": this.store.playerName(player),
            },
            String(player + 1),
          );
    const words = undone
      ? [h("del", {}, text), h("span", { class: "chip" }, this.say("undone"))]
      : [emblem(drawn, this.store.view.picture, 1.3) ?? "", h("span", {}, text)];
    const kinds = `entry entry-${kind}${undone ? " is-undone" : ""}`;
    return h(
      "li",
      { class: kinds },
      who,
      h("span", { class: "words-said" }, words, " ", ruleOf(this.store, rule)),
    );
  }
}

/**
 * Return the lines in runs: those that follow one another and are secret are together.
 * @param {LogLine[]} lines
 */
function runs(lines) {
  /** @type {LogLine[][]} */
  const all = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (line.secret && !line.undone && last?.[0].secret && !last[0].undone) last.push(line);
    else all.push([line]);
  }
  return all;
}

customElements.define("game-log", GameLog);
