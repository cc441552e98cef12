// The panel: each pixel that its chip shows takes a whole number of the screen's pixels.

import { h } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";

/** The glass of a small OLED: a cold white. */
const LIT = [206, 232, 255];
/** The most CSS pixels that a pixel of the panel takes. */
const LARGEST = 4;

export class OledPanel extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["hardware"];
  /** @type {HTMLCanvasElement|null} */
  #canvas = null;
  /** What the panel itself cannot say. */
  #asleep = h("p", { class: "asleep", role: "status" });
  #watch = new ResizeObserver(() => this.#fit());

  draw() {
    const size = this.store.view.hardware?.panel;
    this.hidden = !size;
    if (
      !size ||
      (this.#canvas && this.#canvas.width === size[0] && this.#canvas.height === size[1])
    )
      return;
    const [width, height] = size;
    this.#canvas = h("canvas", {
      width,
      height,
      role: "img",
      "aria-label": this.say("play.panel"),
    });
    this.replaceChildren(this.#canvas, this.#asleep);
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
  }

  /** Give each pixel of the panel as many whole pixels of the screen as there is store for. */
  #fit() {
    if (!this.#canvas) return;
    const { width, height } = this.#canvas;
    const dots = Math.floor((this.clientWidth * devicePixelRatio) / width);
    const unit =
      Math.max(1, Math.min(dots, Math.floor(LARGEST * devicePixelRatio))) / devicePixelRatio;
    this.#canvas.style.width = `${width * unit}px`;
    this.#canvas.style.height = `${height * unit}px`;
  }

  /** Show a frame: a byte of brightness, then one bit per pixel. @param {Uint8Array} frame */
  show(frame) {
    if (!this.#canvas) return;
    const { width, height } = this.#canvas;
    this.#asleep.textContent = frame[0] === 0 ? this.say("play.asleep") : "";
    const light = frame[0] === 0 ? 0 : 0.35 + (0.65 * frame[0]) / 255;
    const image = new ImageData(width, height);
    for (let i = 0; i < width * height; i += 1) {
      const isLit = (frame[1 + (i >> 3)] >> (7 - (i & 7))) & 1;
      image.data.set([...LIT, isLit ? Math.round(255 * light) : 0], i * 4);
    }
    this.#canvas.getContext("2d")?.putImageData(image, 0, 0);
  }
}

customElements.define("oled-panel", OledPanel);
