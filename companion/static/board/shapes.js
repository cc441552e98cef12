// Pieces as drawings: a shape with its fill, its pattern, and an icon, sign or name on it.

/** @import { Item } from "/static/board/layout.js" */
/** @import { Icons, Look } from "/static/core/messages.js" */

import { fitted } from "/static/board/text.js";
import { s } from "/static/core/dom.js";

const DARK_FILLS = new Set(["red", "blue", "green", "black", "purple", "teal", "brown", "dark"]);

/** Return the ink that is legible on a fill: `dark` or `light`. @param {string} fill */
export function inkOn(fill) {
  return DARK_FILLS.has(fill) ? "light" : "dark";
}

/**
 * Outlines around the centre, for a box of `w` by `h`.
 * @type {Record<string, (w: number, h: number) => SVGElement>}
 */
const OUTLINES = {
  square: (w, h) => s("rect", { ...box(w, h), rx: Math.min(w, h) * 0.07 }),
  card: (w, h) => s("rect", { ...box(w, h), rx: Math.min(w, h) * 0.12 }),
  circle: (w) => s("circle", { r: w / 2 }),
  cube: (w) => s("rect", { ...box(w * 0.9, w * 0.9), rx: w * 0.1 }),
  die: (w) => s("rect", { ...box(w, w), rx: w * 0.2 }),
  ring: (w) => s("path", { d: halo(w / 2) }),
  frame: (w, h) => s("path", { d: frame(w / 2, h / 2) }),
  gem: (w) => s("polygon", { points: ring(8, w / 2) }),
  hexagon: (w) => s("polygon", { points: ring(6, w / 2) }),
  pawn: (w) => s("path", { d: pawn(w / 2) }),
  arrow: (w) => s("path", { d: arrow(w / 2) }),
};

/** @param {number} w @param {number} h */
const box = (w, h) => ({ x: -w / 2, y: -h / 2, width: w, height: h });

/** @param {number} corners @param {number} radius */
function ring(corners, radius) {
  const turn = (/** @type {number} */ i) => (i * 2 * Math.PI) / corners - Math.PI / 2;
  const corner = (/** @type {number} */ i) =>
    `${radius * Math.cos(turn(i))},${radius * Math.sin(turn(i))}`;
  return Array.from({ length: corners }, (_, i) => corner(i)).join(" ");
}

/** A turned wooden pawn: a round head on a body that widens to its foot. @param {number} r */
function pawn(r) {
  /** @param {number} x @param {number} y */
  const at = (x, y) => `${(x * r).toFixed(3)} ${(y * r).toFixed(3)}`;
  return [
    `M${at(-0.72, 0.98)}Q${at(-0.8, 0.62)} ${at(-0.5, 0.5)}Q${at(-0.3, 0.2)} ${at(-0.28, -0.12)}`,
    `A${at(0.47, 0.47)} 0 1 1 ${at(0.28, -0.12)}`,
    `Q${at(0.3, 0.2)} ${at(0.5, 0.5)}Q${at(0.8, 0.62)} ${at(0.72, 0.98)}Z`,
  ].join("");
}

/** A ring that leaves visible what lies within it, with a knob. @param {number} r */
function halo(r) {
  /** @param {number} radius @param {0|1} way */
  const circle = (radius, way) =>
    `M${-radius} 0A${radius} ${radius} 0 1 ${way} ${radius} 0A${radius} ${radius} 0 1 ${way} ${-radius} 0Z`;
  return `${circle(r, 1)}${circle(r * 0.76, 0)}`;
}

/** The edge of a space, which hides nothing of what it says. @param {number} x @param {number} y */
function frame(x, y) {
  const edge = Math.min(x, y) * 0.13;
  const hole = `M${edge - x} ${edge - y}V${y - edge}H${x - edge}V${edge - y}Z`;
  return `M${-x} ${-y}H${x}V${y}H${-x}Z${hole}`;
}

/** @param {number} r */
function arrow(r) {
  const points = [
    [0, -1],
    [0.8, 0],
    [0.35, 0],
    [0.35, 1],
    [-0.35, 1],
    [-0.35, 0],
    [-0.8, 0],
  ];
  return `M${points.map(([x, y]) => `${x * r} ${y * r}`).join("L")}Z`;
}

/**
 * Return a thing as a group around its centre.
 * @param {Item} item
 * @param {Icons} icons
 */
export function drawn(item, icons) {
  const { look, sprite, w, h, fills } = item;
  const outline = () => (OUTLINES[look.shape] ?? OUTLINES.square)(w, h);
  const parts = [];
  if (look.fill !== "none") parts.push(...body(outline, look, Math.min(w, h), fills));
  const face = s("g", { class: `face ink-${inkOn(look.fill)}` }, on(item, icons));
  return s("g", { class: "drawing", "data-turn": sprite.turn % 4 }, parts, face);
}

/**
 * The body: a shadow if it lies on something, the colour, the pattern, light on its upper edge.
 * @param {() => SVGElement} outline
 * @param {Look} look
 * @param {number} w
 * @param {boolean} fills
 */
function body(outline, look, w, fills) {
  const parts = [];
  const ground = fills && look.shape === "square";
  if (!ground)
    parts.push(with_(outline(), { class: "shadow", transform: `translate(0 ${w * 0.05})` }));
  parts.push(with_(outline(), { class: `fill fill-${look.fill}` }));
  if (look.pattern !== "none") {
    const paint = `url(#pattern-${look.pattern}-${inkOn(look.fill)})`;
    parts.push(with_(outline(), { fill: paint }));
  }
  if (look.shape === "circle" && fills) parts.push(s("circle", { class: "rim", r: w * 0.42 }));
  if (look.shape === "gem") parts.push(s("polygon", { class: "facet", points: ring(8, w * 0.3) }));
  if (look.shape === "cube") parts.push(s("path", { class: "gleam", d: edge(w * 0.41) }));
  return parts;
}

/** @param {number} r */
const edge = (r) => `M${-r} ${r * 0.8}V${-r * 0.75}Q${-r} ${-r} ${-r * 0.75} ${-r}H${r * 0.8}`;

/** @param {SVGElement} element @param {Record<string, string>} given */
function with_(element, given) {
  for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
  return element;
}

/**
 * What is printed on it: an icon, a sign, or the name of a card that has neither.
 * @param {Item} item
 * @param {Icons} icons
 */
function on({ look, sprite, w, h, fills }, icons) {
  const side = Math.min(w, h);
  const sign = sprite.sign || look.sign;
  if (look.shape === "die" && sign in PIPS) return pips(sign, Math.min(w, h));
  if (look.icon in icons && sign) {
    return [
      icon(icons[look.icon], side * 0.5, -side * 0.18),
      words(sign, w * 0.8, side * 0.4, side * 0.36, side * 0.26),
    ];
  }
  if (look.icon in icons) return [icon(icons[look.icon], side * (fills ? 0.52 : 0.6), 0)];
  const lower = look.shape === "pawn" ? side * 0.24 : 0;
  if (sign)
    return [words(sign, w * 0.84, h * 0.8, side * (look.shape === "pawn" ? 0.46 : 0.56), lower)];
  const isFace = look.shape === "card" && look.pattern === "none";
  const largest = w > 2 * h ? h * 0.5 : side * 0.24;
  if (isFace && sprite.name) return [words(sprite.name, w * 0.9, h * 0.9, largest, 0)];
  return [];
}

/** Where the pips of a die are, on three rows and columns. @type {Record<string, string>} */
const PIPS = { 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568" };

/** @param {string} value @param {number} side */
function pips(value, side) {
  return [...PIPS[value]].map((at) =>
    s("circle", {
      class: "pip",
      cx: ((Number(at) % 3) - 1) * side * 0.27,
      cy: (Math.floor(Number(at) / 3) - 1) * side * 0.27,
      r: side * 0.1,
    }),
  );
}

/**
 * An icon of pixels, `side` large and `y` below the centre.
 * @param {string[]} rows
 * @param {number} side
 * @param {number} y
 */
function icon(rows, side, y) {
  return s("path", { class: "icon", d: pixels(rows, side, y) });
}

/** Return the path of an icon's pixels. @param {string[]} rows @param {number} side */
export function pixels(rows, side, y = 0) {
  const columns = Math.max(...rows.map((row) => row.length));
  const unit = side / Math.max(columns, rows.length);
  const [left, top] = [(-columns * unit) / 2, y - (rows.length * unit) / 2];
  const runs = rows.flatMap((row, j) =>
    [...row.matchAll(/#+/g)].map(({ index, 0: run }) => {
      const at = `M${(left + index * unit).toFixed(3)} ${(top + j * unit).toFixed(3)}`;
      return `${at}h${(run.length * unit).toFixed(3)}v${(unit * 1.02).toFixed(3)}h${(-run.length * unit).toFixed(3)}z`;
    }),
  );
  return runs.join("");
}

/**
 * @param {string} text
 * @param {number} width
 * @param {number} height
 * @param {number} largest
 * @param {number} y
 */
function words(text, width, height, largest, y) {
  const { size, lines, isTurned } = fitted(text, width, height, largest);
  const first = ((1 - lines.length) * size * 1.15) / 2;
  const spans = lines.map((line, i) => s("tspan", { x: 0, y: first + i * size * 1.15 }, line));
  const turn = isTurned ? "rotate(-90)" : "";
  const given = {
    class: "words",
    "font-size": size.toFixed(3),
    transform: `translate(0 ${y}) ${turn}`,
  };
  return s("text", given, spans);
}
