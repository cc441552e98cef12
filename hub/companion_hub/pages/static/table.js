// One table as spectators see it, drawn by the parts of the box's own page.

import { part } from "/static/core/part.js";
import { followScheme } from "/static/core/preferences.js";
import { Room } from "/static/core/room.js";
import { column } from "/static/core/shell.js";
import { Words } from "/static/core/words.js";
import "/static/pages/parts.js";

followScheme();
const stage = document.getElementById("stage");
const room = new Room(await Words.load(document.documentElement.lang));
stage?.append(
  column("board", part("board-picture", room), part("diagram-grid", room)),
  column(
    "side",
    part("turn-banner", room),
    part("notice-bar", room),
    part("player-list", room),
    part("task-list", room),
    part("line-list", room, { source: "summary", words: "summary" }),
    part("score-list", room),
  ),
);
new EventSource("/news").addEventListener("message", draw);

let last = "";

async function draw() {
  const { site, box } = stage?.dataset ?? {};
  const answer = await fetch(`/table/${site}/${box}/view.json`);
  const text = answer.ok ? await answer.text() : last;
  if (text === last) return;
  last = text;
  const { view } = JSON.parse(text);
  room.replace({ players: [], ...view, clock: null });
}
