// One table as spectators see it, drawn by the parts of the box's own page.

import { part } from "/static/core/part.js";
import { followScheme } from "/static/core/preferences.js";
import { column } from "/static/core/shell.js";
import { TableStore } from "/static/core/table-store.js";
import { Words } from "/static/core/words.js";
import "/static/pages/parts.js";

followScheme();
const stage = document.getElementById("stage");
const store = new TableStore(await Words.load(document.documentElement.lang.replaceAll("-", "_")));
stage?.append(
  column("board", part("board-picture", store), part("diagram-grid", store)),
  column(
    "side",
    part("turn-banner", store),
    part("notice-bar", store),
    part("player-list", store),
    part("task-list", store),
    part("line-list", store, { source: "summary", words: "summary" }),
    part("score-list", store),
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
  store.replace({ players: [], ...view, clock: null });
}
