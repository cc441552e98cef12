"""Nothing of the panel's short forms appears on a page where there are words for pages."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from msgspec.structs import replace

from companion.engine.game import Line
from companion.engine.text import Text
from companion.i18n.catalogue import Catalogue
from companion.web.views import offer as offers
from companion.web.views.position import Position
from tests.web.scene import GAMES, Scene

STEPS, EVERY = 260, 6
ABBREVIATED: Final = re.compile(
    r"\b[RYGBP]/[RYGBP]{4}\b|\br\dc\d\b|\d+EP|[→■]|\b\d+[cM]\b|\d:\d{2,}|\b[1-6]{4,}\b"
)
"""Notations of cards, squares, points, dice and coins that only a panel needs."""


def said(scene: Scene) -> Iterator[Text]:
    """Yield every text of a position that reaches some page."""
    table = scene.table
    game, state, position = table.game, table.state, Position(table)
    seats = range(len(table.setup.players))
    yield game.prompt(state, game.current_player(state))
    yield from (game.prompt(state, seat) for seat in seats)
    yield from (task.what for task in table.tasks)
    yield from (line.because for line in position.scores)
    yield from (sprite.name for sprite in position.sprites if sprite.name is not None)
    yield from _lines(position.summary)
    for seat in seats:
        yield from _lines((*game.private(state, seat), *game.outlook(state, seat)))
        offer = offers.for_seat(position, seat)
        yield from (offers.option_name(table, choice) for choice in offer.choices)
        for number in range(len(offer.choices)):
            chosen = offers.resolve_option(offer, number)
            if isinstance(chosen, tuple):
                inner = replace(offer, selection=chosen)
                yield from (offers.option_name(table, choice) for choice in inner.choices)
    for record in scene.hub.log.records[-EVERY:]:
        yield from (fact.words for fact in record.facts)
        yield from (record.action.words,) if record.action is not None else ()


def _lines(lines: tuple[Line, ...]) -> Iterator[Text]:
    for line in lines:
        yield line.left
        yield from (line.right,) if line.right is not None else ()


def whole(message: Text) -> Iterator[Text]:
    """Yield a text and those within it."""
    yield message
    for value in message.params.values():
        if isinstance(value, Text):
            yield from whole(value)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_short_form_reaches_a_page(game: str) -> None:
    scene = Scene(game)
    heard: dict[Text, None] = {}
    for n, _ in enumerate(scene.play(STEPS)):
        if n % EVERY == 0:
            heard.update(dict.fromkeys(said(scene)))
    players = scene.table.setup.players
    for language in ("en", "de"):
        pages = Catalogue(language, scene.table.game, players, pages=True)
        wrong = [pages.long(text) for text in heard if ABBREVIATED.search(pages.long(text))]
        assert wrong == []
        panel = Catalogue(language, scene.table.game, players)
        for part in {part for text in heard for part in whole(text)}:
            short, full, paged = panel.short(part), panel.long(part), pages.long(part)
            assert paged != short or short in (full, paged.lower()), part


@pytest.mark.parametrize(
    ("game", "language", "key", "params", "words"),
    [
        ("inner-compass", "de", "event.display_filled", ("W", "K"), "Im Westen liegt jetzt Angst"),
        ("inner-compass", "en", "event.display_filled", ("W", "K"), "Fear now lies in the west"),
    ],
)
def test_what_was_seen_is_said_in_words(
    game: str, language: str, key: str, params: tuple[str, str], words: str
) -> None:
    direction, card = params
    rules = Scene(game).table.game
    said_by = Catalogue(language, rules, (), pages=True)
    facts = {"direction": Text(f"direction.{direction}"), "card": Text(f"emotion.{card}")}
    assert said_by.long(Text(key, facts)) == words
