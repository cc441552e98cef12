// What is mine, always in sight: who I am, my things on the table, and what only I may know.

/** @import { Picture } from "/static/core/messages.js" */

import { slice } from "/static/board/slices.js";
import { h } from "/static/core/dom.js";
import { Part, part } from "/static/core/part.js";
import "/static/board/board-picture.js";
import "/static/parts/line-list.js";

/** Emits `enlarge` with a space of what was touched. */
class SeatTray extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["picture", "sprites", "players", "role", "lobby", "turn"];
  #built = "";
  #badge = h("span", { class: "number" });
  /** My things on the table, by the first of their spaces. @type {Map<string, HTMLElement>} */
  #things = new Map();

  draw() {
    const { picture, lobby, turn } = this.store.view;
    const { seat } = this.store.role;
    this.hidden = seat === null || Boolean(lobby || turn?.over);
    if (seat === null) return;
    const built = `${picture?.size} ${picture?.phone.mine} ${seat} ${this.store.words.language}`;
    if (built !== this.#built) this.#build(seat, picture ?? null);
    this.#built = built;
    this.#badge.className = this.store.numberClass(seat);
    this.#badge.textContent = String(seat + 1);
    const lying = new Set(this.store.view.sprites?.map(({ place }) => place));
    for (const [name, thing] of this.#things) {
      const spaces = picture ? slice(picture, `mine-${seat}-${name}`).spaces : [];
      thing.hidden = !spaces.some(({ id }) => lying.has(id));
    }
  }

  /** @param {number} seat @param {Picture|null} picture */
  #build(seat, picture) {
    this.#things = new Map(
      (picture?.phone.mine ?? []).map((name) => [name, this.#thing(`mine-${seat}-${name}`)]),
    );
    const given = { class: "tray-of-seat", role: "group", "aria-label": this.say("mine") };
    const secrets = part("line-list", this.store, { source: "private", words: "private" });
    this.replaceChildren(h("div", given, this.#badge, ...this.#things.values(), secrets));
  }

  /** @param {string} name of a part of the picture */
  #thing(name) {
    const show = () => {
      const { picture } = this.store.view;
      const [space] = picture ? slice(picture, name).spaces : [];
      if (space) this.emit("enlarge", space.id);
    };
    const board = part("board-picture", this.store, { part: name, still: "" });
    return h("button", { type: "button", class: "thing", onclick: show }, board);
  }
}

customElements.define("seat-tray", SeatTray);
