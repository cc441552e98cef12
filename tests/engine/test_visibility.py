"""Secrets that are declared at the fields of records, and what follows from them."""

from random import Random
from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from companion.engine import facets
from companion.engine.codec import Codec
from companion.engine.game import SPECTATOR
from companion.engine.records import Action, SeatAction, SeatEvent
from companion.engine.visibility import (
    Fixed,
    Hidden,
    Secret,
    audience,
    has_secrets,
    known_fields,
    mistakes,
    visible,
)
from tests.engine.test_search import Heap


class Ruling(msgspec.Struct, frozen=True):
    """The settings of a game."""

    colours: Annotated[str, Hidden()] = "red"
    late: Annotated[int, Hidden(usual=True)] = 1
    open: int = 2


class Drawing(msgspec.Struct, frozen=True):
    """Cards being drawn."""

    owner: int
    cards: Annotated[
        tuple[str, ...],
        Secret(of=lambda _state, drawing: drawing.owner, cover=lambda cards: ["?"] * len(cards)),
    ] = ()


class Player(msgspec.Struct, frozen=True):
    """One seat."""

    also_seen: ClassVar[tuple[str, ...]] = ("size",)

    hand: Annotated[str, Secret()] = ""
    bid: Annotated[
        int | None,
        Secret(
            until=lambda state, _player: state.is_over,
            known="has_bid",
            guess=lambda own, source: (own, source.randrange(3)),
        ),
    ] = None

    @property
    def size(self) -> int:
        """How many cards are in the hand."""
        return len(self.hand)


class State(msgspec.Struct, frozen=True):
    """A position."""

    also_seen: ClassVar[tuple[str, ...]] = ("players", "left")

    variant: Annotated[Ruling, Fixed()]
    players: tuple[Player, ...]
    pile: Annotated[tuple[str, ...], Hidden(len)] = ()
    seed: Annotated[int, Hidden()] = 5
    drawing: Drawing | None = None
    is_over: bool = False

    @property
    def left(self) -> int:
        """How many cards are left."""
        return len(self.pile)


STATE = State(
    Ruling(), (Player("ab", 1), Player("c"), Player("d", 2)), ("x", "y"), drawing=Drawing(1, ("k",))
)
CODEC = Codec((State,))


def sees(state: State, viewer: int) -> dict[str, Any]:
    return visible(CODEC.to_struct, state, viewer)


def test_a_player_sees_their_own_secrets_and_that_others_have_some() -> None:
    assert sees(STATE, 0)["players"] == [
        {"hand": "ab", "bid": 1, "has_bid": True, "size": 2},
        {"has_bid": False, "size": 1},
        {"has_bid": True, "size": 1},
    ]
    assert [[*player] for player in sees(STATE, SPECTATOR)["players"]] == [["has_bid", "size"]] * 3


def test_a_secret_lies_open_once_it_is_none_any_more() -> None:
    over = msgspec.structs.replace(STATE, is_over=True)
    assert [player["bid"] for player in sees(over, SPECTATOR)["players"]] == [1, None, 2]


def test_others_see_what_covers_a_secret_and_everybody_what_covers_a_hidden_field() -> None:
    assert sees(STATE, 1)["drawing"] == {"owner": 1, "cards": ["k"]}
    assert sees(STATE, 0)["drawing"] == {"owner": 1, "cards": ["?"]}
    assert {sees(STATE, viewer)["pile"] for viewer in (0, 1, SPECTATOR)} == {2}
    assert "seed" not in sees(STATE, 0)


def test_properties_that_are_seen_come_last_with_the_fields_that_are_named_there() -> None:
    last = ["players", "left", "viewer"]
    assert [*sees(STATE, 2)] == ["type", "variant", "pile", "drawing", "is_over", *last]
    assert (sees(STATE, 2)["left"], sees(STATE, 2)["viewer"]) == (2, 2)


def test_a_ruling_that_came_later_is_seen_where_it_is_unusual() -> None:
    assert sees(STATE, 0)["variant"] == {"open": 2}
    unusual = msgspec.structs.replace(STATE, variant=Ruling(late=3))
    assert sees(unusual, 0)["variant"] == {"late": 3, "open": 2}


def test_what_a_player_sees_leads_to_a_state_with_guesses_at_the_rest() -> None:
    seen = sees(STATE, 0)
    fields = known_fields(STATE, seen, 0, Random(1))
    assert not {"variant", "pile", "seed"} & fields.keys()
    own, nothing, other = fields["players"]
    assert own["bid"] == 1
    assert "bid" not in nothing, "nobody guesses what is not there"
    assert other["bid"][0] == 1


class Bid(SeatAction):
    """A secret bid."""

    height: Annotated[int, Secret()]


class Got(SeatEvent):
    """An event that a player alone knows."""

    card: Annotated[str, Secret()]


class Draw(Action):
    """A card for whoever is drawing."""

    card: Annotated[str, Secret(of=lambda state, _draw: state.drawing and state.drawing.owner)]


class Nobodys(Action):
    """A secret that belongs to no seat."""

    card: Annotated[str, Secret()]


class Careless(msgspec.Struct, frozen=True):
    """A state with a name that does not exist."""

    also_seen: ClassVar[tuple[str, ...]] = ("draw_sise",)

    players: tuple[Player, ...] = ()


def test_a_secret_action_or_event_is_known_to_its_player() -> None:
    assert audience(STATE, Bid(2, 7)) == (2,)
    assert audience(STATE, Got("R-1", 1, "k")) == (1,)
    assert audience(STATE, Draw("k")) == (1,)
    assert audience(msgspec.structs.replace(STATE, drawing=None), Draw("k")) is None
    assert audience(STATE, SeatAction(1)) is None


def test_mistakes_in_marks_are_named() -> None:
    assert [*mistakes(State)] == [*mistakes(Bid)] == [*mistakes(Draw)] == []
    assert [*mistakes(Nobodys)] == [
        "Nobodys.card is a Secret, but nobody's: give it a field `player`, or the Secret `of`"
    ]
    assert [*mistakes(Careless)] == [
        "Careless.also_seen names 'draw_sise', neither a field nor a property"
    ]
    assert has_secrets(Bid)
    assert not has_secrets(SeatAction)


class Slip(msgspec.Struct, frozen=True):
    """A state that would show again what it covers."""

    also_seen: ClassVar[tuple[str, ...]] = ("pile", "hand")

    pile: Annotated[int, Hidden()] = 7
    hand: Annotated[int, Secret(of=lambda _state, _slip: 0, known="has_one")] = 8
    other: Annotated[int, Secret(of=lambda _state, _slip: 0, known="has_one")] = 9


def test_a_covered_field_stays_covered_though_it_is_named_as_seen() -> None:
    seen = visible(Codec((Slip,)).to_struct, Slip(), 1)
    assert not {"pile", "hand", "other"} & seen.keys()
    assert [*mistakes(Slip)] == [
        "Slip.also_seen names 'pile', a field that is marked as secret; leave one of both out",
        "Slip.also_seen names 'hand', a field that is marked as secret; leave one of both out",
        "Slip has two secrets known as 'has_one'; give each a name of its own",
    ]


def test_a_game_whose_records_have_secrets_says_so() -> None:
    class Forgetful(Heap):
        records = (State, Bid)

    class Whispering(Heap, facets.Secrets[Any]):
        records = (State, Bid, *Heap.phases.kinds)

    with pytest.raises(TypeError, match="heap: State has secrets, but the game is not"):
        Forgetful()
    assert Whispering().observation(STATE, 1) == sees(STATE, 1)
    assert Whispering().audience(STATE, Bid(2, 7)) == (2,)
