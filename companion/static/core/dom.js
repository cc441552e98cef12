// Creates elements in one expression. Styles are set through CSSOM: the content security policy
// forbids `style` attributes.

/** @import { Child, Given } from "/static/core/elements.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new HTML element. Functions become listeners for the event after `on` in their key;
 * `false` and `null` are left out, `true` sets an attribute without a value.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Given} [given]
 * @param {...Child} children
 */
export function h(name, given = {}, ...children) {
  return fill(document.createElement(name), given, children);
}

/**
 * Return a new SVG element, created as by `h`.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Given} [given]
 * @param {...Child} children
 */
export function s(name, given = {}, ...children) {
  return fill(document.createElementNS(SVG, name), given, children);
}

/** @template {Element} E @param {E} element @param {Given} given @param {Child[]} children */
function fill(element, given, children) {
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (isListener(value)) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** @param {unknown} value @returns {value is EventListener} */
function isListener(value) {
  return typeof value === "function";
}

/**
 * Make elements the children of a parent, moving only those that are not in place already.
 * @param {Element} parent
 * @param {Element[]} elements
 */
export function arranged(parent, elements) {
  const kept = new Set(elements);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const element of elements) {
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  }
}

/**
 * Focus the first element that a selector finds, if any.
 * @param {Element} parent
 * @param {string} selector
 */
export function focusOn(parent, selector) {
  /** @type {HTMLElement|SVGElement|null} */
  const element = parent.querySelector(selector);
  element?.focus();
}

/** Tell whether the user has asked for less motion. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
