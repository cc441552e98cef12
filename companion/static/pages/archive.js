// The games that were played: the server has written the page; here are colours, language, deletion,
// and the way back for a backup.

import { applyPreferences, post } from "/static/core/server-page.js";

/** Milliseconds between two looks for a box that begins anew. */
const AGAIN = 2000;

applyPreferences("/games");

/** @type {HTMLButtonElement|null} */
const button = document.querySelector("button[data-post]");
button?.addEventListener("click", async () => {
  button.disabled = true;
  const failure = await post(button.dataset.post ?? "");
  const alert = document.querySelector(".failed");
  if (failure === null) location.assign(button.dataset.then ?? "/");
  else if (alert) alert.textContent = failure;
  button.disabled = false;
});

/** @type {HTMLButtonElement|null} */
const bring = document.querySelector("button[data-restore]");
/** @type {HTMLInputElement|null} */
const chooser = document.querySelector("#restore");
bring?.addEventListener("click", async () => {
  const file = chooser?.files?.[0];
  if (!file) {
    chooser?.click();
    return;
  }
  bring.disabled = true;
  const failure = await post(bring.dataset.restore ?? "", { body: file });
  /** @type {HTMLElement|null} */
  const alert = document.querySelector(".failed");
  if (alert) alert.textContent = failure ?? alert.dataset.done ?? "";
  if (failure === null) setTimeout(comeBack, AGAIN);
  else bring.disabled = false;
});

/** Load this page again as soon as the box is there again. */
async function comeBack() {
  try {
    if ((await fetch(location.href)).ok) location.reload();
  } catch {
    setTimeout(comeBack, AGAIN);
  }
}
