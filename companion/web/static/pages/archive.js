// The games that were played: the server has written the page; here are colours, language, deletion,
// and the way back for a backup.

import { followScheme, language } from "/static/core/preferences.js";

/** Milliseconds between two looks for a box that begins anew. */
const AGAIN = 2000;

followScheme();
const address = new URL(location.href);
const shown = document.documentElement.lang;
if (language() !== shown && address.searchParams.get("lang") !== language()) {
  address.searchParams.set("lang", language());
  location.replace(address);
}
if (address.searchParams.has("lang")) {
  for (const link of document.querySelectorAll("a")) {
    const to = new URL(link.href);
    to.searchParams.set("lang", shown);
    if (to.origin === address.origin && to.pathname.startsWith("/games")) link.href = to.href;
  }
}

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
  const failure = await post(bring.dataset.restore ?? "", file);
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

/**
 * Post to the box; a form could not, as its origin would be hidden. Return what went wrong, if so.
 * @param {string} path
 * @param {Blob} [body]
 * @returns {Promise<string|null>}
 */
async function post(path, body) {
  try {
    const answer = await fetch(`${path}?lang=${shown}`, { method: "POST", body: body ?? null });
    return answer.ok ? null : (await answer.json()).error.message;
  } catch (error) {
    return String(error);
  }
}
