// Drags what lies on the board onto a space that can be chosen, or onto a reader.

/** @import { BoardPicture } from "/static/board/board-picture.js" */

import { closestOf, followDrag } from "/static/core/pointer-drag.js";

const MOVABLE = ".sprite.loose, .sprite[data-piece]";

export class Drag {
  #board;
  #places;

  /**
   * @param {BoardPicture} board
   * @param {SVGSVGElement} svg whose sprites can be dragged
   * @param {() => Set<string>} places that a sprite can be dropped on
   */
  constructor(board, svg, places) {
    this.#board = board;
    this.#places = places;
    const unit = () => svg.getScreenCTM()?.a ?? 1;
    svg.addEventListener("pointerdown", (event) => this.#start(event, unit()));
  }

  /** @param {PointerEvent} event @param {number} unit */
  #start(event, unit) {
    const sprite = closestOf(document.elementsFromPoint(event.clientX, event.clientY), MOVABLE);
    if (!sprite) return;
    const place = sprite.getAttribute("transform") ?? "";
    /** @param {number} x @param {number} y */
    const move = (x, y) => {
      sprite.classList.add("dragged");
      sprite.setAttribute("transform", `translate(${x / unit} ${y / unit}) ${place}`);
    };
    /** @param {Element[]|null} dropped */
    const end = (dropped) => {
      sprite.classList.remove("dragged");
      sprite.setAttribute("transform", place);
      if (dropped) this.#drop(sprite, dropped);
    };
    followDrag(event, move, end);
  }

  /** @param {Element} sprite @param {Element[]} under */
  #drop(sprite, under) {
    const place = closestOf(under, ".target")?.getAttribute("data-place");
    if (place && this.#places().has(place)) {
      this.#board.emit("pick", place);
      return;
    }
    const reader = closestOf(under, "[data-reader]")?.getAttribute("data-reader");
    const piece = sprite.getAttribute("data-piece");
    if (reader && piece) this.#board.emit("lay", { piece, reader });
  }
}
