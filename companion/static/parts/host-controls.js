// What a host may do at the table: commands, the settings of the box, corrections.

/** @import { Brightness, Command } from "/static/core/messages.js" */

import { h } from "/static/core/dom.js";
import { Part, part } from "/static/core/part.js";
import { LANGUAGES } from "/static/core/words.js";

/** @type {Command[]} */
const COMMANDS = ["undo", "pause", "resume", "log"];
/** How bright the panel may be. @type {Brightness[]} */
const LEVELS = ["low", "middle", "full"];

/** Emits `order` with a command, `raise` with a level, and `language`, `sound` and `brightness`. */
class HostControls extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["can", "levels", "language", "sound", "brightness", "turn", "computer"];

  draw() {
    const { can = {} } = this.store.view;
    const commands = COMMANDS.map((command) => this.#command(command, can[command]));
    this.replaceChildren(
      h("h2", {}, this.say("host.commands")),
      h("div", { class: "commands" }, commands, this.leaveButton(), this.#levels()),
      ...this.#settings(),
    );
  }

  /** Return a button for each level to which the game can be raised; it can be taken back. */
  #levels() {
    return Object.entries(this.store.view.levels ?? {}).map(([level, name]) => {
      const what = this.say("host.raise", { level: name });
      return h("button", { type: "button", onclick: () => this.emit("raise", level) }, what);
    });
  }

  #settings() {
    const { language = "", sound = true, brightness = "full", computer } = this.store.view;
    const levels = new Map(LEVELS.map((level) => [level, this.say(`host.brightness.${level}`)]));
    const box = h("input", {
      type: "checkbox",
      checked: sound,
      onchange: () => this.emit("sound", box.checked),
    });
    return [
      this.#choice("language", LANGUAGES, language, (code) => this.emit("language", code)),
      this.#choice("brightness", levels, brightness, (level) => this.emit("brightness", level)),
      h("p", {}, h("label", { class: "switch" }, box, " ", this.say("host.sound"))),
      h("p", {}, h("a", { href: "/sheets" }, this.say("host.sheets"))),
      computer ? h("p", {}, h("a", { href: "/computer" }, this.say("host.computer"))) : "",
    ];
  }

  /**
   * Return a setting with the names of its values.
   * @template {string} T
   * @param {string} key
   * @param {Map<T, string>} values
   * @param {string} now
   * @param {(value: T) => void} set
   */
  #choice(key, values, now, set) {
    const codes = [...values.keys()];
    const options = [...values].map(([code, name]) =>
      h("option", { value: code, selected: code === now }, name),
    );
    const id = `box-${key}`;
    const choose = () => {
      const code = codes[choice.selectedIndex];
      if (code !== undefined) set(code);
    };
    const choice = h("select", { id, onchange: choose }, options);
    const label = h("label", { for: id }, this.say(`host.${key}`));
    return h("p", { class: "field" }, label, choice);
  }

  /** Return the button of a command, if it does anything. @param {Command} command @param {string} [what] */
  #command(command, what) {
    if (!what) return null;
    const act = () => this.emit("order", command);
    return h("button", { type: "button", onclick: act }, what);
  }
}

customElements.define("host-controls", HostControls);

/** Emits what `choice-list` emits, and `correcting` when it is opened or closed. */
class CorrectionList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["corrections", "can"];
  /** @type {Part|null} */
  #list = null;
  /** Whether it is open because the box asks about the log. */
  #isAsked = false;
  #details = h("details", { ontoggle: () => this.#tell() });

  draw() {
    const { can, corrections } = this.store.view;
    this.hidden = !can?.correct && !corrections;
    if (this.#isAsked ? !corrections : corrections && !this.#details.open) {
      this.#isAsked = !this.#isAsked;
      this.#details.open = this.#isAsked;
    }
    if (this.#details.open && !corrections && !this.hidden) this.#tell(); // after a new connection
    if (this.#list) return;
    this.#list = part("choice-list", this.store, { source: "corrections" });
    const summary = h("summary", {}, h("h2", {}, this.say("host.correct")));
    this.#details.append(
      summary,
      h("p", { class: "hint" }, this.say("host.correct_hint")),
      this.#list,
    );
    this.replaceChildren(this.#details);
  }

  #tell() {
    if (!this.#isAsked) this.emit("correcting", this.#details.open);
  }
}

customElements.define("correction-list", CorrectionList);
