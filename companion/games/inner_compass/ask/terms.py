"""The vocabulary of questions: boards, spaces, cards, tokens, squares, tiles, players."""

from collections.abc import Mapping
from typing import Any, Final, cast

from companion.engine.game import Setup, Struct
from companion.engine.message import joined, say
from companion.engine.questions import Fields, QuestionError
from companion.games.inner_compass import variant
from companion.games.inner_compass.board import COLOURS, SLOTS, Board, assemble, board
from companion.games.inner_compass.check import wrong_data
from companion.games.inner_compass.player_board import Layout, player_board
from companion.games.inner_compass.qualities import QUALITIES
from companion.games.inner_compass.rows import ROW_EP
from companion.games.inner_compass.state import Cards, cards
from companion.games.inner_compass.track import TOKENS, Discount, Floor, Track
from companion.games.inner_compass.variant import DATA, PLAYERS, DoubleClear

DEFAULT: Final = variant.variant(Setup(("p1", "p2")), DATA)
"""The settings for questions that do not change them."""
REFERENCE: Final = board(
    assemble({slot: rows for slot, (_, rows) in zip(SLOTS, DEFAULT.sections, strict=True)})
)
"""The board ``M``: sections A, B, C and D from north-west to south-east, none rotated."""
_REFERENCE: Final = "M"
_LEAST_SIDE: Final = 2


def land(fields: Fields, name: str = "board") -> Board:
    """Return a Life board: ``M`` or its rows, north first."""
    if fields.any(name) == _REFERENCE:
        return REFERENCE
    rows = fields.texts(name)
    square = len(rows) >= _LEAST_SIDE and all(len(row) == len(rows) for row in rows)
    if not square or set("".join(rows)) - set(COLOURS):
        raise fields.wrong(
            name, say("{name!r} or a square of rows of {letters}", name=_REFERENCE, letters=COLOURS)
        )
    return board(rows)


def space(fields: Fields, name: str, on: Board) -> str:
    """Return a space of the board."""
    name_given = fields.text(name)
    if name_given not in on.colour:
        raise fields.wrong(
            name,
            say("a space of the board, {first} to {last}", first=on.spaces[0], last=on.spaces[-1]),
        )
    return name_given


def spaces(fields: Fields, name: str, on: Board) -> tuple[str, ...]:
    """Return spaces of the board, all different."""
    return _different(fields, name, on.colour, say("different spaces of the board"))


def letters(fields: Fields, name: str, default: str | None = None) -> str:
    """Return cards as a string of colour letters, in the order of the question."""
    colours = fields.text(name) if default is None else fields.text(name, default)
    if set(colours) - set(COLOURS):
        raise fields.wrong(name, say("a string of the letters {letters}", letters=COLOURS))
    return colours


def order(fields: Fields, name: str = "order") -> Track:
    """Return the six tokens of a track, top first."""
    tokens = fields.texts(name)
    if sorted(tokens) != sorted(TOKENS):
        raise fields.wrong(name, say("each of {tokens} once", tokens=" ".join(TOKENS)))
    return tokens


def track_values(fields: Fields, name: str) -> tuple[int, ...]:
    """Return the EP beside the track's spaces, top first."""
    values = fields.wholes(name, DEFAULT.track_values)
    if len(values) != len(TOKENS):
        raise fields.wrong(name, say("six numbers, top space first"))
    return values


def discount(fields: Fields) -> Discount:
    """Return the ruling of IC-R14."""
    ruling = fields.one_of("discount", ("emotions", "spaces"), DEFAULT.discount)
    return cast("Discount", ruling)


def floor(fields: Fields) -> Floor:
    """Return the ruling of IC-R15."""
    return cast("Floor", fields.one_of("floor", ("total", "emotion"), DEFAULT.floor))


def double_clear(fields: Fields) -> DoubleClear:
    """Return the ruling of IC-R50."""
    ruling = fields.one_of("double_clear", ("end", "go_on"), DEFAULT.double_clear)
    return cast("DoubleClear", ruling)


def layout(fields: Fields, name: str = "layout") -> Layout:
    """Return the colours of a player board's squares, row by row (IC-R39)."""
    if name not in fields:
        return DEFAULT.layout
    rows = fields.texts(name)
    sound(fields, name, {"player_board": {"squares": list(rows)}})
    return rows


def removed(fields: Fields, name: str, on: Layout) -> tuple[str, ...]:
    """Return squares without a cube."""
    return _different(
        fields, name, player_board(on).colour, say("different squares of the player board")
    )


def square(fields: Fields, name: str, on: Layout) -> str:
    """Return a square of the player board."""
    return fields.one_of(name, player_board(on).colour)


def sound(fields: Fields, name: str, data: Struct) -> None:
    """Refuse data that would be refused in an owner's configuration."""
    for problem in wrong_data(data):
        if not problem.warning:
            raise QuestionError(joined("", [fields.path, ".", name, ": ", problem.message]))


def of_row(fields: Fields) -> int:
    """Return how many cubes are gone from an advanced row (IC-R40)."""
    gone = fields.whole("removed_from_row", least=1)
    if gone > len(ROW_EP):
        raise fields.wrong("removed_from_row", say("{first} to {last}", first=1, last=len(ROW_EP)))
    return gone


def is_tile(tile: object) -> bool:
    """Tell whether a tile exists; the second copy of Joy is ``joy-2`` (IC-R47)."""
    if not isinstance(tile, str):
        return False
    name, _, copy = tile.partition("-")
    return name in QUALITIES and (copy.isdecimal() or tile == name)


def tiles(fields: Fields, name: str = "tiles") -> tuple[str, ...]:
    """Return different tiles in play."""
    names = fields.texts(name)
    if len(set(names)) < len(names) or not all(map(is_tile, names)):
        raise fields.wrong(name, say("different tiles; a second joy is joy-2"))
    return names


def players(fields: Fields, name: str = "players") -> tuple[str, ...]:
    """Return the names of the players in clockwise order (IC-SETUP-1)."""
    names = fields.texts(name)
    if len(names) not in PLAYERS or len(set(names)) < len(names):
        raise fields.wrong(name, say("two to four different names"))
    return names


def seat(fields: Fields, name: str, names: tuple[str, ...]) -> int:
    """Return the seat of a player."""
    return names.index(fields.one_of(name, names))


def maybe_seat(fields: Fields, name: str, names: tuple[str, ...]) -> int | None:
    """Return the seat of a player, or ``None`` if the field is null or absent."""
    return fields.maybe(name, lambda given, field: seat(given, field, names))


def owners(fields: Fields) -> tuple[str, ...]:
    """Return the players who have placed value tokens."""
    pairs = (pair for pair in fields.items("values") if isinstance(pair, list) and pair)
    return tuple(player for player, *_ in pairs if isinstance(player, str))


def value_tokens(
    fields: Fields, names: tuple[str, ...], at: tuple[str, ...] | None = None
) -> tuple[tuple[int, str], ...]:
    """Return value tokens (seat, tile) in the order of placing, beside the tiles ``at``."""
    tokens = []
    for pair in fields.items("values"):
        match pair:
            case [str(player), str(tile)] if player in names and is_tile(tile):
                tokens.append((names.index(player), tile))
            case _:
                raise fields.wrong("values", say("[player, tile], not {found!r}", found=pair))
    strange = [tile for _, tile in tokens if at is not None and tile not in at]
    if strange:
        raise fields.wrong("values", say("tiles in play, not {tile}", tile=strange[0]))
    return tuple(tokens)


def placed(values: tuple[tuple[int, str], ...], names: tuple[str, ...]) -> list[list[str]]:
    """Return value tokens in the form of a question: pairs of player and tile."""
    return [[names[owner], tile] for owner, tile in values]


def hand(fields: Fields, name: str) -> Cards:
    """Return a hand."""
    return cards(letters(fields, name))


def _different(
    fields: Fields, name: str, known: Mapping[str, Any], expected: str
) -> tuple[str, ...]:
    names = fields.texts(name)
    if len(set(names)) < len(names) or not all(entry in known for entry in names):
        raise fields.wrong(name, expected)
    return names
