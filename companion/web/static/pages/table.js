// The big screen: everything that lies open, readable from across the room.

import { fit } from "/static/core/fit.js";
import { part } from "/static/core/part.js";
import { column, explain, openPage, point } from "/static/core/shell.js";
import "/static/pages/parts.js";
import "/static/parts/game-end.js";
import "/static/parts/join-card.js";

// As an overlay for streams only the game is there, on transparent ground.
const isOverlay = new URLSearchParams(location.search).has("overlay");
document.documentElement.classList.toggle("overlay", isOverlay);

openPage("table", (room) => {
  const board = part("whole-board", room);
  const notice = part("notice-bar", room);
  const stage = column("stage", board, part("diagram-grid", room));
  explain(stage, notice);
  const side = column(
    "side",
    part("turn-banner", room),
    part("lobby-roster", room),
    part("join-card", room),
    notice,
    part("game-end", room),
    part("player-list", room),
    part("task-list", room),
    part("line-list", room, { source: "summary", words: "summary" }),
    part("game-log", room),
    part("rule-list", room),
    part("score-list", room),
  );
  point(side, board);
  fit(side, room);
  return [stage, side];
});
