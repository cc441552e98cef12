"""A sheet as written by its author: the types of its keys, and their consistency."""

import re
from collections import Counter as Counts
from collections.abc import Iterator
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from companion.schema.bounds import expecting
from companion.schema.message import Message, say
from companion.schema.mistakes import Invalid, Mistake, Path, suggestion
from companion.schema.yaml_reader import line_in_yaml, read_yaml

MOST_PLAYERS: Final = 12
LONGEST: Final = 200
"""The most values of a dial; where there may be more, people set it to others."""
ASK: Final = "ask"
"""The last of the tie-breaks: people say who wins."""
_SPACES: Final = re.compile(r"[\s\u200b-\u200d\u2060\ufeff]*")
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that break a line, or turn round what stands in it."""
FEWEST: Final = "-"
"""Begins a tie-break that the fewest win."""

Code: TypeAlias = Annotated[str, Meta(max_length=10, pattern="^[a-z]{2,3}(_[A-Z][A-Za-z]+)?$")]
"""A language as in the names of locales, such as ``pt`` and ``pt_BR``."""
Saying: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Words: TypeAlias = Saying | Annotated[dict[Code, Saying], Meta(min_length=1, max_length=20)]
"""A text, the same in every language or by language."""
Short: TypeAlias = Annotated[str, Meta(min_length=1, max_length=15)]
"""A name that fits a line of a panel beside that of a player."""
Names: TypeAlias = Short | Annotated[dict[Code, Short], Meta(min_length=1, max_length=20)]
Id: TypeAlias = Annotated[str, Meta(max_length=24, pattern="^[a-z][a-z0-9_]{0,23}$")]
Reference: TypeAlias = Annotated[str, Meta(max_length=40)]
"""The id of a rule or of a category."""
Points: TypeAlias = Annotated[int, Meta(ge=-9999, le=9999)]
Seat: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
Team: TypeAlias = Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MOST_PLAYERS)]
MOST_ROUNDS: Final = 200
Rounds: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_ROUNDS)]
Sides: TypeAlias = Annotated[int, Meta(ge=2, le=100)]
Row: TypeAlias = Annotated[tuple[Points, ...], Meta(min_length=1, max_length=30)]

Order: TypeAlias = Literal[
    "clockwise",
    "counter-clockwise",
    "there-and-back",
    "most-first",
    "least-first",
    "chosen",
    "together",
]
Kind: TypeAlias = Literal["number", "table", "rank", "yes", "total"]
Colour: TypeAlias = Literal[
    "red", "blue", "green", "yellow", "white", "black", "purple", "orange", "teal", "brown"
]
COLOURS: Final[tuple[str, ...]] = get_args(Colour)
Icon: TypeAlias = Annotated[
    str,
    expecting(
        say("up to 7 rows of as many # and ., at most 7 each"),
        max_length=56,
        pattern=r"^(|[#.]{1,7}(\n[#.]{1,7}){0,6}\n?)$",
    ),
]
"""A small picture: its rows from the top, ``#`` is lit."""
Goal: TypeAlias = Literal["most", "least", "last", "together", "named"]


class Category(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A category of counting: at the end of each round, or at the end of the game."""

    id: Id
    name: Names = ""
    when: Literal["round", "end"] = "end"
    kind: Kind = "number"
    value: Points = 1
    """The points of each one that is counted, or of *yes*."""
    table: Row = (0,)
    """The points for one, two, three ...; more than that bring what the last number says."""
    ranks: Row = (0,)
    """The points of whoever has most, second most ...; those who are level share them."""
    least: Points = 0
    most: Points = 100
    step: Annotated[int, Meta(ge=1, le=1000)] = 1
    usual: Points = 0
    """Where the dial stands at first."""
    rule: Reference = ""

    @property
    def counts(self) -> range:
        """The possible counts."""
        if self.kind == "yes":
            return range(2)
        return range(self.least, self.most + 1, self.step)


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter of the whole table, such as a bank, waves or doom, which any player moves."""

    id: Id
    name: Names
    start: Points = 0
    least: Points = 0
    most: Points = 100
    steps: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=6)] = (1, -1)
    """By how much it can be moved at a time."""


class RuleIds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a game that its level ``table`` implements."""

    start: Reference = "SH-START-1"
    turn: Reference = "SH-TURN-1"
    round: Reference = "SH-ROUND-1"
    points: Reference = "SH-POINTS-1"
    end: Reference = "SH-END-1"
    tie: Reference = "SH-TIE-1"
    hand: Reference = "SH-HAND-1"


class TurnStructure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The structure of turns, rounds and points; all of a game's level ``table``."""

    order: Order = "clockwise"
    begins: Literal["drawn", "first"] = "drawn"
    """Who begins: drawn, or the first player."""
    next: Literal["same", "rotate", "most", "least", "token"] = "same"
    """Who begins the next round; ``token``: whoever has taken the first player's token."""
    dealer: bool | Literal["named"] = False
    """Whether a dealer moves on with each round; whoever comes after the dealer begins.

    ``named``: from when somebody says who deals.
    """
    teams: Annotated[tuple[Team, ...], Meta(max_length=MOST_PLAYERS)] = ()
    """The seats of each team, counted from 1."""
    rounds: Rounds | Annotated[tuple[Rounds, ...], Meta(min_length=1, max_length=MOST_PLAYERS)] = 0
    """How many rounds there are, or how many with each number of players, from the least on.

    0: until somebody says that the game is over.
    """
    round_ends: Literal["turns", "passed", "called"] = "turns"
    """When a round ends: all had their turn, all have passed, or somebody says so."""
    priority: bool = False
    """Whether the button of a player whose turn it is not acts out of turn.

    Otherwise it has that player's next turn in advance; the turn never passes by it.
    """
    phases: Annotated[tuple[Names, ...], Meta(max_length=9)] = ()
    """Names of the parts of a round; in each of them, everybody has a turn."""
    pause: bool = False
    """Whether no clock runs between two rounds, until somebody begins the next."""
    wins: Goal = "most"
    """Who wins: the most or least points, the last one standing, all together, or as people say."""
    no_winner: Annotated[tuple[Seat, ...], Meta(max_length=MOST_PLAYERS)] = ()
    """The numbers of players with which nobody wins, such as where all always gain the same."""
    target: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """The points that end the game; 0: none do."""
    finish: Literal["round", "lap", "turn", "now"] = "round"
    """What is played out once the game is to end: the round, or the turn and one of each other."""
    amounts: Annotated[tuple[Points, ...], Meta(max_length=12)] = ()
    """The points that may be added during a turn."""
    categories: Annotated[tuple[Category, ...], Meta(max_length=20)] = ()
    counters: Annotated[tuple[Counter, ...], Meta(max_length=4)] = ()
    timer: Annotated[int, Meta(ge=0, le=3600)] = 0
    """The seconds of a sand timer of the whole table; 0: there is none."""
    dice: Annotated[tuple[Sides, ...], Meta(max_length=8)] = ()
    """The sides of each die that the box rolls."""
    cards: Annotated[tuple[Names, ...], Meta(max_length=60)] = ()
    """The names of the cards that the box draws, each as often as there are such cards."""
    ties: Annotated[tuple[Reference, ...], Meta(max_length=9)] = ()
    """What decides between those who are level, the first that can: ids of categories."""
    hidden: bool = False
    """Whether totals are shown only at the end."""
    rules: RuleIds = RuleIds()


class Sheet(TurnStructure, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that a box needs to know about a game."""

    title: Words
    players: tuple[Seat, Seat]
    """The least and the greatest number of players."""
    bgg: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None
    """The game's number at BoardGameGeek."""
    colours: Annotated[tuple[Colour, ...], Meta(max_length=10)] = ()
    """The colours of the players' pieces, from which people choose; without any, they have none."""
    icon: Icon = ""
    """Stands beside the title where games are listed."""


def read_sheet(text: str, file: str) -> Sheet:
    """Return the sheet in a text. Raises ``Invalid`` naming each mistake with its line."""
    sheet = read_yaml(Sheet, text, file)
    _require(text, file, _of_sheet(sheet))
    return sheet


def read_turn_structure(text: str, file: str) -> TurnStructure:
    """Return the structure of turns and points of a game with its own catalogues.

    Raises ``Invalid`` naming each mistake with its line.
    """
    structure = read_yaml(TurnStructure, text, file)
    _require(text, file, mistakes(structure))
    return structure


def _require(text: str, file: str, mistakes_: Iterator[tuple[Path, Message]]) -> None:
    found = tuple(_located(text, file, mistakes_))
    if found:
        raise Invalid(*found)


def _of_sheet(sheet: Sheet) -> Iterator[tuple[Path, Message]]:
    yield from _of_words(("title",), sheet.title)
    least, most = sheet.players
    if least > most:
        yield ("players",), say("write the least number first")
    if sheet.teams and (least != most or max(map(max, sheet.teams)) != most):
        yield ("teams",), say("name each player once, and give `players` that number twice")
    if sheet.colours and len({*sheet.colours}) < max(most, len(sheet.colours)):
        yield ("colours",), say("name a different one for each of {count} players", count=most)
    if len({*map(len, sheet.icon.split())}) > 1:
        yield ("icon",), say("make its rows equally long")
    for at, category in enumerate(sheet.categories):
        if not category.name:
            yield ("categories", at, "name"), say("give it a name")
    yield from mistakes(sheet)


def _located(text: str, file: str, found: Iterator[tuple[Path, Message]]) -> Iterator[Mistake]:
    """Yield mistakes with the line of their key, or of the innermost part that exists."""
    for path, remedy in found:
        yield Mistake(path, remedy=remedy, file=file, line=line_in_yaml(text, path))


def mistakes(structure: TurnStructure) -> Iterator[tuple[Path, Message]]:
    """Yield inconsistencies: the key, and the remedy."""
    yield from _of_names(structure)
    seats = sorted(seat for team in structure.teams for seat in team)
    if seats != list(range(1, len(seats) + 1)):
        yield ("teams",), say("name each player once, and give `players` that number twice")
    if seats and structure.wins in ("last", "together"):
        yield ("teams",), say("leave them out: the players win alone or all together")
    yield from _of_rounds(structure)
    yield from _of_points(structure)
    yield from _of_counters(structure)
    for at, category in enumerate(structure.categories):
        for key, remedy in _of_category(category):
            yield ("categories", at, key), remedy


def _of_names(structure: TurnStructure) -> Iterator[tuple[Path, Message]]:
    for key in ("phases", "cards"):
        for at, name in enumerate(getattr(structure, key)):
            yield from _of_words((key, at), name)
    for key in ("categories", "counters"):
        for at, named in enumerate(getattr(structure, key)):
            yield from _of_words((key, at, "name"), named.name)


def _of_words(path: Path, words: Words) -> Iterator[tuple[Path, Message]]:
    """Yield the texts in which there is nothing to see, or something that cannot be seen."""
    texts = {path: words} if isinstance(words, str) else {(*path, it): words[it] for it in words}
    for place, said in texts.items():
        if (said and _SPACES.fullmatch(said)) or _CONTROLS.search(said):
            yield place, say("write something to see, without control characters")


def _of_counters(sheet: TurnStructure) -> Iterator[tuple[Path, Message]]:
    for name, count in Counts(counter.id for counter in sheet.counters).items():
        if count > 1:
            yield ("counters",), say("give each an id of its own, not {id} twice", id=name)
    for at, counter in enumerate(sheet.counters):
        if counter.most < counter.least:
            yield ("counters", at, "most"), say("most at least as much as least")
        elif counter.start not in range(counter.least, counter.most + 1):
            yield (
                ("counters", at, "start"),
                say("expected one of the values from least to most"),
            )
        if 0 in counter.steps or len({*counter.steps}) < len(counter.steps):
            yield ("counters", at, "steps"), say("name each amount once, and not 0")


def _of_rounds(sheet: TurnStructure) -> Iterator[tuple[Path, Message]]:
    if sheet.phases and sheet.round_ends != "turns":
        yield (
            ("phases",),
            say("write `round_ends: turns`: a phase ends after a turn of everybody"),
        )
    if sheet.order == "together" and sheet.round_ends != "turns":
        yield ("round_ends",), say("leave it out: all play at the same time")
    if sheet.priority and sheet.order == "together":
        yield ("priority",), say("leave it out: all play at the same time")
    if sheet.dealer and sheet.next != "same":
        yield ("next",), say("leave it out: whoever comes after the dealer begins")
    if sheet.wins == "last" and sheet.rounds:
        yield ("rounds",), say("leave it out: the game ends when one is left")


def _of_points(sheet: TurnStructure) -> Iterator[tuple[Path, Message]]:
    has_points = bool(sheet.amounts or sheet.categories)
    by_points = sheet.wins in ("most", "least")
    if by_points and not has_points:
        yield ("wins",), say("write `named` for a game without points, or give `categories`")
    if sheet.target and not (by_points and (sheet.amounts or _of_round(sheet))):
        yield ("target",), say("give `amounts` or categories with `when: round`, or leave it out")
    needs_points = sheet.order in ("most-first", "least-first") or sheet.next in ("most", "least")
    if needs_points and not (sheet.amounts or _of_round(sheet)):
        key = "order" if sheet.order in ("most-first", "least-first") else "next"
        yield (key,), say("give `amounts` or categories with `when: round`, or leave it out")
    if 0 in sheet.amounts or len({*sheet.amounts}) < len(sheet.amounts):
        yield ("amounts",), say("name each amount once, and not 0")
    ids = [category.id for category in sheet.categories]
    for name, count in Counts(ids).items():
        if count > 1:
            yield ("categories",), say("give each an id of its own, not {id} twice", id=name)
    for at, tie in enumerate(sheet.ties):
        if tie == ASK and at == len(sheet.ties) - 1:
            continue
        if tie.removeprefix(FEWEST) not in ids:
            yield ("ties", at), suggestion(tie, (*ids, ASK))


def _of_round(sheet: TurnStructure) -> bool:
    return any(category.when == "round" for category in sheet.categories)


def _of_category(category: Category) -> Iterator[tuple[str, Message]]:
    if category.most < category.least:
        yield "most", say("most at least as much as least")
    elif category.kind in ("table", "rank") and len(category.counts) > LONGEST:
        yield "step", say("at most {count} values: count in larger steps", count=LONGEST)
    elif category.usual not in category.counts:
        yield "usual", say("expected one of the values from least to most")
    if (category.table != (0,)) != (category.kind == "table"):
        yield "table", say("`kind: table` and `table` belong together")
    if category.kind == "total" and category.when == "round":
        yield "when", say("leave it out: totals are entered at the end")
    if (category.ranks != (0,)) != (category.kind == "rank"):
        yield "ranks", say("`kind: rank` and `ranks` belong together")
