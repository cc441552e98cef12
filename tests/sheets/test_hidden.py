"""Totals that a sheet hides are neither in the log nor on displays before the end."""

import random

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Action, Setup
from companion.engine.shared_actions import ChooseStart
from companion.i18n.catalogue import Catalogue
from companion.protocol.http.page_words import page_words
from companion.sheets import actions
from companion.table.command import Command
from companion.table.log_repair.turn_log import step_text
from companion.table.narrowing.candidates import actor_of
from companion.table.play import take
from companion.table.screens.glance import glance
from companion.table.table import Table, Timestamp, begin, handle
from companion.web.views.history import History, line
from tests.sheets.test_play import COINS, begun, do, game

NAMES = ("Ann", "Ben", "Cleo")
DRAW = sampler(random.Random(1))
ENTERED = (actions.EnterNow(0, "cash"), actions.Tally(0, "cash", 110))


def played(*taken: Action) -> Table:
    """Return a game of *Most money*, which Ann begins, after some actions."""
    game = registry.load("most-money")
    table = begin(game, Setup(NAMES, "table"), ("choose_start",), Timestamp(0, 0.0), DRAW).table
    for action in (ChooseStart(0), *taken):
        table = take(table, action, Timestamp(0, 0.0), DRAW)
    return table


def voice() -> Catalogue:
    return Catalogue("en", registry.load("most-money"), NAMES)


def told(table: Table, seat: int | None) -> str:
    """Return all that a reader is told of the log."""
    book = History()
    book.follow(table)
    words = page_words("en")
    return "\n".join(str(line(record, seat, voice(), words)["text"]) for record in book.records)


def test_only_its_player_reads_a_count_in_the_log() -> None:
    table = played(*ENTERED)
    assert "110" in told(table, 0)
    for other in (1, 2, None):
        assert "110" not in told(table, other)
        assert "Ann" in told(table, other)


def test_the_log_of_the_panel_names_only_its_player() -> None:
    table = played(*ENTERED)
    shown = voice().long(step_text(table, table.steps[-1]))
    assert "Ann" in shown
    assert "110" not in shown


def test_neither_the_last_action_nor_a_message_about_an_undo_says_a_count() -> None:
    table = played(*ENTERED)
    assert "110" not in str(glance(table, voice()))
    undone = handle(table, Command.UNDO, Timestamp(0, 0.0), DRAW).table
    assert undone.notice is not None
    assert "110" not in voice().long(undone.notice.message)


def test_a_correction_of_points_names_whose_they_are() -> None:
    table = played(actions.ChangePoints(2, 50))
    shown = voice().long(step_text(table, table.steps[-1]))
    assert "Cleo" in shown
    assert "50" not in shown
    assert "50" not in told(table, 0)


def test_where_all_play_the_log_names_whose_points_they_are() -> None:
    rules = game("order: together\nhidden: true\namounts: [5]\n" + COINS)
    state = begun(rules)
    assert actor_of(rules, state, actions.AddPoints(2, 5)) == 2
    state = do(rules, state, actions.EnterNow(1, "coins"))
    assert actor_of(rules, state, actions.Tally(1, "coins", 3)) == 1
    assert actor_of(rules, begun(rules), actions.AllReady()) == 0
