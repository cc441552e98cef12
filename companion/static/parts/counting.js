// Points that are counted up after a game, one reason after the other.

/** @import { RankingPlace, ScoreLine } from "/static/core/messages.js" */

/** Milliseconds for a reason, and for all of them at most. */
const REASON = 500;
const MOST = 7000;

/**
 * Return how long it takes to count the points of a ranking, in milliseconds.
 * @param {RankingPlace[]} podium
 * @param {ScoreLine[]} scores
 */
export function duration(podium, scores) {
  const longest = Math.max(0, ...podium.map(({ seats }) => linesOf(seats, scores).length));
  return Math.min(longest * REASON, MOST);
}

/**
 * Return the points of a place of the ranking that are counted by now, and what the last are for.
 * @param {RankingPlace} place
 * @param {ScoreLine[]} scores
 * @param {number} share of the time that has passed
 */
export function counted({ seats, points }, scores, share) {
  const lines = linesOf(seats, scores);
  const last = Math.floor(share * lines.length);
  if (last >= lines.length) return { points, because: "" };
  const sum = lines.slice(0, last + 1).reduce((all, line) => all + line.points, 0);
  return { points: sum, because: lines[last]?.because ?? "" };
}

/** @param {number[]} seats @param {ScoreLine[]} scores */
function linesOf(seats, scores) {
  return scores.filter(({ player }) => seats.includes(player));
}
