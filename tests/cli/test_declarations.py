"""`companion games show GAME`: what a game declares."""

import pytest

from companion.cli import main
from companion.cli.declarations import lines
from companion.engine import registry
from companion.engine.phases import PhasedRules
from companion.i18n.catalogue import Phrases


def shown(name: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["games", "show", name]) == 0
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_actions_are_shown_with_what_each_field_may_be_and_what_refuses_the_rest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    listing = shown("essence", capsys)
    assert listing[0] == "Essence (essence), rules 1: 2 to 7 players, levels: table, full"
    assert "double_points without, with" in listing
    assert "void_rounds true, false (if people want it)" in listing
    at = listing.index("vote (ES-VOTE-1), several seats at once")
    assert (
        listing[at + 2]
        == "vote player: as state.seats says, else no-such-seat (ES-VOTE-1); number; "
        "secret: by a tag on a reader, or on the phone of its seat"
    )
    assert "over (ES-END-1), the end" in listing
    assert (
        "draw_question card" in listing[listing.index("question (ES-DRAW-1), drawn by chance") + 1]
    )
    coins = "coins: 0 to 3, else too-many-coins (ES-COIN-1)"
    assert f"correct_coins player: any seat; {coins}" in listing
    assert "change place; listed by voting.changes" in listing


def test_secrets_and_conserved_pieces_are_shown_with_their_fields(
    capsys: pytest.CaptureFixture[str],
) -> None:
    listing = shown("inner-compass", capsys)
    assert "Player.hand only its owner sees it" in listing
    assert "State.pool nobody sees it" in listing
    assert "cards State.display, State.pool, State.discard, Player.hand" in listing
    assert listing[-1] == "companion.games.inner_compass.invariants.violations"


@pytest.mark.parametrize("name", registry.names())
def test_every_phase_and_action_of_every_game_is_shown(name: str) -> None:
    game = registry.load(name)
    assert isinstance(game, PhasedRules)
    listing = [*lines(game, Phrases("en", lambda: (game,)))]
    for phase, rules in game.phases.table.items():
        assert any(line.startswith(f"  {phase} ({rules.rule}), ") for line in listing), phase
    assert max(map(len, listing)) < 250, "one line for each action, and not too long"


def test_in_german_too(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert main(["games", "show", "compass-points"]) == 0
    listing = capsys.readouterr().out
    assert "Regeln 1: 4 Personen" in listing
    assert "sonst no-such-direction (CP-COMP-2)" in listing


@pytest.mark.parametrize(
    ("given", "mistake"),
    [
        (("show",), "say which game: companion games show GAME; there are compass-jewels,"),
        (("show", "ludo"), "there is no game 'ludo'; installed are: compass-jewels,"),
        (
            ("played", "ludo"),
            "'ludo' is not the number of a game; companion games played lists them",
        ),
        (("played", "0"), "'0' is not the number of a game"),
    ],
)
def test_a_mistake_is_one_sentence(
    given: tuple[str, ...], mistake: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", *given]) != 0
    listing = capsys.readouterr().err
    assert mistake in listing
    assert listing.count("\n") == 1


def test_a_board_that_cannot_be_read_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_package: str) -> None:
        raise ValueError("essence/board.yaml:3: size: found a text")

    monkeypatch.setattr("companion.engine.board_file.load_picture", refuse)
    monkeypatch.delitem(vars(registry.load("essence")), "picture", raising=False)
    assert main(["games", "show", "essence"]) == 2
    listing = capsys.readouterr().err
    assert "the game 'essence' cannot be loaded: essence/board.yaml:3: size: found a t" in listing
    assert listing.count("\n") == 1
