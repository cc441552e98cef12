// Words on a card: broken into lines, and as large as fits.

/** The usual width of a letter, as a share of the font size. */
const LETTER = 0.66;
/** The height of a line, as a share of the font size. */
const LINE = 1.15;
/** Letters smaller than this share of the card's width are better read sideways. */
const SMALL = 0.24;

/**
 * Return words as lines that fit a box, turned by 90 degrees where that makes letters larger.
 * @param {string} words
 * @param {number} width
 * @param {number} height
 * @param {number} largest font size
 * @returns {{size: number, lines: string[], isTurned: boolean}}
 */
export function fitted(words, width, height, largest) {
  const upright = fittedIn(words, width, height, largest);
  if (upright.size >= SMALL * width || height <= width) return { ...upright, isTurned: false };
  const turned = fittedIn(words, height, width, largest);
  const isTurned = turned.size > upright.size * 1.25;
  return { ...(isTurned ? turned : upright), isTurned };
}

/** @param {string} words @param {number} width @param {number} height @param {number} largest */
function fittedIn(words, width, height, largest) {
  for (let size = largest; size > largest / 12; size *= 0.92) {
    const lines = broken(words, Math.floor(width / (size * LETTER)));
    if (lines && lines.length * size * LINE <= height) return { size, lines };
  }
  return { size: largest / 12, lines: [words] };
}

/**
 * Break words into lines of at most `letters`; return `null` if a word is longer than a line.
 * @param {string} words
 * @param {number} letters
 */
function broken(words, letters) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words.split(/\s+/)) {
    if (word.length > letters) return null;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
