"""Those who have played together before sit down with one answer: names, order, who begins."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import Action, Setup
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.lobby.box_settings import NextGameSettings, StarterRule
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby, Naming, open_lobby
from companion.table.lobby.rematch import rematch
from companion.table.lobby.start import GameStart
from companion.table.narrowing.intent import values
from companion.table.previous_games.parties import (
    OTHERS,
    PARTY,
    Party,
    distinct,
)
from companion.table.screens.view import view
from companion.table.state import (
    LanguageInput,
    PlayersInput,
    Table,
    with_console,
)
from companion.table.table import Timestamp, begin
from tests.manifests import manifests

TRIO = Party(("Uta", "Vic", "Wim"), starter=2)
PAIR = Party(("Vic", "Uta"))
FOUR = Party(("A", "B", "C", "D"), starter=0)
SIX = Party(("A", "B", "C", "D", "E", "F"), starter=0)
USUAL = Setup(("Vic", "Uta"), "full")


def lobby(*parties: Party, game: str = "inner-compass") -> Lobby:
    opened = open_lobby(manifests(registry.load(game)), ("Uta", "Vic", "Wim"), USUAL, game)
    return replace(opened, parties=parties)


def asked(stage: Lobby | GameStart) -> list[object]:
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    return [answer for answer, _ in stage.question.answers if isinstance(answer, int | str)]


def finished(stage: Lobby | GameStart) -> GameStart:
    """Confirm whatever else is asked."""
    while isinstance(stage, Lobby):
        stage = handle_lobby(stage, Command.CONFIRM)
    return stage


def test_a_party_is_listed_once_as_it_played_last() -> None:
    before = replace(TRIO, starter=1)
    assert distinct((TRIO, PAIR, before)) == (TRIO, PAIR)
    assert len(distinct(Party((f"Player {n}", "B")) for n in range(9))) == 4


def test_one_press_takes_names_order_and_who_begins() -> None:
    stage = handle_lobby(lobby(TRIO, PAIR), Command.CONFIRM)
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    assert stage.question.key == "start"
    begun = finished(stage)
    assert begun.setup.players == ("Uta", "Vic", "Wim")
    assert begun.first == 0, "after Wim it is Uta's turn to begin"
    assert "choose_start" not in begun.enter


def test_without_knowledge_of_the_last_start_it_is_as_the_game_has_it() -> None:
    second = handle_lobby(lobby(TRIO, PAIR), Command.NEXT)
    assert isinstance(second, Lobby)
    begun = finished(handle_lobby(second, Command.CONFIRM))
    assert begun.setup.players == ("Vic", "Uta")
    assert begun.first is None


@pytest.mark.parametrize(
    ("begins", "asks"), [(StarterRule.DRAWN, False), (StarterRule.ASKED, True)]
)
def test_who_begins_can_still_be_decided_otherwise(begins: StarterRule, *, asks: bool) -> None:
    begun = finished(replace(lobby(TRIO), chosen=NextGameSettings(begins=begins)))
    assert begun.first is None
    assert ("choose_start" in begun.enter) is asks


def test_the_panel_says_who_will_begin_before_and_after_a_party_is_taken() -> None:
    def footer(stage: Lobby | GameStart) -> str:
        assert isinstance(stage, Lobby)
        return view(stage, Catalogue("en", stage.game, ()), 4).footer

    stage = lobby(TRIO, PAIR)
    assert footer(stage) == "Uta begins"
    assert footer(handle_lobby(stage, Command.CONFIRM)) == "Uta begins"
    assert "begins" not in footer(handle_lobby(stage, Command.NEXT)), "nobody knows of a start"
    assert "begins" not in footer(replace(stage, chosen=NextGameSettings(begins=StarterRule.DRAWN)))
    assert "begins" not in footer(lobby(FOUR, game="compass-points")), "North does in this game"


def begun_by(starter: int, enter: frozenset[str] = frozenset()) -> Table:
    def drawn(outcomes: tuple[tuple[Action, float], ...]) -> Action:
        return next(
            (a for a, _ in outcomes if values(a) == {"action": "choose_start", "player": starter}),
            outcomes[0][0],
        )

    game = registry.load("inner-compass")
    return begin(game, Setup(TRIO.players, "full"), enter, Timestamp(0, 0.0), drawn).table


def test_whoever_comes_next_begins_the_same_game_once_more() -> None:
    assert rematch(begun_by(1), None).first == 2
    once_more = rematch(begun_by(2), rematch(begun_by(1), None))
    assert once_more.first == 0
    assert once_more.setup.players == TRIO.players


def test_a_way_to_begin_that_was_set_stays_for_the_same_game_once_more() -> None:
    oldest = replace(rematch(begun_by(1), None), first=1, takes_turns=False)
    again = rematch(begun_by(1), oldest)
    assert (again.first, again.takes_turns) == (1, False)
    assert not finished(
        replace(lobby(TRIO), chosen=NextGameSettings(begins=StarterRule.DRAWN))
    ).takes_turns
    assert finished(lobby(TRIO)).takes_turns


def test_others_are_asked_one_by_one_and_back_leads_to_the_parties() -> None:
    stage = lobby(TRIO)
    assert asked(stage)[:2] == [0, OTHERS]
    down = handle_lobby(stage, Command.NEXT)
    assert isinstance(down, Lobby)
    after = handle_lobby(down, Command.CONFIRM)
    assert asked(after)[:3] == [2, 3, 4]
    assert isinstance(after, Lobby)
    back = handle_lobby(after, Command.BACK)
    assert isinstance(back, Lobby)
    assert back.question is not None
    assert back.question.key == PARTY


def test_only_those_who_fit_the_game_are_offered() -> None:
    assert asked(lobby(SIX, PAIR))[:2] == [1, OTHERS]
    assert asked(lobby(SIX))[:2] == [2, 3]
    assert asked(lobby(SIX, game="essence"))[:2] == [0, OTHERS]


def test_those_who_gather_by_phone_are_not_asked_for_a_party() -> None:
    stage = handle_lobby(lobby(TRIO), PlayersInput(("Xia", "Yan")))
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    assert stage.question.key == "start"


def test_a_robot_plays_again_and_made_up_names_follow_the_language() -> None:
    with_robot = Party(("Player 1", "Robot"), robots=(1,), starter=1)
    english = Naming(("Player 1",), ("Robot",))
    german = Naming(("Spieler 1",), ("Roboter",))
    stage = replace(
        with_console(lobby(with_robot), language="en", languages=("en", "de")),
        names=english.names,
        robots=english.robots,
        naming={"en": english, "de": german},
    )
    spoken = handle_lobby(stage, LanguageInput("de"))
    begun = finished(spoken)
    assert begun.setup.players == ("Spieler 1", "Roboter")
    assert begun.setup.robots == (1,)
    assert begun.first == 0
