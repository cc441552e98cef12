// What all pages share: header, language, colours, the state of the connection, the live region.

/** @import { WholeBoard } from "/static/board/whole-board.js" */
/** @import { Details } from "/static/core/elements.js" */
/** @import { PageRequest } from "/static/core/messages.js" */
/** @import { NoticeBar } from "/static/parts/notice-bar.js" */

import { Connection } from "/static/core/connection.js";
import { h } from "/static/core/dom.js";
import { part } from "/static/core/part.js";
import * as preferences from "/static/core/preferences.js";
import { TableStore } from "/static/core/table-store.js";
import { languageOf, Words } from "/static/core/words.js";
import "/static/parts/site-header.js";
import "/static/parts/live-region.js";

/**
 * What to say of a touch that the rules themselves say nothing about, by the code of the answer.
 * @type {Record<string, (message: string) => string>}
 */
const REFUSAL_HINTS = { "no-use": () => "", "not-your-turn": (message) => message };

/**
 * Open a page: create its table store and connection, and the frame around what `build` returns.
 * @param {string} kind of view
 * @param {(store: TableStore, connection: Connection) => Node[]} build the parts of the page
 */
export async function openPage(kind, build) {
  preferences.followScheme();
  const store = new TableStore(await Words.load(preferences.language()));
  const connection = new Connection(store, kind);
  const header = part("site-header", store, { page: kind });
  const main = h("main", { id: "main", tabindex: "-1" }, ...build(store, connection));
  const skip = h("a", { class: "skip", href: "#main" });
  document.body.replaceChildren(skip, header, part("live-region", store), main);
  const speak = () => {
    document.documentElement.lang = store.words.tag;
    document.title = `${store.say(`page.${kind}`)} · ${store.say("name")}`;
    skip.textContent = store.say("skip");
  };
  speak();
  header.draw();
  header.addEventListener("language", async ({ detail }) => {
    preferences.keepLanguage(detail);
    store.words = await Words.load(languageOf([detail]));
    speak();
    store.notify(["words"]);
    connection.open({ afresh: true });
  });
  store.addEventListener("change", ({ detail }) => {
    if (detail.has("lobby")) document.body.classList.toggle("in-lobby", Boolean(store.view.lobby));
    if (detail.has("turn"))
      document.body.classList.toggle("in-setup", Boolean(store.view.turn?.laying));
    if (detail.has("game")) document.body.dataset.game = store.view.game?.id ?? "";
    if (store.isReady) document.body.dataset.link = store.link;
    else if (detail.has("link")) header.draw();
  });
  connection.open();
  // Only pages that came encrypted, or from this very computer, may have a worker.
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}

/** Return a column of a page. @param {string} name @param {Node[]} children */
export function column(name, ...children) {
  return h("div", { class: `column ${name}` }, ...children);
}

/**
 * Send a page's events to the server and show the answers; busy until all are answered.
 * @param {HTMLElement} page
 * @param {Connection} connection
 * @param {NoticeBar} notice
 * @param {{ [K in keyof Details]?: (detail: Details[K]) => PageRequest }} asks the message of each event
 */
export function wire(page, connection, notice, asks) {
  let waiting = 0;
  const wait = (/** @type {number} */ step) => {
    waiting += step;
    page.setAttribute("aria-busy", String(waiting > 0));
  };
  /** @template {keyof Details} K @param {K} event */
  const listen = (event) => {
    page.addEventListener(event, async ({ detail, target }) => {
      const ask = asks[event];
      if (!ask) return;
      wait(1);
      const answer = await connection.ask(...ask(/** @type {Details[K]} */ (detail)));
      notice.answer(answer);
      const why = "code" in answer ? REFUSAL_HINTS[answer.code]?.(answer.message) : undefined;
      if (why !== undefined) target?.dispatchEvent(new CustomEvent("useless", { detail: why }));
      wait(-1);
    });
  };
  for (const event of /** @type {(keyof Details)[]} */ (Object.keys(asks))) listen(event);
  connection.addEventListener("late", ({ detail }) => notice.answer(detail));
  explain(page, notice);
}

/** Say in the notice what was touched on the board. @param {HTMLElement} main @param {NoticeBar} notice */
export function explain(main, notice) {
  main.addEventListener("explain", ({ detail }) => notice.explain(detail));
}

/** Mark on the board what score lines point at. @param {HTMLElement} main @param {WholeBoard} board */
export function point(main, board) {
  main.addEventListener("point", ({ detail }) => board.mark(detail));
}
