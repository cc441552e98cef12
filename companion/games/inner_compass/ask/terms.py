"""The vocabulary of questions: boards, spaces, cards, tokens, squares, tiles, players."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

from companion.engine.binding import Known, Reader, at_least, checked, text, texts, wholes
from companion.engine.game import Refusal, Setup, Struct
from companion.engine.message import joined, say
from companion.engine.questions import Fields, QuestionError
from companion.games.inner_compass import board, player_board, qualities, rows, state, variant
from companion.games.inner_compass.board import COLOURS
from companion.games.inner_compass.check import check
from companion.games.inner_compass.track import TOKENS, Track

DEFAULT: Final = variant.variant(Setup(("p1", "p2")), variant.DATA)
"""The settings for questions that do not change them."""
REFERENCE: Final = board.board(
    board.assemble(
        {slot: rows for slot, (_, rows) in zip(board.SLOTS, DEFAULT.sections, strict=True)}
    )
)
"""The board ``M``: sections A, B, C and D from north-west to south-east, none rotated."""
_REFERENCE: Final = "M"
_LEAST_SIDE: Final = 2
_LAND: Final = say("{name!r} or a square of rows of {letters}", name=_REFERENCE, letters=COLOURS)


def land(fields: Fields, name: str) -> board.Board:
    """Return a Life board: ``M`` or its rows, north first."""
    if fields.any(name) == _REFERENCE:
        return REFERENCE
    given = fields.texts(name)
    square = len(given) >= _LEAST_SIDE and all(len(row) == len(given) for row in given)
    if not square or set("".join(given)) - set(COLOURS):
        expected = say(
            "{name!r} or a square of rows of {letters}", name=_REFERENCE, letters=COLOURS
        )
        raise fields.wrong(name, expected)
    return board.board(given)


def _space_expected(board: board.Board) -> str:
    first, last = board.spaces[0], board.spaces[-1]
    return say("a space of the board, {first} to {last}", first=first, last=last)


def _are_different(names: Sequence[str]) -> bool:
    return len(set(names)) == len(names)


def _are_spaces(names: Sequence[str], board: board.Board) -> bool:
    return _are_different(names) and set(names) <= set(board.colour)


def _are_squares(names: Sequence[str], layout: player_board.Layout) -> bool:
    return _are_different(names) and set(names) <= set(player_board.player_board(layout).colour)


def _are_letters(letters: str) -> bool:
    return not set(letters) - set(COLOURS)


def _are_players(names: Sequence[str]) -> bool:
    return _are_different(names) and len(names) in variant.PLAYERS


def _is_tile(tile: str) -> bool:
    """Tell whether there is such a tile; the second copy of Joy is ``joy-2`` (IC-R47)."""
    name, _, copy = tile.partition("-")
    return name in qualities.QUALITIES and (copy.isdecimal() or tile == name)


def _are_tiles(names: Sequence[str]) -> bool:
    return _are_different(names) and all(map(_is_tile, names))


space: Final = checked(text, lambda space, board: space in board.colour, _space_expected)
spaces: Final = checked(texts, _are_spaces, say("different spaces of the board"))
removed: Final = checked(texts, _are_squares, say("different squares of the player board"))
letters: Final = checked(
    text, _are_letters, say("a string of the letters {letters}", letters=COLOURS)
)


def hand(fields: Fields, name: str) -> state.Cards:
    """Return a hand."""
    return state.cards(letters(fields, name, {}))


def seat(fields: Fields, name: str, players: tuple[str, ...]) -> int:
    """Return the seat of a player."""
    return players.index(fields.one_of(name, players))


def square(fields: Fields, name: str, layout: player_board.Layout) -> str:
    """Return a square of the player board."""
    return fields.one_of(name, player_board.player_board(layout).colour)


def sound(*path: str) -> Reader:
    """Return a reader of what an owner's configuration has at a path, refused as it is there."""

    def read(fields: Fields, name: str) -> Any:  # noqa: ANN401 - lists and objects
        given = fields.any(name)
        data: object = given
        for key in reversed(path):
            data = {key: data}
        for problem in check(cast("Struct", data), {}):
            if not problem.warning:
                raise QuestionError(joined("", [fields.path, ".", name, ": ", problem.message]))
        return tuple(given) if isinstance(given, list) else given

    return read


def value_tokens(fields: Fields, name: str, known: Known) -> tuple[tuple[str, str], ...]:
    """Return value tokens (player, tile) in the order of placing, beside the ``tiles`` if known."""
    tokens = []
    for pair in fields.items(name):
        match pair:
            case [str(player), str(tile)] if _is_tile(tile) and player in known.get(
                "players", (player,)
            ):
                tokens.append((player, tile))
            case _:
                raise fields.wrong(name, say("[player, tile], not {found!r}", found=pair))
    strange = [tile for _, tile in tokens if tile not in known.get("tiles", (tile,))]
    if strange:
        raise fields.wrong(name, say("tiles in play, not {tile}", tile=strange[0]))
    return tuple(tokens)


def seated(
    tokens: tuple[tuple[str, str], ...], names: tuple[str, ...]
) -> tuple[tuple[int, str], ...]:
    """Return value tokens with seats instead of players."""
    return tuple((names.index(player), tile) for player, tile in tokens)


def placed(values: tuple[tuple[int, str], ...], names: tuple[str, ...]) -> list[list[str]]:
    """Return value tokens in the form of a question: pairs of player and tile."""
    return [[names[owner], tile] for owner, tile in values]


def refusal(refused: Refusal) -> Struct:
    """Return a refusal by its code and the id of its rule."""
    return {"legal": False, "why": refused.code, "rule": refused.rule}


_ORDER: Final = say("each of {tokens} once", tokens=" ".join(TOKENS))
_TILES: Final = say("one of {known}", known=", ".join(qualities.QUALITIES))
_OF_ROW: Final = say("{first} to {last}", first=1, last=len(rows.ROW_EP))

Colour: TypeAlias = Literal["Y", "B", "K", "W", "R"]
Direction: TypeAlias = Literal["N", "E", "S", "W"]
Names: TypeAlias = tuple[str, ...]
Land: TypeAlias = Annotated[board.Board, land]
Space: TypeAlias = Annotated[str, space]
Spaces: TypeAlias = Annotated[Names, spaces]
Letters: TypeAlias = Annotated[str, letters]
Hand: TypeAlias = Annotated[state.Cards, hand]
Order: TypeAlias = Annotated[Track, checked(texts, lambda it: sorted(it) == sorted(TOKENS), _ORDER)]
TrackValues: TypeAlias = Annotated[
    tuple[int, ...],
    checked(wholes, lambda values: len(values) == len(TOKENS), say("six numbers, top space first")),
]
Sections: TypeAlias = Annotated[Mapping[str, board.Rows], sound("board", "sections")]
Layout: TypeAlias = Annotated[player_board.Layout, sound("player_board", "squares")]
RowActions: TypeAlias = Annotated[Names, sound("player_board", "advanced_rows")]
Removed: TypeAlias = Annotated[Names, removed]
Square: TypeAlias = Annotated[str, square]
OfRow: TypeAlias = Annotated[
    int, checked(at_least(1), lambda gone: gone <= len(rows.ROW_EP), _OF_ROW)
]
Tile: TypeAlias = Annotated[str, checked(text, _is_tile, _TILES)]
Tiles: TypeAlias = Annotated[
    Names, checked(texts, _are_tiles, say("different tiles; a second joy is joy-2"))
]
Players: TypeAlias = Annotated[
    Names, checked(texts, _are_players, say("two to four different names"))
]
Seat: TypeAlias = Annotated[int, seat]
ValueTokens: TypeAlias = Annotated[tuple[tuple[str, str], ...], value_tokens]
