"""A hundred thousand asks of the reader array."""

from tests.firmware.test_polling import news_of

ASKS = 100_000


def test_no_tag_enters_or_leaves_that_does_not_move() -> None:
    assert news_of(ASKS, seed=7) == "0; "
