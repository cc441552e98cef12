// Dragging what lies on the board: onto a space that can be chosen, or onto a reader.

import { carry } from "/static/core/carry.js";

const MOVABLE = ".sprite.loose, .sprite[data-piece]";

export class Drag {
  #board;
  #places;

  /**
   * @param {HTMLElement} board
   * @param {SVGSVGElement} svg whose sprites can be dragged
   * @param {() => Set<string>} places where one can be dropped
   */
  constructor(board, svg, places) {
    this.#board = board;
    this.#places = places;
    svg.addEventListener("pointerdown", (event) => this.#start(event, svg.getScreenCTM().a));
  }

  #start(event, unit) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const sprite = under.map((each) => each.closest(MOVABLE)).find(Boolean);
    if (!sprite) return;
    const place = sprite.getAttribute("transform");
    const move = (x, y) => {
      sprite.classList.add("dragged");
      sprite.setAttribute("transform", `translate(${x / unit} ${y / unit}) ${place}`);
    };
    const end = (dropped) => {
      sprite.classList.remove("dragged");
      sprite.setAttribute("transform", place);
      if (dropped) this.#drop(sprite, dropped);
    };
    carry(event, move, end);
  }

  #drop(sprite, under) {
    const target = under.map((each) => each.closest(".target")).find(Boolean);
    if (target && this.#places().has(target.dataset.place)) {
      this.#board.emit("pick", target.dataset.place);
      return;
    }
    const reader = under.map((each) => each.closest("[data-reader]")).find(Boolean);
    const { piece } = sprite.dataset;
    if (reader && piece) this.#board.emit("lay", { piece, reader: reader.dataset.reader });
  }
}
