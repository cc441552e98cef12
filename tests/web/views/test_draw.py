"""Pages are told what the box has drawn, until somebody plays on; nobody learns what is secret."""

from companion.engine import registry
from companion.engine.draws.notes import is_commitment
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.sheets.actions import HandOver, RollDice
from companion.table.command import Command
from companion.table.play import begin, take
from companion.table.state import Timestamp
from companion.table.table import Table, handle
from companion.web.views.draw import draw_view
from tests.committed_games import DRAWS, NAMES


def at(second: int) -> Timestamp:
    return Timestamp(second * 1000, float(second))


def shown(table: Table) -> list[str]:
    found = draw_view(table, Catalogue("en", table.game, NAMES))
    return [] if found is None else [each["text"] for each in found["drawn"]]


def begun(name: str, level: str) -> Table:
    game = registry.load(name)
    count = max(2, game.players[0])
    return begin(game, Setup(NAMES[:count], level), (), at(0), DRAWS).table


def drawn(table: Table) -> Table:
    return handle(table, Command.BACK, at(1), DRAWS).table


def test_it_is_shown_with_what_the_box_was_bound_to_and_the_secret() -> None:
    table = begun("inner-compass", "track")
    assert shown(table) == []
    table = drawn(table)
    found = draw_view(table, Catalogue("en", table.game, NAMES))
    assert found is not None
    assert is_commitment(found["secret"], found["bound"])
    assert len(found["drawn"]) >= 6


def test_dice_are_shown_until_somebody_plays_on() -> None:
    table = drawn(begun("dice-score-card", "table"))
    table = take(table, RollDice(3), at(2), DRAWS)
    assert [text.startswith("Die: ") for text in shown(table)] == [True] * 3
    assert shown(take(table, HandOver(), at(3), DRAWS)) == []


def test_what_is_secret_is_not_shown() -> None:
    table = begun("gilded-compass", "full")
    table = drawn(table)
    secret = [step for step in table.steps if table.is_secret(step.action)]
    texts = shown(table)
    assert not any(table.game.action_name(step.action).key in texts for step in secret)
    assert len(texts) <= len(table.steps) - len(secret)
