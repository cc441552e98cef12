// The board: fixed spaces and zones, sprites that move, targets that can be touched.

/** @import { Item } from "/static/board/layout.js" */
/** @import { Icons, InPlay, Picture, Space, Zone } from "/static/core/messages.js" */

import { Changes } from "/static/board/changes.js";
import { Drag } from "/static/board/drag.js";
import { arrange, moves, turnedOver } from "/static/board/layout.js";
import { patterns } from "/static/board/patterns.js";
import { drawn } from "/static/board/shapes.js";
import { around, coordinates, slice } from "/static/board/slices.js";
import { caption, nameOf, outline, trail, zone } from "/static/board/spaces.js";
import { Targets } from "/static/board/targets.js";
import { Zoom } from "/static/board/zoom.js";
import { arranged, h, isStill, s } from "/static/core/dom.js";
import { Part } from "/static/core/part.js";
import { SLOP } from "/static/core/pointer-drag.js";

const MOVE = { duration: 520, easing: "cubic-bezier(.3, .1, .2, 1)" };
const APPEAR = { duration: 260, easing: "ease-out" };
const REVEAL = { duration: 1300, easing: "ease-out" };
/** A card is turned over, held up for everybody to read, and laid down. */
const TURNING = [
  { transform: "scale(0, 1)" },
  { transform: "scale(1.7)", offset: 0.25 },
  { transform: "scale(1.7)", offset: 0.75 },
  { transform: "none" },
];

/**
 * Emits `pick` with a place, `explain` with what lies there and has a rule of its own, and `reveal`
 * when cards are turned over. With the attribute `touch`, the places that can be chosen now can be
 * touched, and a piece can be dragged to one of them or onto a reader (`lay`). The attribute `part`
 * names the part of the picture that is shown; one that is `still` only shows it, without words of
 * its own but a name. With `zoom` it fills its room, and one can look closer.
 */
export class BoardPicture extends Part {
  /** @type {typeof Part.needs} */
  static needs = ["picture", "sprites", "choices", "parts"];
  /** @type {Picture|null} */
  #drawn = null;
  /** @type {Space[]} */
  #spaces = [];
  /** @type {Zone[]} */
  #zones = [];
  /** @type {Item[]} */
  #items = [];
  /**
   * The drawn sprites by their whole description: those that look the same are kept.
   * @type {Map<string, Element>}
   */
  #groups = new Map();
  /** @type {Map<string, Element>} */
  #lines = new Map();
  #changes = new Changes();
  #game = "";
  #isOver = false;
  #list = h("ul");
  #layers = layers();
  /** @type {Targets|null} */
  #targets = null;
  /** What was touched last and has a rule. @type {InPlay|undefined} */
  #touched;
  /** @type {Zoom|null} */
  zoom = null;
  #open = "";

  connectedCallback() {
    this.addEventListener("useless", ({ detail }) => this.#explain(detail));
  }

  draw() {
    const { picture } = this.store.view;
    this.hidden = !picture;
    if (!picture) {
      this.#drawn = null;
      this.replaceChildren();
      return;
    }
    if (this.#drawn !== picture) this.#lay(picture);
    this.#caption();
    this.#place(picture);
    if (this.hasAttribute("still")) return;
    this.#begin();
    this.#changes.follow(this.store.view.sprites ?? [], this.store.view.choices?.mine ?? false);
    this.#ring();
    this.#offer();
  }

  #caption() {
    const { parts } = this.store.view;
    const captions = this.#zones.map((zone) =>
      caption({ ...zone, caption: nameOf(zone, this.#spaces, parts) }),
    );
    this.#layers.captions.replaceChildren(...captions);
  }

  /** Another game has no last move, and no news. */
  #begin() {
    const { game, turn } = this.store.view;
    const [id, isOver] = [game?.id ?? "", turn?.over ?? false];
    if (id !== this.#game || (this.#isOver && !isOver)) this.#changes = new Changes();
    [this.#game, this.#isOver] = [id, isOver];
  }

  /** Mark the last move, and ring what has changed since this viewer's last turn. */
  #ring() {
    const { moved, sinceOwnTurn } = this.#changes;
    const rings = this.#spaces.flatMap((space) => [
      ...(moved.has(space.id) ? [outline(space, "moved")] : []),
      ...(sinceOwnTurn.has(space.id) ? [outline(space, "news")] : []),
    ]);
    this.#layers.rings.replaceChildren(...rings);
  }

  /** Draw what never moves. @param {Picture} picture */
  #lay(picture) {
    this.#drawn = picture;
    this.#items = [];
    this.#groups = new Map();
    this.#lines = new Map();
    this.#layers = layers();
    const shown = slice(picture, this.getAttribute("part") ?? "all");
    const { x, y, w: width, h: height } = shown.area;
    this.#spaces = shown.spaces;
    this.hidden = shown.spaces.length === 0;
    const { spaces, captions, sprites, rings, marks, targets } = this.#layers;
    spaces.append(
      s("rect", { class: "frame", x, y, width, height, rx: 4 }),
      ...shown.zones.map(zone),
      ...trail([...shown.spaces], picture.trail),
      ...shown.spaces.map((space) => outline(space, "space")),
      ...coordinates(shown.spaces).map((at) =>
        s("text", { class: "coordinate", x: at.x, y: at.y }, at.words),
      ),
    );
    const given = {
      viewBox: `${x} ${y} ${width} ${height}`,
      role: "group",
      "aria-label": this.say("board"),
    };
    this.#zones = shown.zones;
    const svg = s("svg", given, patterns(), spaces, captions, sprites, rings, marks, targets);
    if (this.hasAttribute("still")) {
      this.replaceChildren(svg);
      return;
    }
    const choices = new Targets(targets, this);
    this.#targets = choices;
    this.#list = h("ul", { class: "unseen", "aria-label": this.say("board.list") });
    const frame = h("div", { class: "board-scroll" }, svg);
    this.replaceChildren(frame, this.#list);
    this.zoom = this.hasAttribute("zoom") ? new Zoom(frame, svg, shown.area) : null;
    if (!this.hasAttribute("touch")) {
      svg.addEventListener("click", (event) => {
        this.#touched = this.#thing(event) ?? this.#part(event);
        this.#explain();
      });
      return;
    }
    new Drag(this, svg, () => choices.places);
    let [x0, y0] = [0, 0];
    svg.addEventListener("pointerdown", ({ clientX, clientY }) => {
      [x0, y0] = [clientX, clientY];
    });
    svg.addEventListener("click", (event) => {
      const isDrag = Math.hypot(event.clientX - x0, event.clientY - y0) > SLOP;
      if (!isDrag) this.#touch(event);
    });
  }

  /**
   * Ask for a place that cannot be chosen, too: the rules say why not. Where they have nothing to
   * say, or only that somebody else is on turn, what was touched tells its own rule.
   * @param {MouseEvent} event
   */
  #touch(event) {
    if (event.target instanceof Element && event.target.closest(".target")) return;
    const [place] = under(event, ".space", "data-place");
    const thing = this.#thing(event);
    this.#touched = thing ?? this.#part(event);
    if (this.#touched && !thing) this.#explain();
    else if (place) this.emit("pick", place);
  }

  /** Tell the rule of what was touched. @param {string} [why] why it could not be chosen */
  #explain(why) {
    if (this.#touched) this.emit("explain", { ...this.#touched, why });
  }

  /**
   * Return what lies under a point, if things of its kind have a rule.
   * @param {MouseEvent} at
   * @returns {InPlay|undefined}
   */
  #thing(at) {
    const { parts = [], game } = this.store.view;
    if (!game?.rules) return undefined;
    const items = new Map(this.#items.map(({ key, sprite }) => [key, sprite]));
    const found = under(at, ".sprite", "data-key").map((key) => items.get(key));
    const { rule, name, place } = found.find((each) => each?.rule || each?.name) ?? {};
    if (!rule || !place) return undefined;
    const kind = parts.find((part) => part.rule === rule);
    return { name: name || kind?.name || "", rule, places: [place] };
  }

  /** Return the part of the game that lies under a point, if it has a rule. @param {MouseEvent} at */
  #part(at) {
    const { parts = [], game } = this.store.view;
    const [place, ...around] = game?.rules ? under(at, ".space", "data-place") : [];
    const candidates = [place, ...(this.contents(place ?? "") ? [] : around)];
    return parts.find(({ places }) => places.some((each) => candidates.includes(each)));
  }

  /** Draw the sprites; those that have moved glide to their place. @param {Picture} picture */
  #place(picture) {
    const items = arrange({ ...picture, spaces: this.#spaces }, this.store.view.sprites ?? []);
    const from = moves(this.#items, items);
    const turned = turnedOver(this.#items, items);
    const isFirst = this.#items.length === 0;
    const old = this.#groups;
    this.#groups = new Map();
    for (const item of items) {
      const drawing = JSON.stringify(item);
      const group = old.get(drawing) ?? sprite(item, picture.icons);
      this.#groups.set(drawing, group);
      if (old.has(drawing) || isFirst || isStill()) continue;
      if (turned.has(item.key)) group.querySelector(".drawing")?.animate(TURNING, REVEAL);
      else glide(group, from.get(item.key), item);
    }
    arranged(this.#layers.sprites, [...this.#groups.values()]);
    this.#items = items;
    this.zoom?.know(areas(items.filter(({ fills }) => !fills)));
    if (this.getAttribute("part")?.startsWith("mine")) this.#crop(items);
    if (!this.hasAttribute("still")) this.#describe();
    if (turned.size && !isFirst) this.emit("reveal");
  }

  /** Show no more than things. @param {Item[]} items */
  #crop(items) {
    if (items.length === 0) return;
    const { x, y, w, h } = around(areas(items));
    this.querySelector("svg")?.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  }

  /** Say in words what lies where. */
  #describe() {
    const old = this.#lines;
    this.#lines = new Map();
    for (const space of this.#spaces) {
      const contents = this.contents(space.id);
      const words = this.labelled(space, contents);
      if (contents) this.#lines.set(words, old.get(words) ?? h("li", {}, words));
    }
    arranged(this.#list, [...this.#lines.values()]);
  }

  /** Return what lies on a place in words. @param {string} place */
  contents(place) {
    const here = this.#items.filter((item) => item.sprite.place === place);
    const words = here.map(
      ({ sprite, look }) => sprite.name || look.name || sprite.sign || look.sign,
    );
    return words.filter(Boolean).join(", ");
  }

  /** Return the name of a place, and what lies there. @param {Space} space @param {string} contents */
  labelled(space, contents) {
    const what = space.label || space.id;
    return contents ? this.say("labelled", { what, state: contents }) : what;
  }

  /** Mark what can be chosen. */
  #offer() {
    if (!this.hasAttribute("touch")) return;
    const { choices } = this.store.view;
    const options = choices?.mine ? choices.options : [];
    this.#targets?.show(this.#spaces, options);
    const named = new Set(options.flatMap(({ places }) => places));
    const open = this.#spaces.filter(({ id }) => named.has(id));
    const shown = open.map(({ id }) => id).join(" ");
    if (shown !== this.#open) this.zoom?.follow(open);
    this.#open = shown;
  }

  /** Point at places: those that a score line counts. @param {string[]} places */
  mark(places = []) {
    const ids = new Set(places);
    const marked = this.#spaces.filter((space) => ids.has(space.id));
    this.#layers.marks.replaceChildren(...marked.map((space) => outline(space, "mark")));
  }
}

/** Return where things lie. @param {Item[]} items */
function areas(items) {
  return items.map(({ x, y, w, h }) => ({ x: x - w / 2, y: y - h / 2, w, h }));
}

/**
 * Return an attribute of the elements under a point, or of those around them, the uppermost first.
 * @param {{clientX: number, clientY: number}} at
 * @param {string} kind
 * @param {string} attribute
 */
function under({ clientX, clientY }, kind, attribute) {
  const found = document.elementsFromPoint(clientX, clientY).map((each) => each.closest(kind));
  return [...new Set(found)].flatMap((each) => each?.getAttribute(attribute) ?? []);
}

function layers() {
  const layer = (/** @type {string} */ name) => s("g", { class: name });
  const sprites = s("g", { class: "sprites", "aria-hidden": "true" });
  return {
    spaces: layer("spaces"),
    captions: layer("captions"),
    sprites,
    rings: layer("rings"),
    marks: layer("marks"),
    targets: layer("targets"),
  };
}

/** @param {Item} item @param {Icons} icons */
function sprite(item, icons) {
  const {
    key,
    x,
    y,
    sprite: { place, piece, name, turn },
    fills,
  } = item;
  const kind = fills ? "sprite filling" : "sprite loose";
  const title = name ? [s("title", {}, name)] : [];
  const group = s(
    "g",
    { class: kind, "data-key": key, "data-place": place },
    title,
    drawn(item, icons),
  );
  if (piece) group.dataset.piece = piece;
  group.setAttribute("transform", `translate(${x} ${y}) rotate(${turn * 90})`);
  return group;
}

/** @param {Element} group @param {Item|undefined} old @param {Item} item */
function glide(group, old, item) {
  const drawing = group.querySelector(".drawing");
  if (!old) {
    drawing?.animate(
      [
        { opacity: 0, transform: "scale(.4)" },
        { opacity: 1, transform: "none" },
      ],
      APPEAR,
    );
    return;
  }
  const [x, y] = [old.x - item.x, old.y - item.y];
  if (Math.hypot(x, y) < 0.1) return;
  const start = `translate(${x}px, ${y}px) scale(${old.w / item.w})`;
  drawing?.animate([{ transform: start }, { transform: "none" }], MOVE);
}

customElements.define("board-picture", BoardPicture);
