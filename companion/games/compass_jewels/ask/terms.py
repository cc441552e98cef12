"""The vocabulary of questions: cards, layouts, checkers, players."""

from typing import Final

from companion.engine.message import joined, say
from companion.engine.questions import Fields
from companion.games.compass_jewels.area import FILES, NUMBER, RANKS, Layout, on
from companion.games.compass_jewels.cards import DECK, is_card
from companion.games.compass_jewels.variant import CHECKERS

PLAYERS: Final = ("A", "B")
"""The seats; ``A`` begins (CJ-NOTE-5)."""
MOST: Final = 4 * DECK
"""The most cards in a question: many more than in the game, and yet soon looked through."""
_HOLE: Final = "--"
_CARD: Final = say("cards such as R/YGBP: the middle, then the borders clockwise from the north")
_LAYOUT: Final = say(
    "six strings, rank 6 first, each of six {cards}, or {hole}", cards=_CARD, hole=_HOLE
)


def cards(fields: Fields, name: str = "cards", count: int | None = None) -> tuple[str, ...]:
    """Return cards as they lie (CJ-NOTE-2): up to ``MOST`` of them, or exactly ``count``."""
    names = fields.texts(name)
    if len(names) > MOST:
        raise fields.wrong(name, say("at most {most} cards", most=MOST))
    if not all(map(is_card, names)) or count not in (None, len(names)):
        raise fields.wrong(name, _CARD if count is None else joined(" ", [str(count), _CARD]))
    return names


def hands(fields: Fields) -> tuple[tuple[str, ...], ...]:
    """Return the cards of A and B; an absent hand is empty."""
    return fields.fields("hands", {}).each_of(PLAYERS, cards, ())


def layout(fields: Fields) -> Layout:
    """Return what lies on the area, from six strings of six tokens, rank 6 first (CJ-NOTE-3)."""
    rows = [row.split() for row in fields.texts("layout")]
    tokens = [token for row in rows for token in row]
    right = [len(row) for row in rows] == [len(FILES)] * len(RANKS)
    if not right or not all(token == _HOLE or is_card(token) for token in tokens):
        raise fields.wrong("layout", _LAYOUT)
    return tuple(None if token == _HOLE else token for token in tokens)


def checkers(fields: Fields, lying: Layout) -> tuple[tuple[str, ...], ...]:
    """Return the squares of the checkers of A and B: two each, on different cards."""
    pairs = fields.fields("checkers").each_of(PLAYERS, Fields.texts)
    squares = [square for pair in pairs for square in pair]
    stand = all(square in NUMBER and on(lying, square) is not None for square in squares)
    twice = len(set(squares)) < len(squares)
    if not stand or twice or any(len(pair) != CHECKERS for pair in pairs):
        expected = say("two squares with cards for each of A and B, all different")
        raise fields.wrong("checkers", expected)
    return pairs


def player(fields: Fields, name: str) -> int:
    """Return the seat of player A or B."""
    return PLAYERS.index(fields.one_of(name, PLAYERS))


def by_player(values: tuple[object, ...]) -> dict[str, object]:
    """Return one value for each seat, in the form of an answer: by the player's letter."""
    return dict(zip(PLAYERS, values, strict=True))
