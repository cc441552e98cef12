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
import "/static/parts/board-text.js";
import "/static/parts/turn-banner.js";

openPage("told", (store, connection) => {
  const notice = part("notice-bar", store);
  const page = h(
    "div",
    { class: "column told" },
    part("turn-banner", store),
    notice,
    part("choice-list", store, { wait: "" }),
    part("take-back", store),
    part("line-list", store, { source: "private", words: "private" }),
    part("task-list", store),
    part("board-text", store),
    part("line-list", store, { source: "summary", words: "summary" }),
    part("player-list", store),
    part("rule-list", store),
    part("score-list", store),
    part("game-log", store),
  );
  wire(page, connection, notice, {
    choose: (option) => ["choose", { option }],
    back: () => ["back"],
    takeback: () => ["take_back"],
    agree: (yes) => ["agree", { yes }],
  });
  return [page];
});
