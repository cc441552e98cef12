"""What people do on the pages: press options, touch spaces, drag pieces, hold buttons."""

from collections.abc import Iterable

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.box import settled

UNFOLD = "document.querySelectorAll('details.as-list').forEach(list => { list.open = true; })"
"""Shows the options that can also be touched on the board."""


def option(page: Page, label: str) -> Locator:
    """Return the button of a choice."""
    return page.locator("choice-list:not([source=corrections]) .option").get_by_text(
        label, exact=True
    )


def choose(page: Page, labels: Iterable[str]) -> None:
    """Press options one by one, each after the one before has been answered."""
    for label in labels:
        wanted = option(page, label).first
        wanted.wait_for(state="attached")
        page.evaluate(UNFOLD)
        wanted.click()
        settled(page)


def touch(page: Page, place: str) -> None:
    """Touch a space of the board."""
    page.locator(f".target[data-place='{place}']").click()
    settled(page)


def lay(page: Page, piece: str, reader: str = "board") -> None:
    """Drag a piece from the tray onto a reader."""
    family = piece.partition("-")[0]
    tab = page.locator(f".tab[data-family={family}]")
    if tab.count():
        tab.click()
    page.locator(f".tray [data-piece='{piece}']").drag_to(page.locator(f"[data-reader={reader}]"))
    expect(page.locator(".reader .piece")).to_be_visible()


def lift(page: Page) -> None:
    """Take the piece off the reader."""
    page.locator(".reader .piece").click()
    expect(page.locator(".reader .piece")).to_have_count(0)


def tap(page: Page, button: str) -> None:
    """Press a button of the box for as long as a finger would."""
    page.locator(f"[data-button={button}]").click(delay=90)
    settled(page)


def log_length(page: Page) -> int:
    """Return how many lines the log shows."""
    return page.locator("game-log .entry").count()
