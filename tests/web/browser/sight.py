"""What a television shows: all of it at once, since nobody stands there to scroll."""

from typing import Final

from playwright.sync_api import Page, expect

_CUT: Final = """() => {
  const inner = (cut) => {
    const {overflowX, overflowY} = getComputedStyle(cut);
    const wide = cut.scrollWidth > cut.clientWidth + 1 && overflowX !== "visible";
    const high = cut.scrollHeight > cut.clientHeight + 1 && overflowY !== "visible";
    return wide || high;
  };
  const out = (box) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < 0;
  const isDrawn = (part) => part.getClientRects().length > 0 && !part.closest(".unseen");
  const all = [...document.querySelectorAll("main, main *")].filter(isDrawn);
  const found = all
    .filter((part) => part instanceof HTMLElement && !part.closest(".log"))
    .filter((part) => inner(part) || out(part.getBoundingClientRect()))
    .map((part) => `${part.localName}.${part.className}`);
  // Of the log, older lines are left out whole: those that are seen are in sight from top to end.
  for (const log of document.querySelectorAll("main .log")) {
    const {right, bottom} = log.getBoundingClientRect();
    const seen = [...log.children].map((line) => line.getBoundingClientRect());
    const cut = seen.filter((line) => line.left < right - 1 && line.bottom > bottom + 1);
    if (cut.length) found.push(`${cut.length} lines of the log`);
  }
  return found;
}"""
_BROKEN: Final = """() => {
  const typed = /(^|[\\s„“"(])(--?[a-z][\\w-]*|https?:\\/\\/\\S+|[\\w.-]+:\\d{2,5}\\b\\S*)/g;
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const match of node.data.matchAll(typed)) {
      const part = document.createRange();
      part.setStart(node, match.index + match[1].length);
      part.setEnd(node, match.index + match[0].length);
      const drawn = [...part.getClientRects()].filter(({width}) => width > 0);
      if (new Set(drawn.map(({top}) => Math.round(top))).size > 1) found.push(match[2]);
    }
  }
  return found;
}"""


def assert_nothing_typed_is_broken(page: Page) -> None:
    """Check that options and addresses, which people type as they stand, are each on one line."""
    assert page.evaluate(_BROKEN) == []


def assert_all_in_sight(page: Page) -> None:
    """Check that nothing on a page scrolls, and that nothing is cut."""
    expect(page.locator("body")).to_have_attribute("data-link", "on")
    cut = page.evaluate(_CUT)
    assert cut == [], cut


_OUTSIDE: Final = """parts => parts.flatMap(part => {
  const found = [...document.querySelectorAll(part)];
  const seen = found.filter(each => {
    const {top, left, bottom, right, width} = each.getBoundingClientRect();
    const isInside = bottom <= innerHeight + 1 && right <= innerWidth + 1;
    return width > 0 && top >= 0 && left >= 0 && isInside;
  });
  const isSeen = found.length > 0 && seen.length === found.length;
  return isSeen ? [] : [`${part}: ${seen.length} of ${found.length}`];
})"""


def assert_in_sight(page: Page, *parts: str) -> None:
    """Check that each of some parts is there and on the screen without scrolling."""
    expect(page.locator("body")).to_have_attribute("data-link", "on")
    outside = page.evaluate(_OUTSIDE, parts)
    assert outside == [], outside
