// The id of a rule. If the game has words for its rules, pressing the id shows them.

/** @import { TableStore } from "/static/core/table-store.js" */

import { h } from "/static/core/dom.js";

/**
 * Return the elements that show a rule: its id, and a place for its words.
 * @param {TableStore} store
 * @param {string} id
 * @returns {HTMLElement[]}
 */
export function ruleOf(store, id) {
  if (!id) return [];
  if (!store.view.game?.rules) return [h("small", { class: "rule" }, id)];
  const words = h("span", { class: "rule-words", role: "status", hidden: true });
  const button = h("button", { class: "rule", type: "button", title: store.say("rule.words") }, id);
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => turn(store, id, button, words));
  return [button, words];
}

/**
 * Open or close the words, which are fetched only once.
 * @param {TableStore} store
 * @param {string} id
 * @param {HTMLElement} button
 * @param {HTMLElement} words
 */
async function turn(store, id, button, words) {
  words.hidden = !words.hidden;
  button.setAttribute("aria-expanded", String(!words.hidden));
  if (words.textContent === "") words.textContent = await wordsOf(store, id);
  if (!words.hidden) words.scrollIntoView({ block: "nearest" });
}

/** Return a rule in words. @param {TableStore} store @param {string} id @returns {Promise<string>} */
export async function wordsOf(store, id) {
  const { language } = store.words;
  try {
    const response = await fetch(
      `/rules/${language}/${encodeURIComponent(id)}.json?lang=${language}`,
    );
    const body = await response.json();
    return response.ok ? body.words : body.error.message;
  } catch {
    return store.say("error.lost");
  }
}
