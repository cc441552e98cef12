// The preferences of this device: language and colour scheme.

import { languageOf } from "/static/core/words.js";

/** Return the language: from the address, else as chosen, else the browser's, else English. */
export function language() {
  const requested = new URLSearchParams(location.search).get("lang");
  return languageOf([requested, localStorage.getItem("language"), ...navigator.languages]);
}

/**
 * Store the language and remove it from the address, where it would override the choice.
 * @param {string} chosen
 */
export function keepLanguage(chosen) {
  localStorage.setItem("language", chosen);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
}

const DARK = matchMedia("(prefers-color-scheme: dark)");

/** @typedef {"auto"|"light"|"dark"} Scheme */

/** Return the colour scheme that was chosen. */
export function scheme() {
  return /** @type {Scheme|null} */ (localStorage.getItem("scheme")) ?? "auto";
}

/** Store a colour scheme and apply it. @param {Scheme} chosen */
export function keepScheme(chosen) {
  localStorage.setItem("scheme", chosen);
  showScheme();
}

function showScheme() {
  const chosen = scheme();
  const shown = chosen === "auto" ? (DARK.matches ? "dark" : "light") : chosen;
  document.documentElement.dataset.scheme = shown;
}

/** Apply the colour scheme, now and whenever the system's changes. */
export function followScheme() {
  showScheme();
  DARK.addEventListener("change", showScheme);
}
