"""A mark that would not do what it says stops the import: no secret is open by a slip."""

from random import Random
from types import new_class
from typing import Annotated, Any, Generic, NamedTuple, NewType, TypedDict, TypeVar

import msgspec
import pytest

from companion.engine.facets import Robots, Secrets
from companion.engine.game import Setup, Step
from companion.engine.marking import of_draws, of_marks, of_open_types, records_within
from companion.engine.phases import Act, PhasedRules, PhaseRules, Phases, over
from companion.engine.piece_conservation import PieceField
from companion.engine.records import Action, SeatAction, SeatEvent
from companion.engine.visibility import Fixed, Hidden, Secret, audience, visible

T = TypeVar("T")
HAND = Secret(known="has_hand", guess=lambda own, _source: own)


def state_with(player: object, **fields: object) -> Any:  # noqa: ANN401 - a type of states
    """Return a type of states whose players' only field ``hand`` has this type."""
    record: Any = msgspec.defstruct("Player", [("hand", player, None)], frozen=True)
    own = [
        ("players", tuple[record, ...], ()),
        *((name, kind, None) for name, kind in fields.items()),
    ]
    return msgspec.defstruct("State", own, frozen=True)


def told(*types: Any, state: Any = None, guessed: bool = False) -> list[str]:  # noqa: ANN401
    inside = records_within([] if state is None else [state])
    return [*of_marks(types, inside, guessed=guessed)]


class Card(msgspec.Struct, frozen=True):
    """A record with a secret of its own."""

    player: int = 0
    face: Annotated[str, Secret()] = ""


class Owned(SeatAction):
    card: Annotated[str, Secret()]


class Shared(SeatAction):
    """Both secrets are the seat's own."""

    card: Annotated[str, Secret()]
    colour: Annotated[str, Secret()]


class Torn(Action):
    card: Annotated[str, Secret(of=lambda _state, _torn: 0)]
    colour: Annotated[str, Secret(of=lambda _state, _torn: 1)]


class Covered(Action):
    card: Annotated[str, Hidden()]


class Shown(SeatEvent):
    card: Annotated[str, Secret(until=lambda state, _event: state == "over")]


def test_marks_that_count_are_no_mistakes() -> None:
    state = state_with(
        Annotated[str | None, HAND, PieceField("cards")],
        deck=Annotated[tuple[str, ...], Hidden(len), PieceField("cards")],
        card=Card | None,
        cards=tuple[Card, ...],
    )
    assert told(Owned, Shared, Shown, state=state, guessed=True) == []


@pytest.mark.parametrize(
    ("kind", "mistake"),
    [
        (
            Annotated[str, Secret()] | None,
            (
                "Player.hand has the mark Secret inside its type; mark the whole field: "
                "`Annotated[<type>, Secret(...)]`"
            ),
        ),
        (
            tuple[Annotated[str, Hidden()], ...],
            (
                "Player.hand has the mark Hidden inside its type; mark the whole field: "
                "`Annotated[<type>, Hidden(...)]`"
            ),
        ),
        (
            Annotated[str, Secret],
            "Player.hand is marked with the class Secret; write `Secret(...)`",
        ),
        (
            Annotated[str, PieceField],
            "Player.hand is marked with the class PieceField; write `PieceField(...)`",
        ),
        (
            Annotated[str, Secret(), Secret()],
            "Player.hand is marked as Secret twice; keep one mark",
        ),
        (
            Annotated[str, Secret(), Hidden()],
            "Player.hand is marked as Secret and Hidden; keep one mark",
        ),
        (
            Annotated[str, Secret(known="hand")],
            "Player.hand is known as 'hand', which is a field; choose another name",
        ),
        (
            Annotated[str, Secret(of=0)],  # type: ignore[arg-type]  # that is the mistake
            "the Secret of Player.hand: of is 0; declare a function that takes 2 arguments",
        ),
        (
            Annotated[str, Secret(guess="oak")],  # type: ignore[arg-type]  # that is the mistake
            "the Secret of Player.hand: guess is 'oak'; declare a function that takes 2 arguments",
        ),
        (
            Annotated[str, PieceField("")],
            "the pieces in Player.hand are a PieceField of no kind; name what they are",
        ),
    ],
)
def test_a_mark_that_does_not_count_is_named(kind: object, mistake: str) -> None:
    assert told(state=state_with(kind))[0] == mistake


@pytest.mark.parametrize(
    ("fields", "mistake"),
    [
        ({"boxes": dict[str, Card]}, "hold it there"),
        ({"boxes": list[Card]}, "hold it there"),
        ({"boxes": tuple[tuple[Card, ...], ...]}, "hold it there"),
        ({"box": Annotated[Card, Fixed()]}, "mark that as Hidden"),
        ({"deck": Annotated[tuple[str, ...], Secret()]}, "or the Secret `of`"),
        (
            {
                "deck": Annotated[str, PieceField("card")],
                "pile": Annotated[str, PieceField("cards")],
            },
            "one name",
        ),
    ],
)
def test_a_mark_that_is_looked_for_elsewhere_is_named(
    fields: dict[str, object], mistake: str
) -> None:
    (found,) = told(state=state_with(str, **fields))
    assert found.endswith(mistake)


class Zone(msgspec.Struct, frozen=True):
    """A record of which another one is derived that has a secret."""


class Hand(Zone, frozen=True):
    player: int = 0
    cards: Annotated[tuple[int, ...], Secret()] = ()


class Row(NamedTuple):
    """Its marks count nowhere."""

    cards: Annotated[tuple[int, ...], Secret()] = ()


class Table(TypedDict):
    """It holds what has such marks."""

    rows: tuple[Row, ...]


class Pair(msgspec.Struct, Generic[T], frozen=True):
    """A record with a parameter."""

    first: T
    player: int = 0
    second: Annotated[int, Secret()] = 0


Card_ = NewType("Card_", Annotated[int, Secret()])


@pytest.mark.parametrize(
    ("kind", "mistake"),
    [
        (
            Zone | None,
            "State.field is declared Zone, of which Hand has marks of its own; declare it Hand",
        ),
        (
            Row,
            (
                "State.field holds Row, which is not a record and whose marks do not count; derive "
                "it from msgspec.Struct"
            ),
        ),
        (
            tuple[Table, ...],
            (
                "State.field holds Table, which is not a record and whose marks do not count; "
                "derive it from msgspec.Struct"
            ),
        ),
        (
            Card_,
            (
                "State.field has the mark Secret inside its type; mark the whole field: "
                "`Annotated[<type>, Secret(...)]`"
            ),
        ),
        (
            Annotated[tuple[int, ...], Fixed()],
            "State.field is Fixed, but no record; leave the mark out, or hold it in a record",
        ),
        (
            Annotated[dict[str, int], PieceField("coins")],
            (
                "the pieces in State.field are neither a tuple of them nor one; give its "
                "PieceField a function `pieces`"
            ),
        ),
    ],
)
def test_a_type_that_hides_marks_or_has_none_of_their_use_is_named(
    kind: object, mistake: str
) -> None:
    assert told(state=state_with(str, field=kind)) == [mistake]


def test_a_record_with_a_parameter_is_looked_into() -> None:
    state: Any = state_with(str, pair=Pair[int])
    assert told(state=state) == []
    now = state((), Pair(1, 0, 2))
    seen = visible(lambda it: dict(msgspec.to_builtins(it)), now, 1)
    assert seen["pair"] == {"first": 1, "player": 0}


@pytest.mark.parametrize("kind", [object, Any, tuple[Any, ...], dict[str, object]])
def test_in_a_game_with_secrets_no_field_may_hold_anything(kind: object) -> None:
    assert [*of_open_types(records_within([state_with(str, field=kind)]))] == [
        "State.field may hold anything, also secrets that nobody covers; declare its type"
    ]
    assert [*of_open_types(records_within([state_with(str, field=int)]))] == []


class DrawHand(Action):
    hand: str


class DrawSecretly(Action):
    hand: Annotated[str, Secret(of=lambda _state, _draw: 0)]


def test_what_is_drawn_for_a_secret_field_is_a_secret() -> None:
    inside = records_within([state_with(Annotated[str, HAND])])
    assert [*of_draws([DrawHand], inside)] == [
        (
            "DrawHand.hand is told to everybody, but Player.hand is a Secret; mark it as Secret "
            "`of` the seat that may know it, or rename it"
        )
    ]
    assert [*of_draws([DrawSecretly], inside)] == []
    assert [*of_draws([DrawHand], records_within([state_with(str)]))] == []


@pytest.mark.parametrize(
    ("form", "mistake"),
    [
        ({"array_like": True}, "is array_like, which no mark survives; leave that out"),
        ({"omit_defaults": True}, "has omit_defaults, which marks cannot have; leave it out"),
        ({"rename": "pascal"}, "renames its fields in JSON; leave `rename` out"),
    ],
)
def test_a_record_whose_json_loses_marks_is_named(form: dict[str, Any], mistake: str) -> None:
    fields: Any = [("player", int, 0), ("hand", Annotated[str, HAND], "")]
    record: Any = msgspec.defstruct("Record", fields, frozen=True, **form)
    assert told(state=state_with(str, field=record)) == [f"the record Record {mistake}"]
    plain: Any = msgspec.defstruct("Plain", [("hand", str, "")], frozen=True, **form)
    assert told(state=state_with(str, field=plain)) == [], "nothing is marked"


def test_a_secret_that_no_robot_guesses_is_named() -> None:
    state = state_with(Annotated[str, Secret()])
    assert told(state=state) == []
    assert told(state=state, guessed=True) == [
        "Player.hand is a Secret that no robot can guess; give it `guess`"
    ]


def test_an_action_is_told_to_one_seat_or_to_all() -> None:
    assert told(Torn) == [
        (
            "Torn has secrets of different seats, card and colour, but is told to one seat or "
            "to all; make two kinds of it, or give both marks the same `of`"
        )
    ]
    assert told(Covered) == [
        (
            "Covered.card is marked as Hidden, which only fields of a state are; mark it as Secret "
            "`of` the seat that may know it"
        )
    ]


def test_what_lies_open_is_told_to_all() -> None:
    assert audience("open", Shown("R-1", 1, "k")) == (1,)
    assert audience("over", Shown("R-1", 1, "k")) is None


def test_a_record_that_names_its_player_is_that_seats_wherever_it_stands() -> None:
    state: Any = state_with(str, card=Card | None, cards=tuple[Card, ...])
    now = state((), Card(1, "a"), (Card(1, "b"), Card(0, "c")))

    def write(record: object) -> dict[str, Any]:
        struct: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record))
        return struct

    assert visible(write, now, 1)["card"] == {"player": 1, "face": "a"}
    assert visible(write, now, 0)["card"] == {"player": 1}
    assert visible(write, now, 1)["cards"] == [{"player": 1, "face": "b"}, {"player": 0}]
    assert visible(write, now, 0)["cards"] == [{"player": 1}, {"player": 0, "face": "c"}]


class Player(msgspec.Struct, frozen=True):
    hand: Annotated[str, Secret()] | None = "ace"


class State(msgspec.Struct, frozen=True):
    players: tuple[Player, ...] = (Player(), Player())
    phase: str = "go"
    current: int = 0


class Go(Action):
    pass


GO: Act[State] = Act(Go, lambda state, _go: Step(state, ()))


def test_a_game_with_such_a_mark_is_not_imported() -> None:
    class Careless(PhasedRules[State], Secrets[State], Robots[State]):
        id, title, players, rules_version = "careless", "Careless", range(2, 3), "1"
        records = (State, Go, Shown)
        phases = Phases({"go": PhaseRules("C-1", (GO,)), "over": over("C-2")})

        def begin(self, _setup: Setup) -> State:
            return State()

        def returns(self, _state: State) -> tuple[int, ...]:
            return (0, 0)

        def guess(self, first: State, *_others: object) -> State:
            del _others
            return Random(0).choice([first])

    with pytest.raises(TypeError, match=r"careless: Player.hand has the mark Secret inside its"):
        Careless()


@pytest.mark.parametrize("bases", [(PhasedRules, Secrets), (PhasedRules[Any], Secrets[Any])])
@pytest.mark.parametrize("listed", [(State, Go), (Go,)])
def test_it_is_not_imported_either_if_it_does_not_say_what_its_state_is(
    bases: tuple[Any, ...], listed: tuple[type, ...]
) -> None:
    """Its state is what it begins with, or any of its records."""

    def begin(_self: object, _setup: Setup) -> State:
        return State()

    declared = {
        "id": "careless",
        "title": "Careless",
        "players": range(2, 3),
        "rules_version": "1",
        "records": listed,
        "phases": Phases({"go": PhaseRules("C-1", (GO,)), "over": over("C-2")}),
        "begin": begin if State not in listed else lambda _self, _setup: State(),
        "returns": lambda _self, _state: (0, 0),
    }
    careless = new_class("Careless", bases, {}, lambda names: names.update(declared))
    with pytest.raises(TypeError, match=r"careless: Player.hand has the mark Secret inside its"):
        careless()
