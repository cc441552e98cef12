"""Variant: the constants of a game: owner's copy, rulings, colours of the seats."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec

from companion.engine.data import load
from companion.engine.game import Setup
from companion.engine.manifest import manifest
from companion.engine.options import FurtherOption, usual
from companion.games.essence.questions import Question, Symbol, default_questions

DATA: Final = load(__package__, "data.yaml")
"""The data of the copy that is assumed unless the owner describes another."""
MANIFEST: Final = manifest(__package__)
PLAYERS: Final = MANIFEST.players
"""Two to seven players (ES-SETUP-1)."""
PAWNS: Final = ("red", "orange", "yellow", "green", "blue", "indigo", "violet")
"""The colours of the players (ES-COMP-2)."""
NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI", "VII")
"""The player numbers, as they stand on the backs of the voting cards (ES-COMP-5)."""
CENTRE: Final = 84
"""The last field of the spiral; the first is 0 (ES-COMP-1)."""
COINS: Final = 3
"""How many coins each player has for Double Points (ES-COMP-7, ES-COIN-1)."""
CHOICES: Final = (
    ("double_points", ("without", "with")),
    ("phrases", ("screen", "cards")),
    ("expansion_e1", ("without", "with")),
)
"""What is asked for at setup. ``phrases``: the box draws and shows them, or counts cards on the
table."""
FURTHER: Final = (
    FurtherOption("start", ("field", "choose")),
    FurtherOption("phrase_reshuffle", (True, False)),
    FurtherOption("void_rounds", (True, False)),
)
"""What can be changed at setup without being asked for (ES-R3, ES-R11, ES-R19). ``start``: the
starting field has a question colour, or the player chooses one."""
DEFAULTS: Final = usual(CHOICES, FURTHER)
SMALL: Final[Mapping[str, int]] = {"traits": 24, "activities": 12, "values": 24, "colours": 12}
"""How many phrases the box itself has for each deck (ES-DATA-4)."""

Start: TypeAlias = Literal["field", "choose"]


class Deck(msgspec.Struct, frozen=True):
    """A phrase deck: its size in cards, and the owner's own phrases, if there are any."""

    name: str
    size: int
    words: tuple[str, ...] = ()


class Variant(msgspec.Struct, frozen=True):
    """One game's settings; see ``data.yaml`` and the rulings of the rules file (section 12)."""

    fields: tuple[str, ...]
    questions: tuple[Question, ...]
    """The question cards in the decks; those of an unused expansion are set aside (ES-SETUP-2)."""
    own_questions: bool
    """Whether these are the owner's cards; otherwise the box has words for the questions."""
    decks: tuple[Deck, ...]
    pawns: tuple[str, ...]
    """The pawn colour of each seat."""
    numbers: tuple[int, ...]
    """The player number of each seat, 1 to 7 (ES-R1)."""
    double_points: bool = False
    expansion: bool = False
    """Whether the E1 cards are in the white deck; their own rules are not known (ES-R12)."""
    shown_phrases: bool = True
    start: Start = "field"
    phrase_reshuffle: bool = True
    void_rounds: bool = True

    def question(self, card: str) -> Question:
        """Return a question card. Raises ``LookupError``."""
        question = next((candidate for candidate in self.questions if candidate.id == card), None)
        if question is None:
            raise LookupError(card)
        return question

    def deck(self, name: str) -> Deck:
        """Return a phrase deck."""
        return next(deck for deck in self.decks if deck.name == name)

    def words(self, phrase: str) -> str:
        """Return the owner's words on a phrase card, ``""`` if they are ours or unknown."""
        deck, _, number = phrase.partition("-")
        own = self.deck(deck).words if number else ()
        return own[int(number) - 1] if own else ""

    def numeral(self, seat: int) -> str:
        """Return a seat's player number as a Roman numeral, as on its cards."""
        return NUMERALS[self.numbers[seat] - 1]


def variant(setup: Setup, data: Mapping[str, Any]) -> Variant:
    """Return the settings of a game with checked ``data`` and options."""
    options = {**DEFAULTS, **setup.options}
    further: Any = {option.name: options[option.name] for option in FURTHER}
    numbers = {colour: number for number, colour in enumerate(data["numbers"], 1)}
    pawns = _pawns(setup, data)
    expansion = options["expansion_e1"] == "with"
    shown = options["phrases"] == "screen"
    return Variant(
        fields=tuple(data["fields"]),
        questions=tuple(question for question in _questions(data) if expansion or not question.e1),
        own_questions=bool(data["questions"]),
        decks=tuple(_deck(name, data, shown=shown) for name in SMALL),
        pawns=pawns,
        numbers=tuple(numbers[colour] for colour in pawns),
        double_points=options["double_points"] == "with",
        expansion=expansion,
        shown_phrases=shown,
        **further,
    )


def _pawns(setup: Setup, data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the colour of each seat: as chosen, else in the order of the numbers."""
    chosen = cast("list[str]", setup.options.get("colours", data["numbers"]))
    return tuple(chosen[: len(setup.players)])


def _questions(data: Mapping[str, Any]) -> tuple[Question, ...]:
    records = data["questions"]
    return tuple(_question(record) for record in records) if records else default_questions()


def _question(record: Mapping[str, Any]) -> Question:
    return Question(
        id=record["id"],
        colour=record["colour"],
        e1=record.get("e1", False),
        symbol=cast("Symbol", record["symbol"]),
        deck=record["phrase_deck"],
        count=record["phrase_count"],
        scale=record["scale"],
        prompt=record.get("prompt") or "",
    )


def _deck(name: str, data: Mapping[str, Any], *, shown: bool) -> Deck:
    words = tuple(data["phrases"][name])
    if not shown:
        return Deck(name, data["phrase_cards"][name])
    return Deck(name, len(words) or SMALL[name], words)
