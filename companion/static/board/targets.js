// What can be chosen on the board: a single tab stop, within which arrow keys move the focus to the
// next target in their direction.

/** @import { BoardPicture } from "/static/board/board-picture.js" */
/** @import { Option, Space } from "/static/core/messages.js" */

import { outline } from "/static/board/spaces.js";
import { focusOn, s } from "/static/core/dom.js";

/** The width of a target's rim, as a share of its space's shorter side. */
const RIM = 0.115;
/** The rim of anything larger, such as a whole building, is as wide as if it were of this side. */
const WIDEST = 16;
/** @type {Record<string, [x: number, y: number]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Targets {
  #layer;
  #board;
  #shown = "";
  /** @type {Map<string, Space>} */
  #spaces = new Map();

  /** @param {SVGElement} layer @param {BoardPicture} board */
  constructor(layer, board) {
    this.#layer = layer;
    this.#board = board;
    layer.addEventListener("click", ({ target }) => this.#pick(target));
    layer.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The places that can be chosen. */
  get places() {
    return new Set(this.#spaces.keys());
  }

  /**
   * Show the places that the options name, keeping the focus where it was if possible.
   * @param {Space[]} spaces
   * @param {Option[]} options
   */
  show(spaces, options) {
    const named = new Set(options.flatMap((option) => option.places));
    // Small ones lie on top of large ones, such as a tile in its building.
    const open = spaces
      .filter((space) => named.has(space.id))
      .sort((one, other) => other.w * other.h - one.w * one.h);
    this.#spaces = new Map(open.map((space) => [space.id, space]));
    const shown = JSON.stringify(open.map((space) => [space.id, this.#board.contents(space.id)]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement?.closest(".target");
    const place = focused && this.#layer.contains(focused) ? placeOf(focused) : null;
    const targets = open.map((space) => this.#target(space));
    this.#layer.replaceChildren(...targets);
    const again = targets.find((target) => target.dataset.place === place) ?? targets[0];
    again?.setAttribute("tabindex", "0");
    if (place !== null) again?.focus();
  }

  /** @param {Space} space */
  #target(space) {
    const contents = this.#board.contents(space.id);
    const label = this.#board.labelled(space, contents);
    const given = { class: "target", role: "button", tabindex: "-1", "aria-label": label };
    const width = Math.min(space.w, space.h, WIDEST) * RIM;
    const [rim, edge] = [outline(space, "target-rim"), outline(space, "target-edge")];
    rim.setAttribute("stroke-width", String(width));
    edge.setAttribute("stroke-width", String(width / 2));
    return s("g", { ...given, "data-place": space.id }, rim, edge);
  }

  /** @param {EventTarget|null} touched */
  #pick(touched) {
    const target = targetOf(touched);
    if (target) this.#board.emit("pick", placeOf(target));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#pick(event.target);
    } else if (event.key in WAYS) {
      event.preventDefault();
      this.#go(targetOf(event.target), WAYS[event.key]);
    }
  }

  /**
   * Move the focus to the nearest target in a direction.
   * @param {Element|null} from
   * @param {[x: number, y: number]} way
   */
  #go(from, [dx, dy]) {
    const here = from && this.#spaces.get(placeOf(from));
    if (!here) return;
    const others = [...this.#spaces.values()].filter((space) => space !== here);
    const far = (/** @type {Space} */ space) => {
      const [x, y] = [space.x - here.x, space.y - here.y];
      const [along, beside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
      return along > 0.1 ? along + 2 * beside : Infinity;
    };
    const next = others.reduce((best, space) => (far(space) < far(best) ? space : best), here);
    if (next === here || far(next) === Infinity) return;
    const to = `[data-place="${CSS.escape(next.id)}"].target`;
    from.setAttribute("tabindex", "-1");
    this.#layer.querySelector(to)?.setAttribute("tabindex", "0");
    focusOn(this.#layer, to);
  }
}

/** @param {EventTarget|null} touched */
const targetOf = (touched) => (touched instanceof Element ? touched.closest(".target") : null);

/** @param {Element} target */
const placeOf = (target) => target.getAttribute("data-place") ?? "";
