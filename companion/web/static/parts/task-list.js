// What people have to do at the table now, so that it matches the box.

import { emblem } from "/static/board/emblem.js";
import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/**
 * With the attribute `act`, buttons report what has been laid out: `laid` with `one` or `all`.
 */
class TaskList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["tasks", "turn", "picture", "players"];

  draw() {
    const { tasks = [], turn, picture, players } = this.store.view;
    this.hidden = tasks.length === 0;
    const items = tasks.map(({ text, drawn }) =>
      h("li", {}, emblem(drawn, picture, drawn && drawn.length > 4 ? 4 : undefined), text),
    );
    const owner = players[tasks[0]?.seat ?? -1]?.name;
    const what = this.say(turn?.laying ? "tasks.laying" : "tasks");
    const title = owner === undefined || turn?.laying ? what : `${owner}: ${what}`;
    const hadFocus = this.contains(document.activeElement);
    const buttons = turn?.laying && this.hasAttribute("act") ? this.#buttons() : "";
    this.replaceChildren(h("h2", {}, title), h("ol", { class: "tasks" }, items), buttons);
    if (hadFocus) focusOn(this, "button");
  }

  #buttons() {
    /** @param {string} kind @param {"one"|"all"} what */
    const button = (kind, what) =>
      h(
        "button",
        { type: "button", class: kind, onclick: () => this.emit("laid", what) },
        this.say(`tasks.${what}`),
      );
    return h("p", { class: "commands" }, button("primary", "one"), button("", "all"));
  }
}

customElements.define("task-list", TaskList);
