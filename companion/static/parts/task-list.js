// What people have to do at the table now, so that it matches the box.

/** @import { Task } from "/static/core/messages.js" */

import { emblem } from "/static/board/emblem.js";
import { focusOn, h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** How high the picture of one's own next task is, in letters. */
const LARGE = 7;
/** From this many marks on, a picture is drawn higher than a line. */
const DETAILED = 4;

/**
 * With the attribute `act`, buttons of whoever leads report what has been laid out: `laid` with `one`
 * or `all`. Before a draw they press the same keys; with `contribute`, there is a button for the person
 * at this page. While a setup is laid out, everybody with a seat has the next of their own tasks in
 * that place; each task is ticked off by itself: `tick` with its number. With `next`, there is only the
 * next task of each person, and how many they have left, as a screen for all has no room for more.
 */
class TaskList extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["tasks", "turn", "picture", "players", "can", "role"];

  draw() {
    const { tasks = [], turn } = this.store.view;
    const isShared = Boolean(turn?.laying && !turn.drawing);
    const isOwn = this.hasAttribute("contribute");
    this.hidden = tasks.length === 0 || (isOwn && !turn?.laying);
    const hadFocus = this.contains(document.activeElement);
    if (this.hidden) this.replaceChildren();
    else if (isShared && isOwn) this.replaceChildren(...this.#own(tasks));
    else this.replaceChildren(...this.#all(tasks, isShared));
    if (hadFocus) focusOn(this, "button");
  }

  /** One's own next task, or what the others still have to do. @param {Task[]} tasks */
  #own(tasks) {
    const { role } = this.store;
    const own = tasks.filter(({ seat }) => seat === null || seat === role.seat);
    const next = own[0];
    if (!next) return [h("h2", {}, this.say("tasks.finished")), this.#people(this.#owners(tasks))];
    const tick = () => this.emit("tick", next.number);
    const done = h(
      "button",
      { type: "button", class: "primary", onclick: tick },
      this.say("tasks.one"),
    );
    return [
      h("h2", {}, this.say("tasks.own", { n: own.length })),
      h("p", { class: "own-task" }, this.#picture(next, LARGE), h("strong", {}, next.text)),
      h("p", { class: "commands" }, done),
    ];
  }

  /** Who has how many tasks left. @param {[string, Task[]][]} owners */
  #people(owners) {
    const left = owners.map((owned) => this.#left(owned));
    return h("p", { class: "hint task-owners" }, left.join(" · "));
  }

  /** How many tasks somebody has left. @param {[string, Task[]]} owned */
  #left([owner, own]) {
    return this.say("labelled", { what: owner, state: this.say("tasks.left", { n: own.length }) });
  }

  /** The next task of each person. @param {[string, Task[]][]} owners */
  #nexts(owners) {
    const items = owners.map(([owner, own]) => {
      const [next] = own;
      const left = h("strong", {}, this.#left([owner, own]));
      return h("li", {}, left, " ", next ? [this.#picture(next), next.text] : null);
    });
    return [h("h2", {}, this.say("tasks.laying")), h("ul", { class: "next-tasks" }, items)];
  }

  /** The tasks by the names of those who do them. @param {Task[]} tasks @returns {[string, Task[]][]} */
  #owners(tasks) {
    const seats = [...new Set(tasks.map(({ seat }) => seat))].filter((seat) => seat !== null);
    return seats.map((seat) => [
      this.store.playerName(seat),
      tasks.filter((task) => task.seat === seat),
    ]);
  }

  /** @param {Task[]} tasks @param {boolean} isShared */
  #all(tasks, isShared) {
    const { turn, players } = this.store.view;
    const owners = isShared ? this.#owners(tasks) : [];
    if (owners.length && this.hasAttribute("next")) return this.#nexts(owners);
    const act = isShared && this.hasAttribute("act");
    const items = tasks.map((task) =>
      h("li", {}, this.#picture(task), task.text, act ? this.#tick(task) : null),
    );
    const owner = players[tasks[0]?.seat ?? -1]?.name;
    const setup = turn?.drawing ? "tasks.drawing" : "tasks.laying";
    const what = this.say(turn?.laying ? setup : "tasks");
    const isOwned = owner !== undefined && !turn?.laying;
    const title = isOwned ? this.say("labelled", { what: owner, state: what }) : what;
    return [
      h("h2", {}, title),
      owners.length ? this.#people(owners) : "",
      h("ol", { class: "tasks" }, items),
      turn?.laying ? this.#buttons(turn.drawing) : this.#next(),
    ];
  }

  /** @param {Task} task @param {number} [height] */
  #picture({ drawn }, height) {
    const isDetailed = drawn && drawn.length > DETAILED;
    return emblem(drawn, this.store.view.picture, height ?? (isDetailed ? DETAILED : undefined));
  }

  /** The button by which anybody says that a task of the setup is done. @param {Task} task */
  #tick({ number, text }) {
    const words = this.say("tasks.tick", { what: text });
    const given = {
      type: "button",
      class: "quiet tick",
      title: words,
      "aria-label": words,
      onclick: () => this.emit("tick", number),
    };
    return h("button", given, "✓");
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
      // Whoever has a seat presses its own key for the draw, and ticks off single tasks.
      this.store.role.seat !== null
        ? null
        : button("primary", isDrawing ? "contribute" : "one", () => this.emit("laid", "one")),
      button("", isDrawing ? "draw" : "all", () => this.emit("laid", "all")),
      this.store.role.seat === null ? null : this.leaveButton(),
    );
  }
}

customElements.define("task-list", TaskList);
