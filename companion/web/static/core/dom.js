// Elements made in one expression. Styles are set by CSSOM only: the policy forbids attributes.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new HTML element. Keys that begin with `on` are listeners; `false` and `null` are left
 * out, `true` is an attribute without a value.
 * @param {string} name
 * @param {Record<string, unknown>} [given]
 * @param {...(Node|string|null|undefined|Array<Node|string|null>)} children
 * @returns {HTMLElement}
 */
export function h(name, given = {}, ...children) {
  return fill(document.createElement(name), given, children);
}

/** Return a new SVG element; as `h`. */
export function s(name, given = {}, ...children) {
  return fill(document.createElementNS(SVG, name), given, children);
}

function fill(element, given, children) {
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((each) => each !== null && each !== undefined));
  return element;
}

/** Make elements the children of their parent; those that stand right already are not moved. */
export function arranged(parent, elements) {
  const wanted = new Set(elements);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const element of elements) {
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  }
}

/** Tell whether people asked for less motion. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
