// Clocks between two messages: the server sends how they stood, and we count on from there.

/** @import { Clock, SeatTime } from "/static/core/messages.js" */

/**
 * Return a seat's clock `passed` milliseconds after it arrived.
 * @param {Clock} clock
 * @param {number} seat
 * @param {number} passed
 * @returns {SeatTime}
 */
export function timeNow(clock, seat, passed) {
  const sent = clock.seats[seat];
  if (clock.paused || !clock.running.includes(seat)) return sent;
  const waited = Math.min(sent.delay, passed);
  const left = sent.left === null ? null : sent.left - (passed - waited);
  return { ...sent, used: sent.used + passed, delay: sent.delay - waited, left };
}

/**
 * Return a time as digits: 4:05 or 1:02:03; a time that counts down is rounded `up`.
 * @param {number} milliseconds
 * @param {boolean} up
 */
export function digits(milliseconds, up) {
  const seconds = (up ? Math.ceil : Math.floor)(Math.abs(milliseconds) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const head = hours ? `${hours}:${two(minutes)}` : String(minutes);
  return `${head}:${two(seconds % 60)}`;
}

/**
 * Return what a clock shows, and whether less than ten seconds are left.
 * @param {SeatTime} time
 * @returns {{text: string, isLow: boolean}}
 */
export function face(time) {
  if (time.left === null) return { text: digits(time.used, false), isLow: false };
  if (time.delay > 0) return { text: `+${digits(time.delay, true)}`, isLow: false };
  const sign = time.left < 0 ? "−" : "";
  const periods = time.periods ? ` ×${time.periods}` : "";
  return {
    text: `${sign}${digits(time.left, time.left >= 0)}${periods}`,
    isLow: time.left < 10_000,
  };
}
