"""Texts of the game: prompts, summaries and names, as keys with parameters."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from companion.engine.game import SIMULTANEOUS, Action, Event, Line
from companion.engine.ranking_lines import ranking_lines
from companion.engine.text import Param, Seat, Text, text
from companion.engine.wording import Words, names, signed
from companion.games.essence import decks, scoring, voting
from companion.games.essence.actions import Change, PlaceCoin, Show, Vote
from companion.games.essence.events import PhraseShown
from companion.games.essence.questions import COLOURS, PHRASE_SCALES, PLAYER_SCALE
from companion.games.essence.state import UNKNOWN, Phase, State, votable

_COLUMNS: Final = 19
"""How many characters fit beside an icon on a line of a small panel."""
_PROMPT_LINES: Final = 2
"""How many lines of a small panel an owner's question may take."""
_NAMED: Final = 3
"""The most winners that are named where there is little room."""


def prompt(state: State, player: int) -> Text:
    """Return the prompt for the next action; of votes only which have been laid (ES-R8)."""
    if state.phase is Phase.OVER:
        return _ending(state)
    if state.phase is Phase.VOTE:
        return _vote_prompt(state, player)
    return text(f"prompt.{state.phase}{_variant(state)}", **_prompt_params(state))


def _variant(state: State) -> str:
    if state.phase is Phase.REVEAL and voting.why_not_coin(state, PlaceCoin()) is None:
        return ".coin"
    if state.phase is Phase.CLEAN and state.question.colour == COLOURS[-1]:
        return "" if state.variant.expansion else ".return"
    return ""


def _prompt_params(state: State) -> dict[str, Param]:
    if state.phase is Phase.QUESTION:
        return {"colour": text(f"deck.{state.colour}")}
    if state.phase is Phase.PHRASES:
        place = state.covering or len(state.shown) + 1
        return {"deck": text(f"phrases.{state.question.deck}"), "place": place}
    return {"player": Seat(state.unread[0] if state.phase is Phase.SHOW else state.active)}


def _vote_prompt(state: State, player: int) -> Text:
    """Return the prompt of a player or of all (``SIMULTANEOUS``), in full if it fits."""
    missing = len(state.waiting)
    if player != SIMULTANEOUS and player not in state.waiting:
        return text("prompt.laid", n=missing)
    question = question_text(state)
    if state.question.scale == PLAYER_SCALE:
        return text("prompt.vote.player", question=question, n=missing)
    return text("prompt.vote", question=question, most=votable(state)[-1], n=missing)


def _ending(state: State) -> Text:
    best = scoring.winners(state)
    if not best:
        return text("prompt.over.nobody")
    shared = ".shared" if len(best) > _NAMED else ""
    return text(f"prompt.over{shared}", winners=names(best), n=len(best))


def question_text(state: State) -> Text:
    """Return the question: the owner's words, ours, or a request to read the card (ES-DATA-2)."""
    question = state.question
    if question.prompt:
        return text("question.own", words=question.prompt)
    if state.variant.own_questions:
        return text("question.read", card=question.id)
    key = f"question.{question.symbol}.{question.deck}.{question.scale}"
    return text(key, player=Seat(state.active))


def phrase_text(phrase: str, words: str) -> Text:
    """Return the words on a phrase card: the owner's, ours, or none if only the table sees them."""
    if words:
        return text("phrase.own", words=words)
    return text("phrase.card" if phrase == UNKNOWN else f"phrase.{phrase}")


def summary(state: State) -> tuple[Line, ...]:
    """Return the table, or the pawns' fields, with votes and gains once revealed."""
    if state.phase is Phase.OVER:
        return tuple(_ranking(state))
    if state.phase is Phase.SETUP:
        return tuple(_colour(state, seat) for seat in state.seats)
    if state.phase in (Phase.VOTE, Phase.REVEAL):
        return (*_question(state), *_phrases(state), *_laid(state))
    return (*(_pawn(state, seat) for seat in state.seats), _decks(state))


def _question(state: State) -> Iterator[Line]:
    """Yield the question, with the symbol that says whom it is about (ES-DRAW-4)."""
    own = wrap(state.question.prompt, _COLUMNS)[:_PROMPT_LINES]
    lines = [text("question.own", words=line) for line in own] or [question_text(state)]
    for number, line in enumerate(lines):
        yield Line(line, icon="" if number else f"symbol-{state.question.symbol}")


def _phrases(state: State) -> Iterator[Line]:
    """Yield the displayed phrases by number field, a single one without a number (ES-REVEAL-1)."""
    if not state.variant.shown_phrases:
        deck = text(f"phrases.{state.question.deck}")
        yield Line(text("line.cards", n=len(state.shown), deck=deck))
        return
    for place, phrase in enumerate(state.shown, 1):
        words = phrase_text(phrase, state.variant.words(phrase))
        single = state.question.count == 1
        yield Line(words if single else text("line.phrase", place=place, words=words))


def _laid(state: State) -> Iterator[Line]:
    """Yield whose voting cards are missing and whose are laid, by the numerals on their backs."""
    missing = state.waiting
    laid = tuple(seat for seat in state.seats if seat not in missing)
    if state.coin:
        yield Line(text("line.coin", player=Seat(state.active)), icon="coin")
    if state.question.scale == PLAYER_SCALE:
        yield from _electable(state)
        return
    for icon, seats in (("missing", missing), ("laid", laid)):
        if laid and seats:
            numerals = " ".join(state.variant.numeral(seat) for seat in seats)
            yield Line(text(f"line.{icon}", numerals=numerals, players=names(seats)), icon=icon)


def _electable(state: State) -> Iterator[Line]:
    """Yield the players who can be voted for, with their numbers (ES-VOTE-4)."""
    for seat in sorted(state.seats, key=lambda voter: state.variant.numbers[voter]):
        icon = "missing" if seat in state.waiting else "laid"
        yield Line(_named(state, seat), icon=icon)


def _named(state: State, seat: int) -> Text:
    return text("line.player", numeral=state.variant.numeral(seat), player=Seat(seat))


def _colour(state: State, seat: int) -> Line:
    return Line(_named(state, seat), text(f"colours.{state.variant.pawns[seat]}"))


def _pawn(state: State, seat: int) -> Line:
    """Return a player with the pawn's field, and after the reveal also with vote and gain."""
    player = state.players[seat]
    mark = "turn" if seat == state.active else ""
    field = text("line.field", field=player.field)
    if state.phase in (Phase.SHOW, Phase.CLEAN):
        vote = str(player.vote) if player.vote else UNKNOWN
        gained = text("line.gain", gain=player.gain, field=player.field)
        left = text("line.vote", player=Seat(seat), vote=vote)
        return Line(left, gained if player.gain else field, mark=mark)
    if player.coins is not None:
        field = text("line.coins", coins=player.coins, field=player.field)
    return Line(_named(state, seat), field, mark=mark)


def _decks(state: State) -> Line:
    """Return how many cards the question decks have: the game ends when one runs out."""
    return Line(
        text("line.decks", **{colour: decks.questions_left(state, colour) for colour in COLOURS})
    )


def _ranking(state: State) -> Iterator[Line]:
    """Return the pawns by field, leaving out players who have left (ES-END-5, ES-R18)."""
    totals, best = scoring.returns(state), scoring.winners(state)
    return ranking_lines(totals, best, lambda field: text("line.field", field=field), state.seats)


def status(state: State) -> Text | None:
    """Return the number of the round."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        return None
    return text("status.round", round=state.round)


def _phrase_name(phrase: object) -> Text:
    """Return a phrase card by deck and number; only the state knows its words."""
    deck, _, number = str(phrase).partition("-")
    if phrase == UNKNOWN:
        return text("phrase.card")
    return text("phrase.numbered", deck=text(f"phrases.{deck}"), number=number)


def _reason(reason: object) -> Text:
    kind, _, colour = str(reason).partition(":")
    return (
        text(f"reason.{kind}", colour=text(f"deck.{colour}")) if colour else text("reason.centre")
    )


class _Words(Words, frozen=True):
    def facts(self, record: Action | Event) -> dict[str, Param]:
        """Return the fields of a record in words, a phrase card with the words on it."""
        facts = super().facts(record)
        if isinstance(record, PhraseShown):
            facts["phrase"] = phrase_text(record.phrase, record.words)
        return facts


def offer_name(state: State, action: Action) -> Text:
    """Return the label of an action on a page: a vote with its meaning (ES-VOTE-2)."""
    if isinstance(action, Vote | Show):
        return text("offer.vote", number=action.number, what=meaning(state, action.number))
    if isinstance(action, Change) and len(state.shown) >= action.place:
        phrase = state.shown[action.place - 1]
        return text("offer.change", phrase=phrase_text(phrase, state.variant.words(phrase)))
    return WORDS.action_name(action)


def meaning(state: State, number: int) -> Text:
    """Return the meaning of a number on the question's scale."""
    scale = state.question.scale
    if scale == PLAYER_SCALE:
        seat = state.variant.numbers.index(number)
        return text("offer.player", player=Seat(seat))
    if scale in PHRASE_SCALES and len(state.shown) >= number:
        phrase = state.shown[number - 1]
        return phrase_text(phrase, state.variant.words(phrase))
    return text(f"scale.{number}")


WORDS: Final = _Words(
    {
        "colour": lambda value: text(f"deck.{value}"),
        "deck": lambda value: text(f"phrases.{value}"),
        "phrase": _phrase_name,
        "reason": _reason,
        "change": signed,
    }
)
