// The id of a rule. If the game has words for its rules, pressing the id shows them.

/** @import { Room } from "/static/core/room.js" */

import { h } from "/static/core/dom.js";

/**
 * Return the elements that show a rule: its id, and a place for its words.
 * @param {Room} room
 * @param {string} id
 * @returns {HTMLElement[]}
 */
export function ruleOf(room, id) {
  if (!id) return [];
  if (!room.view.game?.rules) return [h("small", { class: "rule" }, id)];
  const words = h("span", { class: "rule-words", role: "status", hidden: true });
  const button = h("button", { class: "rule", type: "button", title: room.say("rule.words") }, id);
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => turn(room, id, button, words));
  return [button, words];
}

/**
 * Open or close the words, which are fetched only once.
 * @param {Room} room
 * @param {string} id
 * @param {HTMLElement} button
 * @param {HTMLElement} words
 */
async function turn(room, id, button, words) {
  words.hidden = !words.hidden;
  button.setAttribute("aria-expanded", String(!words.hidden));
  if (words.textContent === "") words.textContent = await wordsOf(room, id);
  if (!words.hidden) words.scrollIntoView({ block: "nearest" });
}

/** Return a rule in words. @param {Room} room @param {string} id @returns {Promise<string>} */
export async function wordsOf(room, id) {
  const { language } = room.words;
  try {
    const answer = await fetch(
      `/rules/${language}/${encodeURIComponent(id)}.json?lang=${language}`,
    );
    const said = await answer.json();
    return answer.ok ? said.words : said.error.message;
  } catch {
    return room.say("error.lost");
  }
}
