"""The game behind the kernel's protocol."""

from companion.engine.game import CHANCE, TERMINAL, Setup
from companion.games.compass_jewels import GAME
from tests.games.compass_jewels.tables import NAMES, TWO_COLOURS, declaring, example_1, play, walk


def test_it_introduces_itself() -> None:
    assert (GAME.id, GAME.title, list(GAME.players)) == ("compass-jewels", "Compass", [2])


def test_chance_deals_then_seats_act_then_nobody() -> None:
    assert GAME.current_player(GAME.new_initial_state(Setup(NAMES))) == CHANCE
    assert GAME.active_players(example_1()) == (0,)
    over = play(declaring(TWO_COLOURS), "done").state
    assert GAME.current_player(over) == TERMINAL
    assert GAME.legal_actions(over, TERMINAL) == ()
    assert GAME.is_terminal(over)


def test_nobody_acts_out_of_turn() -> None:
    assert GAME.legal_actions(example_1(), 1) == ()


def test_notation_reads_as_it_is_written() -> None:
    for moment in walk(Setup(NAMES), 5):
        notation = GAME.action_to_string(moment.action)
        assert GAME.string_to_action(notation) == moment.action
