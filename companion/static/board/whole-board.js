// The whole board: at once where there is room, else one place of it large and the others in small.

/** @import { BoardPicture } from "/static/board/board-picture.js" */
/** @import { Picture } from "/static/core/messages.js" */

import { parts, placeOf, slice } from "/static/board/slices.js";
import { nameOf } from "/static/board/spaces.js";
import { h } from "/static/core/dom.js";
import { Part, part } from "/static/core/part.js";
import "/static/board/board-picture.js";

/** A phone, upright or not. */
const PHONE = matchMedia("(max-width: 44rem), (max-height: 30rem)");

/**
 * The attribute `touch` is passed on to the boards. With `zoom` a board fills a room of its own, and
 * one can look closer.
 */
export class WholeBoard extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["picture", "choices", "parts"];
  #built = "";
  /** What can be touched in the decision for which a place was chosen. */
  #decision = "";
  #frame = h("div", { class: "place" });
  #overview = h("div", { class: "overview", role: "group", tabindex: "0" });
  /** The boards that have been shown so far, by their part. @type {Map<string, BoardPicture>} */
  #boards = new Map();

  connectedCallback() {
    PHONE.addEventListener("change", () => this.store.isReady && this.draw());
    this.addEventListener("reveal", ({ target }) => {
      if (target instanceof HTMLElement) this.#enlarge(target.getAttribute("part") ?? "");
    });
  }

  draw() {
    const { picture, choices } = this.store.view;
    this.hidden = !picture;
    if (!picture) return;
    this.#build(picture);
    const open = choices?.mine ? choices.options.flatMap(({ places }) => places) : [];
    const decision = `${this.#built} ${open}`;
    if (decision !== this.#decision)
      this.#enlarge(PHONE.matches ? placeOf(picture, new Set(open)) : "all");
    this.#decision = decision;
    this.#mark(picture, new Set(open));
  }

  /** @param {Picture} picture */
  #build(picture) {
    const { game } = this.store.view;
    const { zones, size } = picture;
    const isPhone = PHONE.matches;
    const shown = `${game?.id} ${size} ${zones.length} ${isPhone} ${this.store.words.language}`;
    if (shown === this.#built) return;
    this.#built = shown;
    this.#boards.clear();
    this.#frame.replaceChildren();
    this.replaceChildren(this.#frame, ...(isPhone ? [this.#overview] : []));
    this.#overview.setAttribute("aria-label", this.say("strips"));
    const closer = h("button", { type: "button", class: "glance closer" }, "⤢");
    closer.setAttribute("aria-label", this.say("zoom"));
    closer.title = this.say("zoom");
    closer.addEventListener("click", () => this.#boards.get(this.store.place)?.zoom?.toggle());
    const glances = isPhone ? parts(picture).map((name) => this.#glance(name)) : [];
    this.#overview.replaceChildren(...(this.hasAttribute("zoom") ? [closer] : []), ...glances);
  }

  /** Return a button that shows a part in small. @param {string} name */
  #glance(name) {
    const small = part("board-picture", this.store, { part: name, still: "" });
    return h(
      "button",
      { type: "button", class: "glance", "data-part": name, onclick: () => this.#choose(name) },
      h("span", { "aria-hidden": "true" }, small),
      h("small"),
    );
  }

  /** Show a part large until another decision is due. @param {string} name */
  #choose(name) {
    this.#enlarge(name);
    this.store.notify(["choices"]);
  }

  /** Show the zone large in which a space lies. @param {string} space */
  enlarge(space) {
    const { picture } = this.store.view;
    if (picture && PHONE.matches) this.#choose(placeOf(picture, new Set([space])));
  }

  /** @param {string} name of a part */
  #enlarge(name) {
    const known = this.#boards.get(name);
    const board = known ?? part("board-picture", this.store, { part: name, ...this.#given() });
    this.#boards.set(name, board);
    this.store.place = name;
    if (!known) this.#frame.append(h("div", { class: "place-board" }, board));
    for (const [other, { parentElement }] of this.#boards)
      if (parentElement) parentElement.hidden = other !== name;
  }

  #given() {
    const given = ["touch", "zoom"].filter((each) => this.hasAttribute(each));
    return Object.fromEntries(given.map((each) => [each, ""]));
  }

  /** Mark the small parts where something can be touched. @param {Picture} picture @param {Set<string>} open */
  #mark(picture, open) {
    for (const glance of this.#overview.querySelectorAll("[data-part]")) {
      const name = glance.getAttribute("data-part") ?? "";
      const { zones, spaces } = slice(picture, name);
      const zone = name === "place" ? undefined : zones[0];
      const words = zone ? nameOf(zone, spaces, this.store.view.parts) : this.say("board");
      glance.querySelector("small")?.replaceChildren(words);
      const isOpen = spaces.some(({ id }) => open.has(id));
      glance.classList.toggle("is-open", isOpen);
      glance.setAttribute("aria-pressed", String(name === this.store.place));
    }
  }

  /** Point at places on all boards. @param {string[]} places */
  mark(places) {
    for (const board of this.querySelectorAll("board-picture")) board.mark(places);
  }
}

customElements.define("whole-board", WholeBoard);
