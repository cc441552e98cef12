// @ts-check
/**
 * Repeats the draws of a recorded game in a browser, without a network: nothing but this file is
 * needed. The arithmetic is described in docs/draws.md; SHA-256 is that of FIPS 180-4.
 */

/**
 * @typedef {object} RecordedDraw
 * @property {string} commitment in hex, empty if the box had made none
 * @property {string} secret in hex
 * @property {number[]} times of key presses, in milliseconds
 * @property {string[]} picks such as "417/720"
 * @property {string | null} seed in hex, null if it was not recorded
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
/** The same of the square roots of the first eight. */
const INITIAL_HASH = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

/**
 * @param {number} count
 * @returns {number[]}
 */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

/** @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/**
 * @param {number} word
 * @param {number} by
 */
function rotate(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array} with a one bit, zeros and the length in bits behind it
 */
function pad(message) {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(size - 4, message.length * 8);
  return padded;
}

/**
 * @param {DataView} view
 * @param {number} offset
 * @returns {Uint32Array} the message schedule of a block
 */
function schedule(view, offset) {
  const words = new Uint32Array(64);
  for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(offset + 4 * at);
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + small0 + (words[at - 7] ?? 0) + small1;
  }
  return words;
}

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array} its SHA-256
 */
export function sha256(message) {
  const padded = pad(message);
  const view = new DataView(padded.buffer);
  const hash = Uint32Array.from(INITIAL_HASH);
  for (let offset = 0; offset < padded.length; offset += 64) {
    const words = schedule(view, offset);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let at = 0; at < 64; at += 1) {
      const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const choice = (e & f) ^ (~e & g);
      const one = (h + big1 + choice + (ROUND_CONSTANTS[at] ?? 0) + (words[at] ?? 0)) | 0;
      const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) {
      hash[at] = (hash[at] ?? 0) + word;
    }
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of hash.entries()) digest.setUint32(4 * at, word);
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits */
function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * @param {number} value
 * @param {number} size
 * @returns {number[]} the bytes of a whole number, the largest first
 */
function bigEndian(value, size) {
  const digits = value.toString(16).padStart(2 * size, "0");
  return [...fromHex(digits)];
}

/**
 * @param {Uint8Array} seed
 * @param {number} index
 * @param {bigint} total
 * @returns {bigint} a number below `total`, each equally likely
 */
export function pick(seed, index, total) {
  const fair = ((1n << 256n) / total) * total;
  for (let attempt = 0; ; attempt += 1) {
    const message = [...seed, ...bigEndian(index, 4), ...bigEndian(attempt, 4)];
    const number = BigInt(`0x${toHex(sha256(Uint8Array.from(message)))}`);
    if (number < fair) return number % total;
  }
}

/**
 * @param {RecordedDraw} draw
 * @returns {{committed: boolean, seeded: boolean, picks: string[]}} whether the box was bound to
 *   the secret, whether the times are those of the draw, and what follows from them
 */
export function repeat(draw) {
  const secret = fromHex(draw.secret);
  const times = draw.times.flatMap((time) => bigEndian(time, 8));
  const seed = sha256(Uint8Array.from([...secret, ...times]));
  const picks = draw.picks.map((recorded, index) => {
    const total = BigInt(recorded.split("/")[1] ?? "1");
    return `${pick(seed, index, total)}/${total}`;
  });
  const seeded = draw.seed === null || draw.seed === toHex(seed);
  return { committed: toHex(sha256(secret)) === draw.commitment, seeded, picks };
}

/** Show for each draw on the page whether this browser comes to the same result. */
function show() {
  for (const section of document.querySelectorAll("section[data-draw]")) {
    /** @type {RecordedDraw} */
    const draw = JSON.parse(section.getAttribute("data-draw") ?? "");
    const { committed, seeded, picks } = repeat(draw);
    const same = seeded && picks.every((number, at) => number === draw.picks[at]);
    for (const outcome of section.querySelectorAll("[data-outcome]")) {
      const name = committed && same ? "right" : committed ? "result" : "secret";
      outcome.toggleAttribute("hidden", outcome.getAttribute("data-outcome") !== name);
    }
    for (const [at, place] of section.querySelectorAll("[data-repeated]").entries()) {
      place.textContent = picks[at] ?? "";
    }
  }
}

if (typeof document !== "undefined") show();
