// The host's page: setup, commands, corrections, seats and devices.

import { arranged, h } from "/static/core/dom.js";
import { part } from "/static/core/part.js";
import { column, openPage, point, wire } from "/static/core/shell.js";
import "/static/pages/parts.js";
import "/static/parts/clock-controls.js";
import "/static/parts/join-form.js";
import "/static/parts/game-end.js";
import "/static/parts/host-controls.js";
import "/static/parts/join-card.js";
import "/static/parts/surroundings-list.js";
import "/static/parts/device-test.js";

openPage("host", (store, connection) => {
  const notice = part("notice-bar", store);
  const board = part("whole-board", store);
  const form = part("join-form", store);
  const left = column(
    "host",
    part("turn-banner", store),
    notice,
    part("game-end", store, { act: "" }),
    part("seat-requests", store),
    part("lobby-roster", store, { act: "" }),
    part("lobby-form", store),
    part("task-list", store, { act: "" }),
    part("host-controls", store),
    part("clock-controls", store),
    part("correction-list", store),
    part("player-list", store),
    board,
    part("diagram-grid", store),
  );
  const deviceTest = part("device-test", store);
  const right = column(
    "side",
    part("join-card", store),
    part("surroundings-list", store),
    deviceTest,
    part("rule-list", store),
    part("score-list", store),
    part("game-log", store),
  );
  const page = h("div", { class: "host-columns" }, left, right);
  const shown = h("div", {}, form);
  store.addEventListener("change", () => arranged(shown, [store.role.host ? page : form]));
  form.addEventListener("joined", () => connection.open({ afresh: true }));
  point(page, board);
  connection.addEventListener("fitted", ({ detail }) => deviceTest.fitted(detail));
  connection.addEventListener("felt", ({ detail }) => deviceTest.felt(detail));
  wire(page, connection, notice, {
    laid: (what) => ["command", { command: what === "one" ? "confirm" : "back" }],
    order: (command) => ["command", { command }],
    give: (fields) => ["give_seat", fields],
    gather: (present) => ["gather", { present }],
    tick: (task) => ["tick", { task }],
    again: () => ["again"],
    answer: (option) => ["answer", { option }],
    language: (language) => ["language", { language }],
    sound: (on) => ["sound", { on }],
    brightness: (level) => ["brightness", { level }],
    clock_time: (fields) => ["add_time", fields],
    clock_switch: (fields) => ["switch_clock", fields],
    clock_times: (fields) => ["set_times", fields],
    sand: (time) => ["turn_sand_timer", { time }],
    raise: (level) => ["raise", { level }],
    unseat: (seat) => ["unseat", { seat }],
    trying: (open) => ["trying", { open }],
    correcting: (open) => ["correcting", { open }],
    choose: (option) => ["correct", { option }],
    back: () => ["command", { command: "back" }],
  });
  return [shown];
});
