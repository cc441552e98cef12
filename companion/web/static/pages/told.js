// The table in words: what lies open, what happens, and what one can do, for the ear.

import { h } from "/static/core/dom.js";
import { part } from "/static/core/part.js";
import { openPage, wire } from "/static/core/shell.js";
import "/static/parts/choice-list.js";
import "/static/parts/game-log.js";
import "/static/parts/line-list.js";
import "/static/parts/notice-bar.js";
import "/static/parts/player-list.js";
import "/static/parts/rule-list.js";
import "/static/parts/score-list.js";
import "/static/parts/take-back.js";
import "/static/parts/task-list.js";
import "/static/parts/told-board.js";
import "/static/parts/turn-banner.js";

openPage("told", (room, connection) => {
  const notice = part("notice-bar", room);
  const page = h(
    "div",
    { class: "column told" },
    part("turn-banner", room),
    notice,
    part("choice-list", room, { wait: "" }),
    part("take-back", room),
    part("line-list", room, { source: "private", words: "private" }),
    part("task-list", room),
    part("told-board", room),
    part("line-list", room, { source: "summary", words: "summary" }),
    part("player-list", room),
    part("rule-list", room),
    part("score-list", room),
    part("game-log", room),
  );
  wire(page, connection, notice, {
    choose: (option) => ["choose", { option }],
    back: () => ["back"],
    takeback: () => ["take_back"],
    agree: (yes) => ["agree", { yes }],
  });
  return [page];
});
