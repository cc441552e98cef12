// Everything that carries a tag, to be laid on the readers: dragged, or chosen and laid.

import { carry } from "/static/core/carry.js";
import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { token } from "/static/parts/piece-token.js";

/** Emits `lay` with a piece and a reader, and `lift` with a reader. */
class TagTray extends Part {
  static needs = ["tray", "hardware", "picture", "sprites"];
  #lying = {};
  #family = null;
  #shown = "";

  draw() {
    const { tray = [], hardware } = this.room.view;
    this.hidden = tray.length === 0 || !hardware?.readers.length;
    if (this.hidden) return;
    const families = [...new Set(tray.map(({ piece }) => family(piece)))];
    if (!families.includes(this.#family)) this.#family = families[0];
    const shown = JSON.stringify([
      tray,
      hardware.readers,
      this.#family,
      this.#lying,
      this.#looks(),
      this.room.words.language,
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focus = this.contains(document.activeElement) ? document.activeElement.dataset : {};
    const readers = hardware.readers.map((reader) => this.#reader(reader));
    this.replaceChildren(
      h("h2", {}, this.say("play.tray")),
      h("div", { class: "readers" }, readers),
      this.#tabs(families),
      this.#pieces(),
    );
    const again = focus.piece ?? focus.family;
    const kind = focus.piece ? "piece" : "family";
    if (again) this.querySelector(`button[data-${kind}="${CSS.escape(again)}"]`)?.focus();
  }

  /** How the pieces look now: the board tells. */
  #looks() {
    return (this.room.view.sprites ?? [])
      .filter(({ piece }) => piece)
      .map(({ piece, look }) => [piece, look]);
  }

  /** Show what lies on the readers. @param {Record<string, string[]>} readers */
  lying(readers) {
    this.#lying = readers;
    if (this.room.isReady) this.draw();
  }

  #nameOf(piece) {
    return this.room.view.tray.find((each) => each.piece === piece)?.name ?? piece;
  }

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
        token(piece, this.room.view),
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

  #tabs(families) {
    if (families.length < 2) return "";
    const buttons = families.map((each) => {
      const choose = () => {
        this.#family = each;
        this.draw();
      };
      const first = this.room.view.tray.find(({ piece }) => family(piece) === each);
      const face = token(first.piece, this.room.view) ?? first.name;
      return h(
        "button",
        {
          type: "button",
          class: "tab",
          "data-family": each,
          "aria-pressed": String(each === this.#family),
          title: first.name,
          "aria-label": first.name,
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
    const shown = this.room.view.tray.filter(({ piece }) => family(piece) === this.#family);
    const lying = new Set(Object.values(this.#lying).flat());
    const items = shown.map(({ piece, name }) =>
      h("li", {}, this.#piece(piece, name, lying.has(piece))),
    );
    return h("ul", { class: "tray", "aria-label": this.say("play.pieces") }, items);
  }

  #piece(piece, name, isLying) {
    const given = {
      type: "button",
      class: isLying ? "piece is-away" : "piece",
      "data-piece": piece,
      "aria-pressed": String(isLying),
    };
    const button = h("button", given, token(piece, this.room.view), h("span", {}, name));
    button.addEventListener("click", () => this.#toggle(piece, isLying));
    button.addEventListener("pointerdown", (event) => this.#carry(event, button, piece));
    return button;
  }

  /** By key or click: onto the first free reader, or off the one where it lies. */
  #toggle(piece, isLying) {
    const readers = this.room.view.hardware.readers;
    const has = (reader) => (this.#lying[reader] ?? []).includes(piece);
    if (isLying) this.emit("lift", { reader: readers.find(has) });
    else
      this.emit("lay", {
        piece,
        reader: readers.find((each) => !this.#lying[each]?.length) ?? readers[0],
      });
  }

  #carry(event, button, piece) {
    const ghost = button.cloneNode(true);
    ghost.classList.add("ghost");
    ghost.removeAttribute("data-piece");
    ghost.setAttribute("aria-hidden", "true");
    const { left, top } = button.getBoundingClientRect();
    const move = (x, y) => {
      if (!ghost.isConnected) document.body.append(ghost);
      ghost.style.transform = `translate(${left + x}px, ${top + y}px)`;
    };
    const end = (under) => {
      ghost.remove();
      const reader = under?.map((each) => each.closest("[data-reader]")).find(Boolean);
      if (reader) this.emit("lay", { piece, reader: reader.dataset.reader });
    };
    carry(event, move, end);
  }
}

/** The kind of a piece: what stands before the first hyphen. */
function family(piece) {
  return piece.split("-")[0];
}

customElements.define("tag-tray", TagTray);
