// What people have to do at the table now, so that it matches the box.

import { emblem } from "/static/board/emblem.js";
import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/**
 * With the attribute `act`, buttons of whoever leads report what has been laid out: `laid` with `one` or `all`. Before
 * a draw they press the same keys; with `contribute`, there is a button for the person at this page.
 */
class TaskList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["tasks", "turn", "picture", "players", "can", "role"];

  draw() {
    const { tasks = [], turn, picture, players } = this.store.view;
    const isElsewhere = this.hasAttribute("contribute") && !turn?.drawing;
    this.hidden = tasks.length === 0 || isElsewhere;
    const items = tasks.map(({ text, drawn }) =>
      h("li", {}, emblem(drawn, picture, drawn && drawn.length > 4 ? 4 : undefined), text),
    );
    const owner = players[tasks[0]?.seat ?? -1]?.name;
    const setup = turn?.drawing ? "tasks.drawing" : "tasks.laying";
    const what = this.say(turn?.laying ? setup : "tasks");
    const isOwned = owner !== undefined && !turn?.laying;
    const title = isOwned ? this.say("labelled", { what: owner, state: what }) : what;
    const hadFocus = this.contains(document.activeElement);
    const buttons = turn?.laying ? this.#buttons(turn.drawing) : this.#next();
    this.replaceChildren(h("h2", {}, title), h("ol", { class: "tasks" }, items), buttons);
    if (hadFocus) focusOn(this, "button");
  }

  /** The button by which the phone that leads says during a game that a task is done. */
  #next() {
    const { role, view } = this.store;
    if (!this.hasAttribute("act") || role.seat === null || !view.can?.confirm) return "";
    const given = { type: "button", onclick: () => this.emit("laid", "one") };
    return h("p", { class: "commands" }, h("button", given, this.say("tasks.one")));
  }

  /** @param {boolean} isDrawing */
  #buttons(isDrawing) {
    /** @param {string} kind @param {string} words @param {() => void} onclick */
    const button = (kind, words, onclick) =>
      h("button", { type: "button", class: kind, onclick }, this.say(`tasks.${words}`));
    if (isDrawing && this.hasAttribute("contribute")) {
      const join = button("primary", "contribute", () => this.emit("contribute"));
      return h("p", { class: "commands" }, join);
    }
    if (!this.hasAttribute("act") || !this.store.leads) return "";
    return h(
      "p",
      { class: "commands" },
      // Whoever has a seat presses its own key for the draw.
      isDrawing && this.store.role.seat !== null
        ? null
        : button("primary", isDrawing ? "contribute" : "one", () => this.emit("laid", "one")),
      button("", isDrawing ? "draw" : "all", () => this.emit("laid", "all")),
    );
  }
}

customElements.define("task-list", TaskList);
