// The setup of a game: one question after the other.

/** @import { Lobby, Printed, Sheet } from "/static/core/messages.js" */

import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** Emits `answer` with the number of an answer, and `order` with `back`. With `parties`, only people who have played before are there to choose. */
class LobbyForm extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["lobby", "can", "players", "role"];

  draw() {
    const { lobby, can } = this.store.view;
    const isPhone = this.hasAttribute("parties") && !this.store.leads;
    this.hidden = !lobby || (isPhone && lobby.parties === 0);
    if (!lobby || this.hidden) {
      this.replaceChildren();
      return;
    }
    const hadFocus = this.contains(document.activeElement);
    const shown = isPhone ? lobby.answers.slice(0, lobby.parties) : lobby.answers;
    const { sheet } = lobby;
    const squares = sheet?.open ? sheet.rows.flat().length : 0;
    const answers = shown.map((_, i) => h("li", {}, this.#button(lobby, i))).slice(squares);
    const isLong = lobby.lines.some(Boolean);
    const back = can?.back
      ? h(
          "button",
          { class: "quiet", type: "button", onclick: () => this.emit("order", "back") },
          `‹ ${can.back}`,
        )
      : null;
    this.replaceChildren(
      h("h2", { tabindex: "-1" }, lobby.title),
      sheet ? this.#sheet(sheet, lobby.cursor) : "",
      h("ul", { class: isLong ? "options has-lines" : "options" }, answers),
      back ?? "",
    );
    if (hadFocus) focusOn(this, ".is-here, .option");
  }

  /** What is printed, as a grid; its squares are buttons if they can be touched. @param {Sheet} sheet @param {number} cursor */
  #sheet({ rows, open }, cursor) {
    let i = 0;
    /** @param {Printed} printed */
    const square = ({ name, sign, fill }) => {
      const at = i++;
      const kind = `square ground-${fill || "none"}`;
      if (!open) return h("span", { class: kind, title: name }, sign);
      const given = {
        class: at === cursor ? `${kind} is-here` : kind,
        type: "button",
        "aria-label": name,
        onclick: () => this.emit("answer", at),
      };
      return h("button", given, sign);
    };
    const widest = Math.max(...rows.map((row) => row.length));
    const lines = rows.map((row) => h("div", { class: "squares" }, row.map(square)));
    const grid = h("div", { class: widest > 4 ? "sheet-grid is-fine" : "sheet-grid" }, lines);
    grid.style.setProperty("--widest", String(widest));
    return grid;
  }

  /** @param {Lobby} lobby @param {number} i */
  #button({ answers, lines, cursor, best }, i) {
    const kind = i === cursor ? "option is-here" : "option";
    const line = lines[i] ? h("small", { class: "about" }, lines[i]) : null;
    const chip = i === best ? h("span", { class: "chip" }, this.say("lobby.best")) : null;
    return h(
      "button",
      { class: kind, type: "button", onclick: () => this.emit("answer", i) },
      h("span", {}, answers[i]),
      chip && " ",
      chip,
      line && " ",
      line,
    );
  }
}

customElements.define("lobby-form", LobbyForm);
