"""Checks of an owner's data (rules file, section 13)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.engine.game import Problem, Struct
from companion.engine.message import either, say
from companion.engine.options import OneOf, Truth, Whole
from companion.engine.shapes import (
    ConsistentShape,
    KnownKeys,
    ListOf,
    Path,
    Predicate,
)
from companion.engine.shapes import wrong_data as wrong
from companion.games.essence import questions
from companion.games.essence.variant import CENTRE, DATA, PAWNS

_ID: Final = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
_MOST_PHRASES: Final = 3


def _are_pawns(numbers: object) -> bool:
    return isinstance(numbers, list) and sorted(map(str, numbers)) == sorted(PAWNS)


def _are_phrases(phrases: object) -> bool:
    return isinstance(phrases, list) and all(
        isinstance(phrase, str) and phrase for phrase in phrases
    )


_CARD: Final = KnownKeys(
    {
        "id": Predicate(
            lambda name: isinstance(name, str) and _ID.fullmatch(name),
            say("expected letters and digits, as in Y01"),
        ),
        "colour": OneOf(questions.COLOURS),
        "symbol": OneOf(("individual", "group")),
        "phrase_deck": OneOf(questions.PHRASE_DECKS),
        "phrase_count": Whole(1, _MOST_PHRASES),
        "scale": Predicate(
            lambda scale: not isinstance(scale, bool) and scale in questions.SCALES,
            say("expected {words}", words=either(questions.SCALES)),
        ),
        "e1": Truth(),
        "prompt": Predicate(
            lambda words: isinstance(words or "", str),
            say("expected the words of the question, or nothing"),
        ),
    },
    say(
        "expected a question card with the keys {keys}",
        keys="id, colour, symbol, phrase_deck, phrase_count, scale, e1, prompt",
    ),
    needed=("id", "colour", "symbol", "phrase_deck", "phrase_count", "scale"),
)
_PHRASES: Final = Predicate(
    _are_phrases, say("expected a list of phrases, [] for those of the box")
)


def wrong_data(data: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in ``data``, which is merged into the default."""
    return wrong(_DATA, DATA, data)


def _cards(cards: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    """Check valid cards for consistency; an empty list means ours (ES-DATA-3)."""
    unlike = [problem for i, card in enumerate(cards) for problem in _scale((i,), card)]
    yield from unlike
    if cards and all(problem.warning for problem in unlike):
        yield from _deck_sizes(cards)


def _scale(path: Path, card: Mapping[str, Any]) -> Iterator[Problem]:
    """Check that scale and number of phrase cards match (ES-REVEAL-2, ES-R4)."""
    scale, count = card["scale"], card["phrase_count"]
    if count == questions.cards_for(scale):
        return
    if scale in questions.PHRASE_SCALES and count < scale:
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


def _deck_sizes(cards: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    """Check the number of cards of each kind (ES-COMP-4)."""
    ids = [card["id"] for card in cards]
    twice = sorted({card_id for card_id in ids if ids.count(card_id) > 1})
    if twice:
        names = ", ".join(twice)
        message = say("expected a different id for each card, not {names} twice", names=names)
        yield Problem((), message)
    for colour in questions.COLOURS:
        count = sum(card["colour"] == colour for card in cards)
        if count != questions.CARDS:
            message = say(
                "expected {usual} {colour} cards, not {count}",
                usual=questions.CARDS,
                colour=colour,
                count=count,
            )
            yield Problem((), message)
    apart = [card["colour"] for card in cards if card.get("e1")]
    if apart != [questions.COLOURS[-1]] * questions.E1:
        message = say(
            "expected e1 on exactly {count} white cards and no others", count=questions.E1
        )
        yield Problem((), message)


_DATA: Final = KnownKeys(
    {
        "fields": ListOf(
            OneOf(questions.COLOURS),
            say("expected {count} colours, from field 0 to the centre", count=CENTRE + 1),
            CENTRE + 1,
        ),
        "numbers": Predicate(
            _are_pawns,
            say("expected each of {pawns} once, player I first", pawns=", ".join(PAWNS)),
        ),
        "questions": ConsistentShape(
            ListOf(_CARD, say("expected a list of question cards, or [] for those of the box")),
            _cards,
        ),
        "phrase_cards": KnownKeys(dict.fromkeys(questions.PHRASE_DECKS, Whole(1))),
        "phrases": KnownKeys(dict.fromkeys(questions.PHRASE_DECKS, _PHRASES)),
    }
)
"""The path (ES-DATA-1), the pawn colours of the players I to VII (ES-R1), the owner's questions
(ES-DATA-2) and phrases (ES-DATA-4), of which none mean ours, and phrase decks (ES-COMP-6)."""
