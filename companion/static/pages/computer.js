// The page about a box's computer, rendered by the server: sends its forms and polls the progress of an
// update.

import { applyPreferences, pageLanguage, post } from "/static/core/server-page.js";

/** Milliseconds between two requests for the progress of an update. */
const POLL_INTERVAL = 2000;

applyPreferences("/computer");

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
      pollProgress();
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
const progress = document.querySelector("#progress");
/** @type {HTMLElement|null} */
const now = document.querySelector("#now");
let timer = 0;

/** Show how far the update is, again and again; after a restart the page is another one. */
async function pollProgress() {
  clearTimeout(timer);
  if (!progress) return;
  timer = setTimeout(pollProgress, POLL_INTERVAL);
  if (document.hidden) return;
  try {
    const answer = await fetch(`${progress.dataset.state ?? ""}?lang=${pageLanguage}`);
    if (!answer.ok) return;
    const { lines, waits } = await answer.json();
    const items = lines.map((/** @type {string} */ line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    });
    if (progress.textContent !== lines.join("")) progress.replaceChildren(...items);
    if (now) now.hidden = !waits;
  } catch {
    // It restarts, or the line is gone: the next look may find it again.
  }
}

pollProgress();
