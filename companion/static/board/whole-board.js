// The whole board: at once where there is store, else the main board first and strips to swipe.

import { slice, strips } from "/static/board/slices.js";
import { h, isStill } from "/static/core/dom.js";
import { Part, part } from "/static/core/part.js";
import "/static/board/board-picture.js";

const NARROW = matchMedia("(max-width: 44rem)");

/** The attribute `touch` is passed on to the boards. */
export class WholeBoard extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["picture", "choices"];
  #shown = "";

  connectedCallback() {
    NARROW.addEventListener("change", () => this.store.isReady && this.draw());
    this.addEventListener("reveal", ({ target }) => this.#show(target));
  }

  draw() {
    this.#build();
    this.#swipe();
  }

  /** Bring a strip in sight that can be touched, if nothing else can be. */
  #swipe() {
    this.#show(this.querySelector(".target")?.closest("board-picture"));
  }

  /** Bring a strip in sight. @param {EventTarget|null|undefined} strip */
  #show(strip) {
    const row = this.querySelector(".strips");
    if (!row || !(strip instanceof HTMLElement) || !row.contains(strip)) return;
    row.scrollTo({
      left: strip.offsetLeft - row.clientLeft - 8,
      behavior: isStill() ? "auto" : "smooth",
    });
  }

  #build() {
    const { picture } = this.store.view;
    this.hidden = !picture;
    if (!picture) return;
    const apart = NARROW.matches ? strips(picture).length : 0;
    const shown = `${picture.size} ${apart} ${this.store.words.language}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (!apart) {
      this.replaceChildren(this.#board("all"));
      return;
    }
    const swiped = Array.from({ length: apart }, (_, i) => this.#board(String(i)));
    for (const [i, board] of swiped.entries()) {
      const { area } = slice(picture, String(i));
      board.classList.toggle("is-wide", area.w > area.h);
    }
    const main = slice(picture, "main").spaces.length ? [this.#board("main")] : [];
    const given = {
      class: main.length ? "strips" : "strips is-alone",
      tabindex: "0",
      role: "group",
      "aria-label": this.say("strips"),
    };
    this.replaceChildren(...main, h("div", given, swiped));
  }

  /** @param {string} name of the part */
  #board(name) {
    return part("board-picture", this.store, {
      part: name,
      ...(this.hasAttribute("touch") ? { touch: "" } : {}),
    });
  }

  /** Point at places on all boards. @param {string[]} places */
  mark(places) {
    for (const board of this.querySelectorAll("board-picture")) board.mark(places);
  }
}

customElements.define("whole-board", WholeBoard);
