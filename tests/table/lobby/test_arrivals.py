"""People who have come by phone: they are named first, and seated until the game begins."""

import pytest

from companion.table.command import Command
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby
from companion.table.lobby.start import GameStart
from companion.table.state import ArrivalsInput, Notice, PlayersInput
from tests.table.lobby.test_lobby import answer, lobby

CAME = ("Xia", "Yan", "Zoe")


def come(stage: Lobby | GameStart, *names: str, colours: tuple[str, ...] = ()) -> Lobby:
    """Return a lobby where these people are here with a phone."""
    assert isinstance(stage, Lobby)
    after = handle_lobby(stage, ArrivalsInput(names, colours))
    assert isinstance(after, Lobby)
    return after


def gathered(*names: str) -> Lobby:
    """Return a lobby where these people have come, and all are here."""
    after = handle_lobby(come(lobby(), *names), PlayersInput(names))
    assert isinstance(after, Lobby)
    return after


def players(stage: Lobby) -> tuple[str, ...]:
    """Return who plays if the game begins now."""
    begun = answer(stage, "go")
    assert isinstance(begun, GameStart)
    return begun.setup.players


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (CAME, CAME),
        (("Xia", "Yan"), ("Xia", "Yan")),
        (("Xia", "Yan", "Dan"), ("Xia", "Yan", "Dan")),
        (("Yan", "Zoe", "Xia"), ("Yan", "Zoe", "Xia")),
        ((*CAME, "Dan"), (*CAME, "Dan")),
    ],
)
def test_who_leaves_or_comes_before_the_game_begins_is_followed(
    now: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert players(come(gathered(*CAME), *now)) == expected


def test_what_was_changed_of_the_game_is_kept() -> None:
    changed = answer(gathered(*CAME), "deviations", "level", "track", "back")
    begun = answer(come(changed, "Xia", "Dan"), "go")
    assert isinstance(begun, GameStart)
    assert (begun.setup.players, begun.setup.level) == (("Xia", "Dan"), "track")


def test_who_was_left_out_stays_so_until_coming_again() -> None:
    """The phone of Zoe is away; without her they have gathered."""
    without = handle_lobby(come(lobby(), *CAME), PlayersInput(("Xia", "Yan")))
    assert isinstance(without, Lobby)
    assert players(come(without, *CAME, "Dan")) == ("Xia", "Yan", "Dan")


@pytest.mark.parametrize("now", [("Xia",), (*CAME, "Dan", "Eva")])
def test_too_few_or_too_many_are_asked_who_plays(now: tuple[str, ...]) -> None:
    stage = come(gathered(*CAME), *now)
    assert isinstance(stage.console.cover, Notice)
    closed = handle_lobby(stage, Command.CONFIRM)
    assert isinstance(closed, Lobby)
    assert closed.question is not None
    assert closed.question.key == "players"


def test_who_is_here_is_named_first_and_marked() -> None:
    """A mixed table: two have phones, and Ben has none."""
    stage = answer(come(lobby(), "Xia", "Yan"), 3)
    for name in ("Xia", "Yan"):
        assert isinstance(stage, Lobby)
        assert stage.question is not None
        assert stage.question.answers[stage.cursor][0] == name
        stage = handle_lobby(stage, Command.CONFIRM)
    assert isinstance(stage, Lobby)
    assert players_after(stage) == ("Xia", "Yan", "Ben")


def players_after(stage: Lobby) -> tuple[str, ...]:
    named = answer(stage, "Ben")
    assert isinstance(named, Lobby)
    return players(named)


def test_names_given_by_hand_are_not_changed_by_those_who_come() -> None:
    named = answer(lobby(), 2, "Ann", "Ben")
    assert players(come(named, "Xia")) == ("Ann", "Ben")


def test_one_more_phone_while_names_are_asked_is_listed() -> None:
    named = answer(come(lobby(), "Xia"), 2, "Xia")
    stage = come(named, "Xia", "Yan")
    assert stage.question is not None
    assert stage.question.answers[stage.cursor][0] == "Yan"
