// Dragging with a pointer: from the moment it has moved a little until it is released.

/** Pixels that a pointer may move before a touch becomes a drag. */
export const SLOP = 6;

/**
 * Follow a pointer from its `pointerdown`.
 * @param {PointerEvent} event
 * @param {(x: number, y: number) => void} move gets the distance from the start in pixels, once it is a drag
 * @param {(under: Element[]|null) => void} end gets the elements under the pointer where it was
 *   released; `null` if it was no drag or was cancelled
 */
export function followDrag(event, move, end) {
  if (event.button !== 0) return;
  const [x, y] = [event.clientX, event.clientY];
  let isDrag = false;
  const listening = new AbortController();
  const { signal } = listening;
  /** @param {PointerEvent} event */
  const moved = ({ clientX, clientY }) => {
    isDrag ||= Math.hypot(clientX - x, clientY - y) > SLOP;
    if (isDrag) move(clientX - x, clientY - y);
  };
  /** @param {PointerEvent} event */
  const ended = ({ type, clientX, clientY }) => {
    listening.abort();
    end(isDrag && type === "pointerup" ? document.elementsFromPoint(clientX, clientY) : null);
  };
  addEventListener("pointermove", moved, { signal });
  addEventListener("pointerup", ended, { signal });
  addEventListener("pointercancel", ended, { signal });
}

/**
 * Return the first ancestor, or element itself, that matches a selector.
 * @param {Element[]} under
 * @param {string} selector
 */
export function closestOf(under, selector) {
  return under.map((element) => element.closest(selector)).find(Boolean);
}
