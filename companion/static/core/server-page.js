// Shared by pages rendered by the server: they apply the language and colour scheme of this device,
// and post forms to the box.

import { followScheme, language } from "/static/core/preferences.js";

/** The language in which the server rendered this page. */
export const pageLanguage = document.documentElement.lang.replaceAll("-", "_");

/**
 * Show the page in the chosen colours, and ask for it again unless it has the chosen language; if
 * an address has asked for a language, so do the links to the pages below `home`.
 * @param {string} home
 */
export function applyPreferences(home) {
  followScheme();
  const address = new URL(location.href);
  if (language() !== pageLanguage && address.searchParams.get("lang") !== language()) {
    address.searchParams.set("lang", language());
    location.replace(address);
  }
  if (!address.searchParams.has("lang")) return;
  for (const link of document.querySelectorAll("a")) {
    const to = new URL(link.href);
    to.searchParams.set("lang", pageLanguage);
    if (to.origin === address.origin && to.pathname.startsWith(home)) link.href = to.href;
  }
}

/**
 * Post to the box; a form could not, as its origin would be hidden. Return what went wrong, if so.
 * @param {string} path
 * @param {RequestInit} [options]
 * @param {(error: unknown) => string|null} [onFailure] what goes wrong without an answer
 * @returns {Promise<string|null>}
 */
export async function post(path, options = {}, onFailure = String) {
  try {
    const answer = await fetch(`${path}?lang=${pageLanguage}`, { method: "POST", ...options });
    return answer.ok ? null : (await answer.json()).error.message;
  } catch (error) {
    return onFailure(error);
  }
}
