// On a television nothing scrolls: what stands beside the board is written as large as fits.

/** @import { TableStore } from "/static/core/table-store.js" */

const TELEVISION = matchMedia("(min-width: 100rem) and (min-height: 50rem)");
/** How much smaller each attempt is, and the smallest, in shares of the usual size. */
const STEP = 0.04;
const SMALLEST = 0.4;

/**
 * Keep a column as high as its page, on televisions. Call it after its parts follow the store.
 * @param {HTMLElement} column
 * @param {TableStore} store
 */
export function fit(column, store) {
  const shrink = () => {
    column.style.fontSize = "";
    if (!TELEVISION.matches) return;
    for (let size = 1 - STEP; isCut(column) && size > SMALLEST; size -= STEP)
      column.style.fontSize = `${size}em`;
  };
  store.addEventListener("change", ({ detail }) => {
    if ([...detail].some((key) => key !== "clock")) shrink();
  });
  new ResizeObserver(shrink).observe(document.body);
}

/** @param {HTMLElement} column */
const isCut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
  scrollHeight > clientHeight || scrollWidth > clientWidth;
