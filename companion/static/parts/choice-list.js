// What can be chosen next, as large buttons, and what has been chosen so far.

/** @import { Choices, Option } from "/static/core/messages.js" */

import { emblem } from "/static/board/emblem.js";
import { slice } from "/static/board/slices.js";
import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** What gets the focus when the choices have changed, in order of preference. */
const FOCUSABLE = ["[open] .option", "summary", ".option"];

/** With more letters than this, an option is as wide as a phone. */
const LONG = 36;

/**
 * Emits `choose` with the number of an option, and `back`. The attribute `source` names the key of
 * the view that holds the choices (`choices` by default); `wait` shows whom the game waits for, once
 * its setup has been laid out.
 * With `board`, what can be touched on the board is folded up.
 * @typedef {{option: Option, i: number}} Numbered
 */
class ChoiceList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["choices", "corrections", "turn", "lobby", "picture"];
  #shown = "";
  /** The words of the lists that are unfolded. @type {Set<string>} */
  #unfolded = new Set();

  draw() {
    const { turn, choices: own, corrections } = this.store.view;
    const choices = this.getAttribute("source") === "corrections" ? corrections : own;
    const shown = JSON.stringify([
      choices ?? null,
      turn?.awaited,
      turn?.laying,
      turn?.over,
      this.store.place,
      this.store.words.language,
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hadFocus = this.contains(document.activeElement);
    this.replaceChildren(...this.#parts(choices));
    if (hadFocus) focusOn(this, FOCUSABLE.find((each) => this.querySelector(each)) ?? "button");
  }

  /** @param {Choices|null} [choices] */
  #parts(choices) {
    if (!choices || choices.mine === false || choices.options.length === 0) return this.#nothing();
    const { selected, options } = choices;
    const numbered = options.map((option, i) => ({ option, i }));
    const ends = numbered.filter(({ option }) => option.ends);
    const others = numbered.filter(({ option }) => !option.ends);
    const decisions = others.filter(({ option }) => !option.report);
    const moves = decisions.length > 0 ? decisions : others;
    const reports = others.filter((other) => !moves.includes(other));
    const touched = this.hasAttribute("board") ? moves.filter(this.#isOnBoard()) : [];
    const free = moves.filter((move) => !touched.includes(move));
    const parts = [
      this.#list(free),
      this.#folded(touched, "choices.touch"),
      this.#list(ends, "ends"),
      this.#folded(reports, "choices.report"),
    ];
    const { role, view } = this.store;
    const isOut = role.seat !== null && !view.turn?.awaited.includes(role.seat);
    const shown = [...(isOut ? this.#nothing() : []), ...parts.filter((each) => each !== null)];
    return selected?.length ? [this.#chosen(selected), ...shown] : shown;
  }

  /**
   * Return what tells of an option whether the board says as much as a button: a square of it is in
   * sight, which is called by its column and row.
   * @returns {(numbered: Numbered) => boolean}
   */
  #isOnBoard() {
    const { picture } = this.store.view;
    const spaces = picture ? slice(picture, this.store.place).spaces : [];
    const squares = new Set(spaces.flatMap(({ id, label }) => (label ? [] : [id])));
    return ({ option }) => option.places.some((place) => squares.has(place));
  }

  /** @param {Numbered[]} options @param {string} [kind] */
  #list(options, kind = "") {
    if (options.length === 0) return null;
    const isShort = options.every(({ option }) => option.label.length <= 3);
    const isLong = options.some(({ option }) => option.label.length > LONG);
    const given = {
      class: `options ${isShort ? "is-short" : ""} ${isLong ? "is-long" : ""} ${kind}`,
      "aria-label": this.say(kind === "ends" ? "choices.end" : "choices"),
    };
    return h(
      "ul",
      given,
      options.map((option) => h("li", {}, this.#button(option))),
    );
  }

  /**
   * Return a list that is folded up: what the board offers as well, or what the box is only told.
   * @param {Numbered[]} options @param {string} words
   */
  #folded(options, words) {
    if (options.length === 0) return null;
    const summary = h("summary", {}, this.say(words, { count: options.length }));
    const list = h("details", { class: "as-list", open: this.#unfolded.has(words) }, summary);
    list.append(this.#list(options) ?? "");
    list.addEventListener("toggle", () => {
      if (list.open) this.#unfolded.add(words);
      else this.#unfolded.delete(words);
    });
    return list;
  }

  /** @param {Numbered} numbered */
  #button({ option, i }) {
    const { picture } = this.store.view;
    const isTall = (option.drawn?.length ?? 0) > 0 && option.places.length === 0;
    return h(
      "button",
      { class: "option", type: "button", onclick: () => this.emit("choose", i) },
      emblem(option.drawn, picture, isTall ? 2.6 : undefined),
      h("span", {}, option.label),
    );
  }

  /** @param {string[]} selected */
  #chosen(selected) {
    const back = h(
      "button",
      { class: "quiet", type: "button", onclick: () => this.emit("back") },
      `‹ ${this.say("back")}`,
    );
    return h("p", { class: "chosen" }, back, h("span", {}, selected.join(" · ")));
  }

  #nothing() {
    const { turn } = this.store.view;
    if (!this.hasAttribute("wait") || !turn || turn.over || turn.laying) return [];
    const names = turn.awaited.map((seat) => this.store.playerName(seat));
    if (names.length === 0) return [];
    return [
      h("p", { class: "wait" }, this.say("waiting_for", { names: this.store.words.join(names) })),
    ];
  }
}

customElements.define("choice-list", ChoiceList);
