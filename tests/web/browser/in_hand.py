"""What a phone must show of a game at a glance: whose turn, what can be done, what is mine."""

from collections.abc import Mapping, Sequence
from typing import Final

from playwright.sync_api import Page, ViewportSize, expect

UPRIGHT: Final[ViewportSize] = {"width": 390, "height": 844}
SMALL: Final[ViewportSize] = {"width": 360, "height": 640}
LYING: Final[ViewportSize] = {"width": 844, "height": 390}
PHONES: Final = (SMALL, UPRIGHT, LYING)
FINGER: Final = 44
"""Pixels that a finger needs."""

_LOOK: Final = """(finger) => {
  const shown = (each) => each.checkVisibility() && !each.closest(".unseen");
  const found = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const boxes = (selector) => found(selector).map((each) => [each, each.getBoundingClientRect()]);
  const named = (each) => each.getAttribute("aria-label") ?? each.textContent.trim();
  const isOut = ({left, top, right, bottom}) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  const isCovered = (each, {left, top, right, bottom}) => {
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !at || !(each.contains(at) || at.contains(each) || at.closest(".target"));
  };
  const isFree = ([each, box]) => !isOut(box) && !isCovered(each, box);
  const hidden = (selector) =>
    boxes(selector).filter((each) => !isFree(each)).map(([each]) => named(each));
  const words = (each) => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (texts.nextNode()) {
      const node = texts.currentNode;
      for (const {0: word, index} of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const part = document.createRange();
        part.setStart(node, index);
        part.setEnd(node, index + word.length);
        if (new Set([...part.getClientRects()].map(({top}) => Math.round(top))).size > 1)
          broken.push(word);
      }
    }
    return broken;
  };
  const isSmall = (selector) => boxes(selector)
    .filter(([, {width, height}]) => Math.min(width, height) < finger - 0.5)
    .map(([each, {width, height}]) => `${named(each)}: ${width.toFixed()}x${height.toFixed()}`);
  const ids = /\\b(seat-\\d|[a-z]+-\\d+\\b|display-[NESW]|r\\dc\\d)/;
  return {
    wide: document.documentElement.scrollWidth > innerWidth ? ["the page"] : [],
    hidden: [
      ...[".turn-name", ".sheet .option", "choice-list summary", ".thing", ".target"],
      ...[".podium-step", ".end .primary"],
    ].flatMap(hidden),
    small: [".sheet button", ".overview button", ".target"].flatMap(isSmall),
    broken: found(".sheet button, .overview button, .turn-name, .prompt").flatMap(words),
    ids: found("[aria-label], button, li").map(named).filter((name) => ids.test(name)),
  };
}"""


def faults(page: Page) -> Mapping[str, Sequence[str]]:
    """Return what a phone does not show as it must, by the kind of fault.

    What is too small for a finger must be large enough one tap later.
    """
    expect(page.locator("body")).to_have_attribute("data-link", "on")
    _settle(page)
    found: dict[str, list[str]] = page.evaluate(_LOOK, FINGER)
    if found["small"] and page.locator(".closer").count():
        page.locator(".closer").click()
        found["small"] = page.evaluate(_LOOK, FINGER)["small"]
        page.locator(".closer").click()
    return {kind: names for kind, names in found.items() if names}


def _settle(page: Page) -> None:
    """Wait until the parts of a page have taken their places for the size of the screen."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
