// Where each thing lies: pure functions from a picture and its sprites to places in its units.

/** @import { Area, Look, Picture, Space, Sprite } from "/static/core/messages.js" */

/**
 * @typedef {{key: string, sprite: Sprite, look: Look}} Thing
 * @typedef {Thing & {space: Space}} Laid
 * @typedef {Thing & Area & {fills: boolean}} Item its centre, its size, whether it fills its space
 */

/** A look that takes at least this share of its space fills it; others lie side by side. */
const FILLS = 0.9;
/** Shapes that are stretched to their space, rather than kept as wide as high. */
const SOLID = new Set(["square", "card"]);

/**
 * Return what is to be drawn, lowest first: what fills a space comes below what lies on it.
 * @param {Picture} picture
 * @param {Sprite[]} sprites
 * @returns {Item[]}
 */
export function arrange(picture, sprites) {
  const spaces = new Map(picture.spaces.map((space) => [space.id, space]));
  const laid = keyed(sprites).flatMap(({ key, sprite }) => {
    const [look, space] = [picture.looks[sprite.look], spaces.get(sprite.place)];
    return look && space ? [{ key, sprite, look, space }] : [];
  });
  const whole = laid.filter(({ look }) => look.size >= FILLS);
  const loose = grouped(laid.filter(({ look }) => look.size < FILLS));
  return [
    ...whole.map(filling),
    ...[...loose].flatMap(([space, together]) => beside(together, space)),
  ];
}

/** @param {Laid[]} laid */
function grouped(laid) {
  /** @type {Map<Space, Laid[]>} */
  const groups = new Map();
  for (const thing of laid) groups.set(thing.space, [...(groups.get(thing.space) ?? []), thing]);
  return groups;
}

/**
 * Give each sprite a key that finds it in the next picture: its piece, else look and place.
 * @param {Sprite[]} sprites
 */
function keyed(sprites) {
  const seen = new Map();
  return sprites.map((sprite) => {
    const name = sprite.piece || `${sprite.look}@${sprite.place}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: `${name}#${count}`, sprite };
  });
}

/** @param {Laid} laid @returns {Item} */
function filling({ key, sprite, look, space }) {
  const side = Math.min(space.w, space.h) * look.size;
  const [w, h] = SOLID.has(look.shape) ? [space.w * look.size, space.h * look.size] : [side, side];
  return {
    key,
    sprite,
    look,
    x: space.x + space.w / 2,
    y: space.y + space.h / 2,
    w,
    h,
    fills: true,
  };
}

/**
 * Lay things side by side, as large as they can be.
 * @param {Laid[]} together
 * @param {Space} space
 */
function beside(together, space) {
  const columns = bestColumns(together.length, space);
  const rows = Math.ceil(together.length / columns);
  const [cellWidth, cellHeight] = [space.w / columns, space.h / rows];
  return together.map(({ key, sprite, look }, i) => {
    const whole = Math.min(space.w, space.h) * look.size;
    const side = Math.min(whole, cellWidth * 0.92, cellHeight * 0.92);
    const row = Math.floor(i / columns);
    const inRow = row === rows - 1 ? together.length - row * columns : columns;
    const x = space.x + space.w / 2 + ((i % columns) - (inRow - 1) / 2) * cellWidth;
    const y = space.y + (row + 0.5) * cellHeight;
    return { key, sprite, look, x, y, w: side, h: side, fills: false };
  });
}

/** @param {number} count @param {Space} space */
function bestColumns(count, space) {
  const side = (/** @type {number} */ columns) =>
    Math.min(space.w / columns, space.h / Math.ceil(count / columns));
  const possible = Array.from({ length: count }, (_, i) => i + 1);
  return possible.reduce((best, columns) => (side(columns) >= side(best) ? columns : best));
}

/**
 * Return where each thing came from: where the same piece was before, else where a thing of the
 * same look has disappeared.
 * @param {Item[]} before
 * @param {Item[]} after
 * @returns {Map<string, Item>} by the key of the new item
 */
export function moves(before, after) {
  const old = new Map(before.map((item) => [item.key, item]));
  const now = new Set(after.map((item) => item.key));
  const gone = before.filter((item) => !now.has(item.key));
  /** @type {Map<string, Item>} */
  const origins = new Map();
  for (const item of after) {
    const origin = old.get(item.key) ?? takeLike(gone, item);
    if (origin) origins.set(item.key, origin);
  }
  return origins;
}

/**
 * Return the cards that lie where another card has lain: somebody has turned them over.
 * @param {Item[]} before
 * @param {Item[]} after
 * @returns {Set<string>} the keys of the new cards
 */
export function turnedOver(before, after) {
  const cards = before.filter(({ look }) => look.shape === "card");
  const now = new Set(after.map(({ key }) => key));
  const gone = new Set(cards.filter(({ key }) => !now.has(key)).map(({ sprite }) => sprite.place));
  const old = new Set(before.map(({ key }) => key));
  const turned = after.filter(
    ({ key, look, sprite }) => look.shape === "card" && !old.has(key) && gone.has(sprite.place),
  );
  return new Set(turned.map(({ key }) => key));
}

/** @param {Item[]} gone @param {Item} item */
function takeLike(gone, { sprite }) {
  const at = gone.findIndex((item) => item.sprite.look === sprite.look);
  return at < 0 ? undefined : gone.splice(at, 1)[0];
}
