// Buttons that ask first: what they do cannot be taken back as easily.

import { h } from "/static/core/dom.js";

/** Milliseconds for which a question stands; a tap long after it is a new one. */
const STANDS = 5000;

/**
 * Return a button that asks a question when it is pressed, and acts when it is pressed again.
 * @param {{class?: string, "aria-label"?: string}} given
 * @param {string} label
 * @param {string} question
 * @param {() => void} act
 */
export function confirmButton(given, label, question, act) {
  let timer = 0;
  const calm = () => {
    clearTimeout(timer);
    timer = 0;
    button.textContent = label;
    button.classList.remove("is-asking");
  };
  const press = () => {
    if (timer) {
      calm();
      act();
      return;
    }
    timer = setTimeout(calm, STANDS);
    button.textContent = question;
    button.classList.add("is-asking");
  };
  const button = h("button", { type: "button", ...given, onclick: press }, label);
  return button;
}
