// Everything that carries a tag, to be placed on the readers by dragging or by a click.

import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { closestOf, followDrag } from "/static/core/pointer-drag.js";
import { token } from "/static/parts/piece-token.js";

/** Emits `lay` with a piece and a reader, and `lift` with a reader. */
export class TagTray extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["tray", "hardware", "picture", "sprites"];
  /** @type {Record<string, string[]>} */
  #lying = {};
  #family = "";
  #shown = "";

  draw() {
    const tray = this.#tray;
    this.hidden = tray.length === 0 || this.#readers.length === 0;
    if (this.hidden) return;
    const families = [...new Set(tray.map(({ piece }) => family(piece)))];
    if (!families.includes(this.#family)) this.#family = families[0];
    const shown = JSON.stringify([
      tray,
      this.#readers,
      this.#family,
      this.#lying,
      this.#looks(),
      this.store.words.language,
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focus = this.contains(document.activeElement) ? document.activeElement : null;
    const piece = focus?.getAttribute("data-piece");
    const again = piece ?? focus?.getAttribute("data-family");
    const readers = this.#readers.map((reader) => this.#reader(reader));
    this.replaceChildren(
      h("h2", {}, this.say("play.tray")),
      h("div", { class: "readers" }, readers),
      this.#tabs(families),
      this.#pieces(),
    );
    const kind = piece ? "piece" : "family";
    if (again) focusOn(this, `button[data-${kind}="${CSS.escape(again)}"]`);
  }

  /** Return the looks that pieces have on the board now. */
  #looks() {
    return (this.store.view.sprites ?? [])
      .filter(({ piece }) => piece)
      .map(({ piece, look }) => [piece, look]);
  }

  /** Show what lies on the readers. @param {Record<string, string[]>} readers */
  lying(readers) {
    this.#lying = readers;
    if (this.store.isReady) this.draw();
  }

  get #readers() {
    return this.store.view.hardware?.readers ?? [];
  }

  get #tray() {
    return this.store.view.tray ?? [];
  }

  /** @param {string} piece */
  #nameOf(piece) {
    return this.#tray.find((item) => item.piece === piece)?.name ?? piece;
  }

  /** @param {string} reader */
  #reader(reader) {
    const pieces = this.#lying[reader] ?? [];
    const inside = pieces.map((piece) => {
      const name = this.#nameOf(piece);
      const lift = () => this.emit("lift", { reader });
      return h(
        "button",
        {
          type: "button",
          class: "piece is-lying",
          "aria-label": this.say("play.lift", { name }),
          onclick: lift,
        },
        token(piece, this.store.view),
        h("span", {}, name),
      );
    });
    const empty = h("span", { class: "hint" }, this.say("play.reader_empty"));
    const given = {
      class: "reader",
      role: "group",
      "data-reader": reader,
      "aria-label": this.say("play.reader", { name: reader }),
    };
    const waves = h("span", { class: "reader-name", "aria-hidden": "true" }, `((•)) ${reader}`);
    return h("div", given, waves, inside.length ? inside : empty);
  }

  /** @param {string[]} families */
  #tabs(families) {
    if (families.length < 2) return "";
    const buttons = families.map((kind) => {
      const choose = () => {
        this.#family = kind;
        this.draw();
      };
      const first = this.#tray.find(({ piece }) => family(piece) === kind);
      const name = first?.name ?? kind;
      const face = token(first?.piece ?? kind, this.store.view) ?? name;
      return h(
        "button",
        {
          type: "button",
          class: "tab",
          "data-family": kind,
          "aria-pressed": String(kind === this.#family),
          title: name,
          "aria-label": name,
          onclick: choose,
        },
        face,
      );
    });
    return h(
      "div",
      { class: "tabs", role: "group", "aria-label": this.say("play.families") },
      buttons,
    );
  }

  #pieces() {
    const shown = this.#tray.filter(({ piece }) => family(piece) === this.#family);
    const lying = new Set(Object.values(this.#lying).flat());
    const items = shown.map(({ piece, name }) =>
      h("li", {}, this.#piece(piece, name, lying.has(piece))),
    );
    return h("ul", { class: "tray", "aria-label": this.say("play.pieces") }, items);
  }

  /** @param {string} piece @param {string} name @param {boolean} isLying */
  #piece(piece, name, isLying) {
    const given = {
      type: "button",
      class: isLying ? "piece is-away" : "piece",
      "data-piece": piece,
      "aria-pressed": String(isLying),
    };
    const button = h("button", given, token(piece, this.store.view), h("span", {}, name));
    button.addEventListener("click", () => this.#toggle(piece));
    button.addEventListener("pointerdown", (event) => this.#drag(event, button, piece));
    return button;
  }

  /**
   * Place a piece on the first free reader, or take it off the one where it lies.
   * @param {string} piece
   */
  #toggle(piece) {
    const readers = this.#readers;
    const under = readers.find((reader) => this.#lying[reader]?.includes(piece));
    const free = readers.find((reader) => !this.#lying[reader]?.length) ?? readers[0];
    if (under !== undefined) this.emit("lift", { reader: under });
    else this.emit("lay", { piece, reader: free });
  }

  /** @param {PointerEvent} event @param {HTMLElement} button @param {string} piece */
  #drag(event, button, piece) {
    const ghost = /** @type {HTMLElement} */ (button.cloneNode(true));
    ghost.classList.add("ghost");
    ghost.removeAttribute("data-piece");
    ghost.setAttribute("aria-hidden", "true");
    const { left, top } = button.getBoundingClientRect();
    /** @param {number} x @param {number} y */
    const move = (x, y) => {
      if (!ghost.isConnected) document.body.append(ghost);
      ghost.style.transform = `translate(${left + x}px, ${top + y}px)`;
    };
    /** @param {Element[]|null} under */
    const end = (under) => {
      ghost.remove();
      const reader = closestOf(under ?? [], "[data-reader]")?.getAttribute("data-reader");
      if (reader) this.emit("lay", { piece, reader });
    };
    followDrag(event, move, end);
  }
}

/** Return the kind of a piece: its id before the first hyphen. @param {string} piece */
function family(piece) {
  return piece.split("-")[0];
}

customElements.define("tag-tray", TagTray);
