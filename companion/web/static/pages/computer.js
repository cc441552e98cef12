// The computer of a box: the server has written the page; here its forms are sent, and what becomes
// of an update is followed.

import { followChoices, post, shown } from "/static/core/written.js";

/** Milliseconds between two looks at an update. */
const AGAIN = 2000;

followChoices("/computer");

/** @type {HTMLElement|null} */
const failed = document.querySelector(".failed");
/** @type {HTMLElement|null} */
const done = document.querySelector(".done");
/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll("form[data-send]");
for (const form of forms) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    if (button) button.disabled = true;
    if (failed) failed.textContent = "";
    const failure = await send(form);
    if (failed) failed.textContent = failure ?? "";
    if (failure === null && form.dataset.done && done) {
      done.textContent = form.dataset.done;
      return;
    }
    if (button) button.disabled = false;
    if (failure === null && form.hasAttribute("data-again")) location.reload();
    if (failure === null) {
      form.reset();
      follow();
    }
  });
}

/**
 * Send a form as JSON; return what went wrong, if so. A computer that goes off need not answer.
 * @param {HTMLFormElement} form
 */
function send(form) {
  const body = JSON.stringify(Object.fromEntries(new FormData(form)));
  const sent = { body, headers: { "Content-Type": "application/json" } };
  return post(form.dataset.send ?? "", sent, form.dataset.done ? () => null : String);
}

/** @type {HTMLElement|null} */
const told = document.querySelector("#told");
/** @type {HTMLElement|null} */
const now = document.querySelector("#now");
let timer = 0;

/** Show how far the update is, again and again; after a restart the page is another one. */
async function follow() {
  clearTimeout(timer);
  if (!told) return;
  timer = setTimeout(follow, AGAIN);
  if (document.hidden) return;
  try {
    const answer = await fetch(`${told.dataset.state ?? ""}?lang=${shown}`);
    if (!answer.ok) return;
    const { lines, waits } = await answer.json();
    const items = lines.map((/** @type {string} */ line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    });
    if (told.textContent !== lines.join("")) told.replaceChildren(...items);
    if (now) now.hidden = !waits;
  } catch {
    // It restarts, or the line is gone: the next look may find it again.
  }
}

follow();
