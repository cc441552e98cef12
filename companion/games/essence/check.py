"""Checks of an owner's data and options (rules file, section 13)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.engine.data import merged
from companion.engine.game import Problem, Struct
from companion.engine.message import either, say
from companion.engine.options import Kind, OneOf, Truth, Whole, unknown_keys, wrong_options
from companion.games.essence import questions
from companion.games.essence.variant import CENTRE, DATA, KINDS, PAWNS

Problems = Iterator[Problem]

_ID: Final = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
_MOST_PHRASES: Final = 3
_RECORD: Final[Mapping[str, Kind]] = {
    "colour": OneOf(questions.COLOURS),
    "symbol": OneOf(("individual", "group")),
    "phrase_deck": OneOf(questions.PHRASE_DECKS),
    "phrase_count": Whole(1, _MOST_PHRASES),
}
_OPTIONAL: Final = ("e1", "prompt")
_KEYS: Final = ("id", *_RECORD, "scale", *_OPTIONAL)


def check(data: Struct, options: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in ``data``, which is merged into the default, and in ``options``."""
    return (*_data(data), *wrong_options(KINDS, options))


def _data(data: Struct) -> Problems:
    yield from unknown_keys(("data",), DATA, data)
    values = merged(DATA, data)
    for key, checker in _CHECKERS.items():
        yield from checker(values[key])


def _fields(fields: object) -> Problems:
    """Check the colours of the path (ES-DATA-1)."""
    path = ("data", "fields")
    if not isinstance(fields, list) or len(fields) != CENTRE + 1:
        message = say("expected {count} colours, from field 0 to the centre", count=CENTRE + 1)
        yield Problem(path, message)
        return
    for i, colour in enumerate(fields):
        if colour not in questions.COLOURS:
            yield Problem((*path, i), say("expected {words}", words=either(questions.COLOURS)))


def _numbers(numbers: object) -> Problems:
    """Check the pawn colours of the players I to VII (ES-R1)."""
    strange = not isinstance(numbers, list) or sorted(map(str, numbers)) != sorted(PAWNS)
    if strange:
        pawns = ", ".join(PAWNS)
        expected = say("expected each of {pawns} once, player I first", pawns=pawns)
        yield Problem(("data", "numbers"), expected)


def _questions(cards: object) -> Problems:
    """Check the owner's question cards (ES-DATA-2); an empty list means ours (ES-DATA-3)."""
    path = ("data", "questions")
    if not isinstance(cards, list):
        message = say("expected a list of question cards, or [] for those of the box")
        yield Problem(path, message)
        return
    wrong = [problem for i, card in enumerate(cards) for problem in _card((*path, i), card)]
    yield from wrong
    if cards and not any(not problem.warning for problem in wrong):
        yield from _deck_sizes(path, cards)


def _card(path: tuple[str | int, ...], card: object) -> Problems:
    if not isinstance(card, Mapping):
        message = say("expected a question card with the keys {keys}", keys=", ".join(_KEYS))
        yield Problem(path, message)
        return
    yield from unknown_keys(path, _KEYS, card)
    if not isinstance(card.get("id"), str) or not _ID.fullmatch(card["id"]):
        yield Problem((*path, "id"), say("expected letters and digits, as in Y01"))
    for key, kind in _RECORD.items():
        if expected := kind.expected(card.get(key)):
            yield Problem((*path, key), expected)
    if Truth().expected(card.get("e1", False)):
        yield Problem((*path, "e1"), say("expected true or false"))
    if not isinstance(card.get("prompt") or "", str):
        message = say("expected the words of the question, or nothing")
        yield Problem((*path, "prompt"), message)
    yield from _scale(path, card)


def _scale(path: tuple[str | int, ...], card: Mapping[str, Any]) -> Problems:
    """Check that scale and number of phrase cards match (ES-REVEAL-2, ES-R4)."""
    scale, count = card.get("scale"), card.get("phrase_count")
    if isinstance(scale, bool) or scale not in questions.SCALES:
        yield Problem((*path, "scale"), say("expected {words}", words=either(questions.SCALES)))
    elif _RECORD["phrase_count"].expected(count) or count == questions.cards_for(scale):
        return
    elif scale in questions.PHRASE_SCALES and int(str(count)) < scale:
        expected = say(
            "expected at least {scale} phrase cards for votes from 1 to {scale}", scale=scale
        )
        yield Problem((*path, "phrase_count"), expected)
    else:
        usual = say(
            "{count} phrase cards with votes from 1 to {scale}, usual are {usual}",
            count=count,
            scale=scale,
            usual=questions.cards_for(scale),
        )
        yield Problem((*path, "phrase_count"), usual, warning=True)


def _deck_sizes(path: tuple[str | int, ...], cards: Sequence[Mapping[str, Any]]) -> Problems:
    """Check how many cards there are of each kind (ES-COMP-4)."""
    ids = [card["id"] for card in cards]
    twice = sorted({card_id for card_id in ids if ids.count(card_id) > 1})
    if twice:
        names = ", ".join(twice)
        message = say("expected a different id for each card, not {names} twice", names=names)
        yield Problem(path, message)
    for colour in questions.COLOURS:
        count = sum(card["colour"] == colour for card in cards)
        if count != questions.CARDS:
            message = say(
                "expected {usual} {colour} cards, not {count}",
                usual=questions.CARDS,
                colour=colour,
                count=count,
            )
            yield Problem(path, message)
    apart = [card["colour"] for card in cards if card.get("e1")]
    if apart != [questions.COLOURS[-1]] * questions.E1:
        message = say(
            "expected e1 on exactly {count} white cards and no others", count=questions.E1
        )
        yield Problem(path, message)


def _phrase_cards(counts: object) -> Problems:
    """Check the sizes of the phrase decks on the table (ES-COMP-6)."""
    path = ("data", "phrase_cards")
    if not isinstance(counts, Mapping):
        yield Problem(path, say("expected the keys {keys}", keys=", ".join(questions.PHRASE_DECKS)))
        return
    yield from unknown_keys(path, questions.PHRASE_DECKS, counts)
    for deck in questions.PHRASE_DECKS:
        if expected := Whole(1).expected(counts[deck]):
            yield Problem((*path, deck), expected)


def _phrases(phrases: object) -> Problems:
    """Check the owner's own phrases (ES-DATA-4)."""
    path = ("data", "phrases")
    if not isinstance(phrases, Mapping):
        yield Problem(path, say("expected the keys {keys}", keys=", ".join(questions.PHRASE_DECKS)))
        return
    yield from unknown_keys(path, questions.PHRASE_DECKS, phrases)
    for deck in questions.PHRASE_DECKS:
        words = phrases[deck]
        if not isinstance(words, list) or not all(
            isinstance(phrase, str) and phrase for phrase in words
        ):
            message = say("expected a list of phrases, [] for those of the box")
            yield Problem((*path, deck), message)


_CHECKERS: Final[Mapping[str, Callable[[object], Problems]]] = {
    "fields": _fields,
    "numbers": _numbers,
    "questions": _questions,
    "phrase_cards": _phrase_cards,
    "phrases": _phrases,
}
