// The virtual box: its panel, buttons, lamps, sound and readers, next to the board.

import { h } from "/static/core/dom.js";
import { BACK, CONFIRM, Fingers } from "/static/core/fingers.js";
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

openPage("play", (room, connection) => {
  const panel = part("oled-panel", room);
  const lamps = part("lamp-row", room);
  const sound = part("sound-switch", room);
  const tray = part("tag-tray", room);
  const board = part("whole-board", room, { touch: "" });
  const notice = part("notice-bar", room);
  const box = h(
    "section",
    { class: "device", tabindex: "-1" },
    panel,
    lamps,
    part("button-pad", room),
    sound,
  );
  room.addEventListener("change", () => box.setAttribute("aria-label", room.say("play.box")));
  const device = column("bench", box, tray, part("join-card", room, { here: "" }));
  const stage = column(
    "stage",
    part("turn-banner", room),
    notice,
    part("game-end", room, { act: "" }),
    part("lobby-roster", room, { act: "" }),
    part("lobby-form", room),
    part("task-list", room, { act: "" }),
    part("choice-list", room, { board: "" }),
    board,
    part("diagram-grid", room),
  );
  const side = column(
    "side",
    part("player-list", room),
    part("rule-list", room),
    part("score-list", room),
    part("game-log", room),
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
    lay: ({ piece, reader }) => ["lay", { piece, reader }],
    lift: ({ reader }) => ["lift", { reader }],
    choose: (option) => ["do", { option }],
    pick: (place) => ["pick", { place }],
    back: () => ["back"],
    gather: () => ["gather"],
    again: () => ["again"],
    answer: (option) => ["answer", { option }],
  });
  // The panel of the virtual box speaks the language of the page that shows it.
  const speak = () => connection.ask("language", { language: room.words.language });
  room.addEventListener("change", ({ detail }) => {
    if (detail.has("words") || (detail.has("role") && room.role.play)) speak();
  });
  const fingers = new Fingers(room, connection);
  page.addEventListener("laid", ({ detail }) => fingers.tap(detail === "one" ? CONFIRM : BACK));
  return [page];
});
