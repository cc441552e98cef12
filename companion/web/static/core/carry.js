// A pointer that carries something: from the moment it has moved a little until it lets go.

/** Pixels that a pointer moves before a touch is a drag. */
const SLOP = 6;

/**
 * Follow a pointer from its `pointerdown`.
 * @param {PointerEvent} event
 * @param {(x: number, y: number) => void} move gets the pixels from the start, once it is a drag
 * @param {(under: Element[]|null) => void} end gets what lies under the pointer where it let go;
 *   `null` if it was no drag or was called off
 */
export function carry(event, move, end) {
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
 * Return the first of some elements that is, or is in, what a selector means.
 * @param {Element[]} under
 * @param {string} selector
 */
export function among(under, selector) {
  return under.map((each) => each.closest(selector)).find(Boolean);
}
