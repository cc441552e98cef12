// What a host may do at the table: commands, the language of the box, corrections.

/** @import { Command } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part, part } from "/static/core/part.js";
import { sureButton } from "/static/core/sure.js";
import { LANGUAGES } from "/static/core/words.js";

/** @type {Command[]} */
const COMMANDS = ["undo", "pause", "resume", "leave"];
/** Commands that cannot be taken back as easily: they have to be clicked twice. */
const ASK_FIRST = new Set(["leave"]);

/** Emits `order` with a command and `language` with a language. */
class HostControls extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["can", "language", "turn"];

  draw() {
    const { can = [], language } = this.room.view;
    const commands = COMMANDS.filter((command) => can.includes(command)).map((command) =>
      this.#command(command),
    );
    const choice = h(
      "select",
      { id: "box-language", onchange: () => this.emit("language", choice.value) },
      [...LANGUAGES].map(([code, name]) =>
        h("option", { value: code, selected: code === language }, name),
      ),
    );
    this.replaceChildren(
      h("h2", {}, this.say("host.commands")),
      h("div", { class: "commands" }, commands),
      h(
        "p",
        { class: "field" },
        h("label", { for: "box-language" }, this.say("host.language")),
        choice,
      ),
    );
  }

  /** @param {Command} command */
  #command(command) {
    const what = this.say(`host.${command}`);
    const act = () => this.emit("order", command);
    if (!ASK_FIRST.has(command)) return h("button", { type: "button", onclick: act }, what);
    return sureButton({ class: "danger" }, what, this.say("host.sure", { what }), act);
  }
}

customElements.define("host-controls", HostControls);

/** Emits what `choice-list` emits, and `correcting` when it is opened or closed. */
class CorrectionList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["corrections", "can"];
  /** @type {Part|null} */
  #list = null;
  #details = h("details", { ontoggle: () => this.#tell() });

  draw() {
    const { can = [], corrections } = this.room.view;
    this.hidden = !can.includes("correct");
    if (this.#details.open && !corrections && !this.hidden) this.#tell(); // after a new connection
    if (this.#list) return;
    this.#list = part("choice-list", this.room, { source: "corrections" });
    const summary = h("summary", {}, h("h2", {}, this.say("host.correct")));
    this.#details.append(
      summary,
      h("p", { class: "hint" }, this.say("host.correct_hint")),
      this.#list,
    );
    this.replaceChildren(this.#details);
  }

  #tell() {
    this.emit("correcting", this.#details.open);
  }
}

customElements.define("correction-list", CorrectionList);
