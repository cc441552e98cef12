// A phone at the table: first it asks for the code, then it shows one's own hand and choices.

import { post } from "/static/core/connection.js";
import { h } from "/static/core/dom.js";
import { part } from "/static/core/part.js";
import { openPage, point, wire } from "/static/core/shell.js";
import "/static/pages/parts.js";
import "/static/parts/game-end.js";
import "/static/parts/advice-list.js";
import "/static/parts/join-form.js";
import "/static/parts/colour-choice.js";
import "/static/parts/draw-result.js";
import "/static/parts/sand-timer.js";
import "/static/parts/seat-name.js";
import "/static/parts/seat-tray.js";
import "/static/parts/take-back.js";
import "/static/parts/turn-alert.js";

/** Return the code of the QR code's address, /j/CODE, and keep it out of the browser's history. */
function takeCode() {
  const code = /^\/j\/([\w-]+)$/i.exec(location.pathname)?.[1];
  if (code) {
    sessionStorage.setItem("code", code);
    history.replaceState(null, "", `/seat${location.search}`);
  }
  return sessionStorage.getItem("code") ?? "";
}

openPage("seat", (store, connection) => {
  const notice = part("notice-bar", store);
  const board = part("whole-board", store, { touch: "", zoom: "" });
  const form = part("join-form", store, { seats: "", code: takeCode() });
  const advice = part("advice-list", store);
  const sheet = h(
    "section",
    { class: "sheet" },
    notice,
    part("turn-banner", store),
    part("sand-timer", store),
    part("seat-tray", store),
    h(
      "div",
      { class: "choose" },
      part("game-end", store, { act: "" }),
      part("task-list", store, { contribute: "" }),
      part("choice-list", store, { wait: "", board: "" }),
    ),
    part("take-back", store),
  );
  // The board has the room that the sheet leaves: nothing that can be touched is covered.
  new ResizeObserver(() => {
    document.body.style.setProperty("--sheet", `${sheet.offsetHeight}px`);
  }).observe(sheet);
  const hand = h(
    "div",
    { class: "hand" },
    part("line-list", store, { source: "outlook", words: "outlook" }),
    advice,
  );
  const seat = h(
    "div",
    { class: "column seat", hidden: true },
    part("seat-name", store),
    part("colour-choice", store),
    part("seat-requests", store),
    part("lobby-roster", store, { act: "" }),
    part("lobby-form", store, { parties: "" }),
    board,
    part("diagram-grid", store),
    sheet,
    hand,
    part("draw-result", store),
    part("task-list", store, { act: "" }),
    part("player-list", store),
    part("rule-list", store),
    part("score-list", store),
    part("game-log", store),
    part("turn-alert", store),
  );
  store.addEventListener("change", () => {
    const hasSeat = store.role.seat !== null;
    form.hidden = hasSeat;
    seat.hidden = !hasSeat;
    sheet.setAttribute("aria-label", store.say("choices"));
  });
  form.addEventListener("joined", () => {
    sessionStorage.removeItem("code");
    scrollTo(0, 0);
    connection.open({ afresh: true });
  });
  seat.addEventListener("leave", async () => {
    await post(store, "/api/leave");
    connection.open({ afresh: true });
  });
  seat.addEventListener("enlarge", ({ detail }) => board.enlarge(detail));
  connection.addEventListener("advice", ({ detail }) => advice.show(detail.lines));
  point(seat, board);
  wire(seat, connection, notice, {
    choose: (option) => ["choose", { option }],
    pick: (place) => ["pick", { place }],
    back: () => ["back"],
    laid: (what) => ["command", { command: what === "one" ? "confirm" : "back" }],
    order: (command) => ["command", { command }],
    unseat: (seat) => ["unseat", { seat }],
    give: (fields) => ["give_seat", fields],
    lead: (seat) => ["lead", { seat }],
    gather: (present) => ["gather", { present }],
    tick: (task) => ["tick", { task }],
    again: () => ["again"],
    answer: (option) => ["answer", { option }],
    colour: (colour) => ["colour", { colour }],
    advise: () => ["advise"],
    takeback: () => ["take_back"],
    contribute: () => ["done"],
    agree: (yes) => ["agree", { yes }],
  });
  return [form, seat];
});
