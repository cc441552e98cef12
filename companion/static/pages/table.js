// The big screen: everything that lies open, readable from across the room.

import { fit } from "/static/core/fit.js";
import { part } from "/static/core/part.js";
import { column, explain, openPage, point } from "/static/core/shell.js";
import "/static/pages/parts.js";
import "/static/parts/draw-result.js";
import "/static/parts/game-end.js";
import "/static/parts/join-card.js";
import "/static/parts/sand-timer.js";

// As an overlay for streams only the game is there, on transparent ground.
const isOverlay = new URLSearchParams(location.search).has("overlay");
document.documentElement.classList.toggle("overlay", isOverlay);

openPage("table", (store) => {
  const board = part("whole-board", store);
  const notice = part("notice-bar", store);
  const stage = column("stage", board, part("diagram-grid", store));
  explain(stage, notice);
  const side = column(
    "side",
    part("turn-banner", store),
    part("sand-timer", store),
    part("join-card", store),
    part("lobby-roster", store),
    notice,
    part("game-end", store),
    part("draw-result", store),
    part("player-list", store),
    part("task-list", store, { next: "" }),
    part("line-list", store, { source: "summary", words: "summary" }),
    part("game-log", store),
    part("rule-list", store),
    part("score-list", store),
  );
  point(side, board);
  fit(side, store);
  return [stage, side];
});
