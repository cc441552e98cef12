"""What a seat may see (IC-R29): hands, EP totals and the draw pile are hidden."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.game import SPECTATOR, Struct
from companion.games.inner_compass import GAME
from companion.games.inner_compass.state import Cards, Phase, Player, State
from companion.i18n.catalogue import Catalogue
from tests.games.inner_compass.tables import base, moments


@cache
def states() -> tuple[State, ...]:
    """Return states of random games in which totals are secret."""
    return tuple(
        moment.step.state
        for level in GAME.levels
        for moment in moments(6, level, every=17, seed=200)
        if not moment.step.state.variant.show_totals
    )


def players(seen: Struct) -> list[Mapping[str, Any]]:
    return seen["players"]  # type: ignore[return-value]  # as an observation writes them


@st.composite
def spread(draw: st.DrawFn, cards: int) -> Cards:
    """Generate a hand of so many cards in any colours."""
    cuts = sorted(draw(st.lists(st.integers(0, cards), min_size=4, max_size=4)))
    y, b, k, w, r = (end - begin for begin, end in zip([0, *cuts], [*cuts, cards], strict=True))
    return y, b, k, w, r


def otherwise(state: State, viewer: int, data: st.DataObject) -> State:
    """Generate a state that differs only in what ``viewer`` may not know."""

    def other(player: Player) -> Player:
        size = player.hand_size
        unknown = data.draw(st.integers(0, size))
        hand = player.hand and data.draw(spread(size - unknown))
        number = st.integers(0, 40)
        return replace(
            player,
            hand=hand,
            unknown=unknown if player.hand else 0,
            ep_track=data.draw(number),
            ep_first=data.draw(number),
            ep_row=data.draw(number),
            ep_corrected=data.draw(number),
        )

    seats = enumerate(state.players)
    changed = replace(
        state, players=tuple(hand if seat == viewer else other(hand) for seat, hand in seats)
    )
    pool = data.draw(spread(state.draw_size + changed.unknown))
    return replace(changed, pool=pool)


@pytest.mark.slow
@given(st.data())
def test_nothing_hidden_shows_in_what_others_see(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from([s for s in states() if s.phase is not Phase.OVER]))
    viewer = data.draw(st.sampled_from([SPECTATOR, *range(len(state.players))]))
    changed = otherwise(state, viewer, data)
    assert changed.draw_size == state.draw_size
    assert GAME.observation(changed, viewer) == GAME.observation(state, viewer)


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_seat_sees_its_own_hand_and_ep(viewer: int) -> None:
    own, other = players(GAME.observation(base(), viewer))[:: 1 if viewer == 0 else -1]
    assert tuple(own["hand"]) == base().players[viewer].hand
    assert own["ep_track"] == base().players[viewer].ep_track
    assert not {"hand", "unknown", "ep_track", "ep_first", "ep_row", "ep_corrected"} & set(other)


def test_a_seat_sees_its_ep_and_its_cards_in_words() -> None:
    voice = Catalogue("en", GAME, ("Ann", "Ben"))
    lines = GAME.private(base().with_player(0, hand=(2, 0, 1, 0, 0), unknown=3), 0)
    assert [
        f"{voice.long(line.left)}: {voice.long(line.right)}" for line in lines if line.right
    ] == [
        f"Your EP: {base().players[0].ep} EP",
        "Happiness: 2 cards",
        "Fear: 1 card",
        "Unseen: 3 cards",
    ]


def test_everybody_sees_the_sizes_of_hands_and_of_the_draw_pile() -> None:
    seen = GAME.observation(base(), SPECTATOR)
    assert [player["hand_size"] for player in players(seen)] == [5, 2]
    assert seen["draw_size"] == 5
    assert "pool" not in seen


def test_everybody_sees_what_is_on_the_table() -> None:
    seen = GAME.observation(base(), SPECTATOR)
    whole = GAME.to_struct(base())
    for open_part in ("board", "track", "tiles", "display", "discard", "values", "compass"):
        assert seen[open_part] == whole[open_part]
    assert list(players(seen)[1]["cubes"]) == ["d3"]


def test_totals_show_where_the_table_wants_it_and_at_the_end() -> None:
    shown = replace(base(), variant=replace(base().variant, show_totals=True))
    for state in (shown, replace(base(), phase=Phase.OVER)):
        assert [p["ep_track"] for p in players(GAME.observation(state, SPECTATOR))] == [0, 3]


def test_hands_never_show() -> None:
    for state in states():
        for player in players(GAME.observation(state, SPECTATOR)):
            assert "hand" not in player
