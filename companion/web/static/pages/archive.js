// The games that were played: the server has written the page; here are colours, language, deletion.

import { followScheme, language } from "/static/core/preferences.js";

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

/**
 * Post to the box; a form could not, as its origin would be hidden. Return what went wrong, if so.
 * @param {string} path
 * @returns {Promise<string|null>}
 */
async function post(path) {
  try {
    const answer = await fetch(`${path}?lang=${shown}`, { method: "POST" });
    return answer.ok ? null : (await answer.json()).error.message;
  } catch (error) {
    return String(error);
  }
}
