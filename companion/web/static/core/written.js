// What pages that the server has written share: they follow the colours and the language that were
// chosen on this device, and tell the box something.

import { followScheme, language } from "/static/core/preferences.js";

/** The language in which the server has written this page. */
export const shown = document.documentElement.lang;

/**
 * Show the page in the chosen colours, and ask for it again unless it has the chosen language; if
 * an address has asked for a language, so do the links to the pages below `home`.
 * @param {string} home
 */
export function followChoices(home) {
  followScheme();
  const address = new URL(location.href);
  if (language() !== shown && address.searchParams.get("lang") !== language()) {
    address.searchParams.set("lang", language());
    location.replace(address);
  }
  if (!address.searchParams.has("lang")) return;
  for (const link of document.querySelectorAll("a")) {
    const to = new URL(link.href);
    to.searchParams.set("lang", shown);
    if (to.origin === address.origin && to.pathname.startsWith(home)) link.href = to.href;
  }
}

/**
 * Post to the box; a form could not, as its origin would be hidden. Return what went wrong, if so.
 * @param {string} path
 * @param {RequestInit} [sent]
 * @param {(error: unknown) => string|null} [unanswered] what goes wrong without an answer
 * @returns {Promise<string|null>}
 */
export async function post(path, sent = {}, unanswered = String) {
  try {
    const answer = await fetch(`${path}?lang=${shown}`, { method: "POST", ...sent });
    return answer.ok ? null : (await answer.json()).error.message;
  } catch (error) {
    return unanswered(error);
  }
}
