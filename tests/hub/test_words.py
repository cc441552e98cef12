"""The words of the hub's pages: one game is not a games."""

import pytest

from companion_hub.pages.layout import HubPageContext


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [("en", 1, "1 game"), ("en", 0, "0 games"), ("en", 2, "2 games"), ("de", 1, "1 Spiel")],
)
def test_one_is_no_plural(language: str, count: int, said: str) -> None:
    assert HubPageContext(language).say("found", n=count) == said
