"""Pieces by kind, from the marks at the fields that hold them."""

from collections import Counter
from random import Random
from typing import Annotated

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.piece_conservation import (
    PieceField,
    UnseenPieces,
    differences,
    of_kind,
    pieces_in,
)
from companion.engine.visibility import Hidden, Secret

CARDS = {"a": 3, "b": 2, "c": 1}


class Player(msgspec.Struct, frozen=True):
    """One seat, with cards and a coin or none."""

    hand: Annotated[tuple[str, ...], Secret(), PieceField("cards")] = ()
    coin: Annotated[str, Secret(), PieceField(lambda _player, coin: coin[:4])] = ""


class State(msgspec.Struct, frozen=True):
    """A table."""

    players: tuple[Player, ...]
    display: Annotated[tuple[str | None, ...], PieceField("cards")] = ()
    counted: Annotated[tuple[int, int], PieceField("cards", lambda n: "a" * n[0] + "b" * n[1])] = (
        0,
        0,
    )
    pile: Annotated[tuple[str, ...], Hidden(len), PieceField("cards")] = ()


STATE = State((Player(("a", "?"), "gold-2"), Player()), ("b", None), (1, 0), ("c",))


def test_pieces_are_found_wherever_they_are_held() -> None:
    assert of_kind(STATE, "cards") == Counter("aabc?")
    assert of_kind(STATE, "gold") == Counter(["gold-2"])
    assert ("cards", "c") not in [*pieces_in(STATE, but_hidden=True)]


def test_what_is_lost_or_doubled_is_named() -> None:
    whole = State((Player(("a", "a", "b")), Player(("a",))), ("b", None), pile=("c",))
    assert differences(whole, "cards", CARDS) == Counter()
    lost = msgspec.structs.replace(whole, display=("c", None))
    assert differences(lost, "cards", CARDS) == Counter(b=-1, c=1)


@given(st.integers(0, 10**6))
def test_what_is_not_seen_is_what_is_left(seed: int) -> None:
    unseen = UnseenPieces({"cards": CARDS}, STATE, Random(seed), lambda piece: piece == "?")
    assert sorted(unseen.left["cards"]) == ["a", "b", "c"]
    first = unseen.take("cards", 1)
    assert sorted((*first, *unseen.take("cards", 5))) == ["a", "b", "c"]
    assert unseen.take("coins", 1) == ()


def test_covered_pieces_become_some_of_their_kind() -> None:
    source = Random(3)
    unseen = UnseenPieces(
        {"cards": CARDS, "gold": {"gold-1": 1}}, STATE, source, lambda piece: piece.endswith("?")
    )
    player = unseen.uncovered(Player(("a", "?", "?"), "gold-?"))
    assert player.hand[0] == "a"
    assert {*player.hand[1:]} <= {*CARDS}
    assert player.coin == "gold-1"
    assert unseen.uncovered(Player()) == Player()
