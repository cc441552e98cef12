// The virtual box: its panel, buttons, lamps, sound and readers, next to the board.

import { BACK, ButtonPresser, CONFIRM } from "/static/core/button-presses.js";
import { h } from "/static/core/dom.js";
import { part } from "/static/core/part.js";
import { column, openPage, point, wire } from "/static/core/shell.js";
import "/static/pages/parts.js";
import "/static/parts/button-pad.js";
import "/static/parts/game-end.js";
import "/static/parts/join-card.js";
import "/static/parts/lamp-row.js";
import "/static/parts/oled-panel.js";
import "/static/parts/sound-switch.js";
import "/static/parts/tag-tray.js";

openPage("play", (store, connection) => {
  const panel = part("oled-panel", store);
  const lamps = part("lamp-row", store);
  const sound = part("sound-switch", store);
  const tray = part("tag-tray", store);
  const board = part("whole-board", store, { touch: "" });
  const notice = part("notice-bar", store);
  const box = h(
    "section",
    { class: "device", tabindex: "-1" },
    panel,
    lamps,
    part("button-pad", store),
    sound,
  );
  store.addEventListener("change", () => box.setAttribute("aria-label", store.say("play.box")));
  const device = column("bench", box, tray, part("join-card", store, { here: "" }));
  const stage = column(
    "stage",
    part("turn-banner", store),
    notice,
    part("game-end", store, { act: "" }),
    part("seat-requests", store),
    part("lobby-roster", store, { act: "" }),
    part("lobby-form", store),
    part("task-list", store, { act: "" }),
    part("choice-list", store, { board: "" }),
    board,
    part("diagram-grid", store),
  );
  const side = column(
    "side",
    part("player-list", store),
    part("rule-list", store),
    part("score-list", store),
    part("game-log", store),
  );
  connection.addEventListener("frame", ({ detail }) => panel.show(detail));
  connection.addEventListener("lamps", ({ detail }) => lamps.show(detail.lamps));
  connection.addEventListener("tone", ({ detail }) => sound.play(detail.hertz));
  connection.addEventListener("tags", ({ detail }) => tray.lying(detail.readers));
  const page = h("div", { class: "play-page" }, device, stage, side);
  point(page, board);
  wire(page, connection, notice, {
    press: (button) => ["press", { button }],
    release: (button) => ["release", { button }],
    turn: ({ button, by }) => ["turn", { button, by }],
    lay: ({ piece, reader }) => ["lay", { piece, reader }],
    lift: ({ reader }) => ["lift", { reader }],
    choose: (option) => ["do", { option }],
    pick: (place) => ["pick", { place }],
    back: () => ["back"],
    give: (fields) => ["give_seat", fields],
    gather: (present) => ["gather", { present }],
    unseat: (seat) => ["unseat", { seat }],
    tick: (task) => ["tick", { task }],
    again: () => ["again"],
    answer: (option) => ["answer", { option }],
  });
  // The panel of the virtual box speaks the language of the page that shows it.
  const speak = () => connection.ask("language", { language: store.words.language });
  store.addEventListener("change", ({ detail }) => {
    if (detail.has("words") || (detail.has("role") && store.role.play)) speak();
  });
  const buttons = new ButtonPresser(store, connection);
  page.addEventListener("laid", ({ detail }) => buttons.tap(detail === "one" ? CONFIRM : BACK));
  return [page];
});
