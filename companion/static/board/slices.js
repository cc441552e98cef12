// Parts of a picture: on a phone one place is shown large, the others in small; what is mine apart.

/** @import { Area, Picture, Space, Zone } from "/static/core/messages.js" */

/** How much of the wood is shown around a part. */
const MARGIN = 1.5;
/** Spaces that texts name by column and row. */
const SQUARE = /^([a-z])(\d+)$/;
/** The part of a zone with its number, and of spaces of a seat with its number and their name. */
const ZONE = /^zone-(\d+)$/;
const MINE = /^mine-(\d+)-(.+)$/;

/** @typedef {{area: Area, zones: Zone[], spaces: Space[]}} Slice */

/** @param {Area} outer @param {Area} inner */
function holds(outer, inner) {
  const [x, y] = [inner.x + inner.w / 2, inner.y + inner.h / 2];
  return x >= outer.x && x <= outer.x + outer.w && y >= outer.y && y <= outer.y + outer.h;
}

/**
 * Return the part of a picture that a board shows: `all` of it, the `place` where a phone shows most
 * decisions, a zone of the overview (`zone-3`), or things of a seat (`mine-1-dice`).
 * @param {Picture} picture
 * @param {string} part
 * @returns {Slice}
 */
export function slice(picture, part) {
  const { zones, spaces, phone } = picture;
  const [w, h] = picture.size;
  if (part === "all") return { area: { x: 0, y: 0, w, h }, zones, spaces };
  const [, seat, name] = MINE.exec(part) ?? [];
  if (seat && name) return fitted([], spacesOf(picture, Number(seat), name));
  const zone = zones[Number(ZONE.exec(part)?.[1] ?? -1)];
  if (zone) return fitted([zone], within(zone, spaces));
  const kept = phone.place.length
    ? zones.filter((_, i) => phone.place.includes(i))
    : zones.filter((_, i) => !phone.overview.includes(i));
  const apart = zones.filter((zone) => !kept.includes(zone));
  return fitted(
    kept,
    spaces.filter((space) => !apart.some((zone) => holds(zone, space))),
  );
}

/** Return the spaces of a zone. @param {Zone} zone @param {Space[]} spaces */
export function within(zone, spaces) {
  return spaces.filter((space) => holds(zone, space));
}

/** @param {Zone[]} zones @param {Space[]} spaces @returns {Slice} */
function fitted(zones, spaces) {
  const shown = [...zones, ...spaces];
  const area = shown.length ? around(shown) : { x: 0, y: 0, w: 1, h: 1 };
  return { area, zones, spaces };
}

/**
 * Return the spaces of a seat that a layout names: one, or all whose name begins as `r*` says.
 * @param {Picture} picture
 * @param {number} seat
 * @param {string} name
 */
function spacesOf({ spaces }, seat, name) {
  const id = `seat-${seat + 1}-${name.replace(/\*$/, "")}`;
  return spaces.filter((space) => (name.endsWith("*") ? space.id.startsWith(id) : space.id === id));
}

/**
 * Return the parts that a phone can show large: the place of most decisions, then the overview.
 * @param {Picture} picture
 */
export function parts(picture) {
  const place = slice(picture, "place").spaces.length ? ["place"] : [];
  return [...place, ...picture.phone.overview.map((i) => `zone-${i}`)];
}

/**
 * Return the part where a decision is made: that with most of the spaces that can be touched, and
 * of several such the smallest. If none can be touched, it is the first.
 * @param {Picture} picture
 * @param {Set<string>} open the spaces that can be touched
 */
export function placeOf(picture, open) {
  const found = parts(picture).map((part) => {
    const { area, spaces } = slice(picture, part);
    return { part, count: spaces.filter(({ id }) => open.has(id)).length, size: area.w * area.h };
  });
  const most = Math.max(0, ...found.map(({ count }) => count));
  const best = found.filter(({ count }) => count === most);
  if (most > 0) best.sort((one, other) => one.size - other.size);
  return best[0]?.part ?? "all";
}

/** @param {Area[]} areas @returns {Area} */
export function around(areas) {
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
