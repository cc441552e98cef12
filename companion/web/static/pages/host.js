// The host's page: setup, commands, corrections, seats and devices.

import { h } from "/static/core/dom.js";
import { part } from "/static/core/part.js";
import { column, openPage, point, wire } from "/static/core/shell.js";
import "/static/pages/parts.js";
import "/static/parts/code-form.js";
import "/static/parts/game-end.js";
import "/static/parts/host-controls.js";
import "/static/parts/join-card.js";
import "/static/parts/surroundings-list.js";
import "/static/parts/try-out.js";

openPage("host", (room, connection) => {
  const notice = part("notice-bar", room);
  const board = part("whole-board", room);
  const form = part("code-form", room);
  const left = column(
    "desk",
    part("turn-banner", room),
    notice,
    part("game-end", room, { act: "" }),
    part("lobby-roster", room, { act: "" }),
    part("lobby-form", room),
    part("task-list", room, { act: "" }),
    part("host-controls", room),
    part("correction-list", room),
    part("player-list", room),
    board,
    part("diagram-grid", room),
  );
  const tryOut = part("try-out", room);
  const right = column(
    "side",
    part("join-card", room),
    part("surroundings-list", room),
    tryOut,
    part("rule-list", room),
    part("score-list", room),
    part("game-log", room),
  );
  const desk = h("div", { class: "desk-page", hidden: true }, left, right);
  room.addEventListener("change", () => {
    form.hidden = room.role.host;
    desk.hidden = !room.role.host;
  });
  form.addEventListener("joined", () => connection.open({ afresh: true }));
  point(desk, board);
  connection.addEventListener("fitted", ({ detail }) => tryOut.fitted(detail));
  connection.addEventListener("felt", ({ detail }) => tryOut.felt(detail));
  wire(desk, connection, notice, {
    laid: (what) => ["command", { command: what === "one" ? "confirm" : "back" }],
    order: (command) => ["command", { command }],
    gather: () => ["gather"],
    again: () => ["again"],
    answer: (option) => ["answer", { option }],
    language: (language) => ["language", { language }],
    sound: (on) => ["sound", { on }],
    brightness: (level) => ["brightness", { level }],
    unseat: (seat) => ["unseat", { seat }],
    trying: (open) => ["trying", { open }],
    correcting: (open) => ["correcting", { open }],
    choose: (option) => ["correct", { option }],
    back: () => ["command", { command: "back" }],
  });
  return [form, desk];
});
