// Parts of a picture: on a phone the board itself comes first, the rest as strips to swipe.

/** @import { Area, Picture, Space, Zone } from "/static/core/messages.js" */

/** How much of the wood is shown around a part. */
const MARGIN = 1.5;
/** Spaces that texts name by column and row. */
const SQUARE = /^([a-z])(\d+)$/;

/** @param {Area} outer @param {Area} inner */
function holds(outer, inner) {
  const [x, y] = [inner.x + inner.w / 2, inner.y + inner.h / 2];
  return x >= outer.x && x <= outer.x + outer.w && y >= outer.y && y <= outer.y + outer.h;
}

/** Return the zones that are strips. @param {Picture} picture */
export function strips({ zones }) {
  return zones.filter((zone) => zone.strip);
}

/**
 * Return the part of a picture that a board shows: `all` of it, the `main` board without strips,
 * or the strip with a number.
 * @param {Picture} picture
 * @param {string} part
 * @returns {{area: Area, zones: Zone[], spaces: Space[]}}
 */
export function slice(picture, part) {
  const { zones, spaces } = picture;
  const [w, h] = picture.size;
  if (part === "all") return { area: { x: 0, y: 0, w, h }, zones, spaces };
  const apart = strips(picture);
  if (part !== "main") {
    const zone = apart[Number(part)];
    if (!zone) return { area: { x: 0, y: 0, w: 1, h: 1 }, zones: [], spaces: [] };
    return { area: around([zone]), zones: [zone], spaces: spaces.filter((s) => holds(zone, s)) };
  }
  const kept = zones.filter((zone) => !zone.strip);
  const own = spaces.filter((space) => !apart.some((zone) => holds(zone, space)));
  return { area: around([...kept, ...own]), zones: kept, spaces: own };
}

/** @param {Area[]} areas @returns {Area} */
function around(areas) {
  const x = Math.min(...areas.map((area) => area.x)) - MARGIN;
  const y = Math.min(...areas.map((area) => area.y)) - MARGIN;
  const right = Math.max(...areas.map((area) => area.x + area.w)) + MARGIN;
  const bottom = Math.max(...areas.map((area) => area.y + area.h)) + MARGIN;
  return { x, y, w: right - x, h: bottom - y };
}

/**
 * Return the letters of the columns and the numbers of the rows, each with its place.
 * @param {Space[]} spaces
 * @returns {{words: string, x: number, y: number}[]}
 */
export function coordinates(spaces) {
  const squares = spaces.flatMap((space) => {
    const [, column, row] = SQUARE.exec(space.id) ?? [];
    return column && row ? [{ space, column, row }] : [];
  });
  const top = Math.min(...squares.map(({ space }) => space.y));
  const left = Math.min(...squares.map(({ space }) => space.x));
  /** @type {Map<string, {words: string, x: number, y: number}>} */
  const edge = new Map();
  for (const { space, column, row } of squares) {
    edge.set(column, { words: column, x: space.x + space.w / 2, y: top - 1 });
    edge.set(row, { words: row, x: left - 1.1, y: space.y + space.h / 2 });
  }
  return [...edge.values()];
}
