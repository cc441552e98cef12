// How large a board is drawn in its frame: whole, or so large that a finger meets what can be touched.

/** @import { Area } from "/static/core/messages.js" */

import { around } from "/static/board/slices.js";

/** Pixels that a finger needs, with the rim of a space, which is a bit smaller. */
const FINGER = 47;
/** How much larger a closer look is, at least and at most, than the whole. */
const CLOSER = 2;
/** Pixels that a thing on the board needs to be recognised in a closer look. */
const LEGIBLE = 24;
const CLOSEST = 5;

export class Zoom {
  #frame;
  #svg;
  #area;
  /** @type {Area[]} */
  #targets = [];
  /** What lies on the board, without what fills its space. @type {Area[]} */
  #things = [];
  /** What somebody has asked for, as a multiple of the whole; 0 for what the decision needs. */
  #asked = 0;
  #scale = 0;
  /** @type {Map<number, PointerEvent>} */
  #fingers = new Map();

  /** @param {HTMLElement} frame @param {SVGSVGElement} svg @param {Area} area that is drawn in it */
  constructor(frame, svg, area) {
    this.#frame = frame;
    this.#svg = svg;
    this.#area = area;
    new ResizeObserver(() => this.#apply()).observe(frame);
    frame.addEventListener("dblclick", ({ clientX, clientY }) => this.toggle(clientX, clientY));
    frame.addEventListener("pointerdown", (event) => this.#fingers.set(event.pointerId, event));
    frame.addEventListener("pointermove", (event) => this.#pinch(event));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"]))
      frame.addEventListener(kind, ({ pointerId }) => this.#fingers.delete(pointerId));
  }

  /** Whether less than the whole is seen. */
  get isClose() {
    return this.#scale > this.#whole * 1.01;
  }

  /** Show what can be touched, as large as a finger needs if all of it fits. @param {Area[]} targets */
  follow(targets) {
    this.#targets = targets;
    this.#asked = 0;
    this.#apply();
  }

  /** Know what a closer look must show legibly. @param {Area[]} things */
  know(things) {
    this.#things = things;
  }

  /** Look closer, or at the whole again. @param {number} [x] @param {number} [y] where in the window */
  toggle(x, y) {
    const { whole, near } = this.#scales();
    const isClose = this.isClose;
    const legible = LEGIBLE / Math.min(...this.#things.map(({ w }) => w));
    this.#asked = isClose ? 1 : Math.max(near / whole, CLOSER, legible / whole);
    this.#apply(x, y);
  }

  get #whole() {
    const { clientWidth, clientHeight } = this.#frame;
    return Math.min(clientWidth / this.#area.w, clientHeight / this.#area.h);
  }

  #scales() {
    const { clientWidth, clientHeight } = this.#frame;
    const whole = this.#whole;
    if (this.#targets.length === 0) return { whole, near: whole };
    const smallest = Math.min(...this.#targets.map(({ w, h }) => Math.min(w, h)));
    const near = Math.max(whole, FINGER / smallest);
    const { w, h } = around(this.#targets);
    return { whole, near: w * near <= clientWidth && h * near <= clientHeight ? near : whole };
  }

  /** @param {number} [x] @param {number} [y] what stays where it is */
  #apply(x, y) {
    const { clientWidth, clientHeight } = this.#frame;
    if (!clientWidth || !clientHeight) return;
    const { whole, near } = this.#scales();
    const scale = this.#asked ? whole * Math.max(1, this.#asked) : near;
    const held = x === undefined || y === undefined ? this.#middle() : this.#under(x, y);
    this.#scale = scale;
    this.#svg.style.width = `${this.#area.w * scale}px`;
    this.#svg.style.height = `${this.#area.h * scale}px`;
    const { left, top } = this.#frame.getBoundingClientRect();
    const [dx, dy] = [(x ?? left + clientWidth / 2) - left, (y ?? top + clientHeight / 2) - top];
    this.#frame.scrollTo(
      (held.x - this.#area.x) * scale - dx,
      (held.y - this.#area.y) * scale - dy,
    );
  }

  /** The middle of what can be touched, else of the smallest thing where one looks closer. */
  #middle() {
    const [smallest] = this.#asked > 1 ? [...this.#things].sort((one, two) => one.w - two.w) : [];
    const { x, y, w, h } = this.#targets.length ? around(this.#targets) : (smallest ?? this.#area);
    return { x: x + w / 2, y: y + h / 2 };
  }

  /** @param {number} x @param {number} y */
  #under(x, y) {
    const { left, top } = this.#svg.getBoundingClientRect();
    const unit = this.#scale || 1;
    return { x: this.#area.x + (x - left) / unit, y: this.#area.y + (y - top) / unit };
  }

  /** Two fingers that part look closer. @param {PointerEvent} event */
  #pinch(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    this.#fingers.set(event.pointerId, event);
    const [other] = [...this.#fingers.values()].filter((each) => each !== event);
    if (!other || this.#fingers.size !== 2) return;
    const apart = (/** @type {PointerEvent} */ { clientX, clientY }) =>
      Math.hypot(clientX - other.clientX, clientY - other.clientY) || 1;
    const wanted = (this.#scale * apart(event)) / apart(before);
    this.#asked = Math.min(wanted / this.#whole, CLOSEST);
    this.#apply((event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
  }
}
