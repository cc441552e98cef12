"""Texts of the game: prompts, summaries and names, as keys with parameters."""

from collections.abc import Iterator
from typing import Final

from companion.engine.codec import snake_case
from companion.engine.game import SPECTATOR, Action, Event, Line
from companion.engine.holdings import Enter, Entered
from companion.engine.ranking_lines import ranking_lines
from companion.engine.text import Param, Seat, Text, text
from companion.engine.wording import Words, minus
from companion.games.compass_jewels import scoring
from companion.games.compass_jewels.actions import Move, PlaceCard, PlaceChecker, PutCard
from companion.games.compass_jewels.area import SQUARES, on
from companion.games.compass_jewels.best import Best
from companion.games.compass_jewels.cards import card, facing
from companion.games.compass_jewels.entering import ENTERING, ENTRIES
from companion.games.compass_jewels.jewels import SIZE
from companion.games.compass_jewels.refusals import card_name, common_name
from companion.games.compass_jewels.state import Phase, State, Told

_CORNERS: Final = ("north_west", "north_east", "south_west", "south_east")
"""The cells of a jewel, in the order in which its cards are laid."""
_DEALING: Final = frozenset({Phase.DEAL, Phase.LAY, Phase.TURN})


def prompt(state: State, player: int = SPECTATOR) -> Text:
    """Return the prompt for the next action, and its player."""
    if isinstance(state, Told) and state.phase is Phase.ENTER:
        return ENTERING.prompt(state, player)
    if state.phase is Phase.OVER:
        best = scoring.winners(state)
        key = "prompt.over" if len(best) == 1 else "prompt.draw"
        return text(key, player=Seat(best[0]))
    if state.phase is Phase.BLOCKED and not state.player.cards:
        return text("prompt.blocked.empty", player=Seat(state.current))
    return text(f"prompt.{state.phase}", **_prompt_params(state))


def _prompt_params(state: State) -> dict[str, Param]:
    if state.phase in (Phase.DEAL, Phase.LAY):
        return {"square": SQUARES[len(state.layout)]}
    if state.phase is Phase.TURN:
        return {"square": SQUARES[len(state.layout) - 1], "card": card_name(state.layout[-1] or "")}
    params: dict[str, Param] = {"player": Seat(state.current)}
    if state.phase is Phase.DECLARE:
        params["cell"] = text(f"cell.{_CORNERS[len(state.player.laying)]}")
    if state.chosen is not None:
        params["card"] = card_name(state.chosen)
    if state.square is not None:
        params["square"] = state.square
    return params


def summary(state: State) -> tuple[Line, ...]:
    """Return the collections, and the cards under the current player's checkers as they lie.

    While cards are being laid, return only how many are still to come; in phase two, the points
    so far and the cards laid for the next jewel; after the end, what was declared and the best
    that could have been (CJ-R9).
    """
    if state.phase is Phase.OVER:
        return tuple(_ranking(state))
    if isinstance(state, Told):
        return ENTERING.summary(state)
    if state.phase is Phase.DECLARE:
        return (*_points(state), *_laying(state))
    if state.phase in _DEALING:
        return (Line(text("line.to_lay", n=len(SQUARES) - len(state.layout))),)
    return (*_collections(state), *_under_checkers(state))


def _collections(state: State) -> Iterator[Line]:
    for seat, player in enumerate(state.players):
        turn = "turn" if seat == state.current and state.phase is not Phase.START else ""
        yield Line(text("line.player", player=Seat(seat)), None, state.variant.checkers[seat], turn)
        yield Line(text("line.cards", n=len(player.cards)))


def _under_checkers(state: State) -> Iterator[Line]:
    for square in state.player.checkers:
        under = card_name(on(state.layout, square) or "")
        yield Line(text("line.checker", square=square, card=under))


def _points(state: State) -> Iterator[Line]:
    for seat, points in enumerate(scoring.returns(state)):
        mark = "turn" if seat == state.current else ""
        yield Line(text("line.player", player=Seat(seat)), text("line.points", n=points), "", mark)


def _laying(state: State) -> Iterator[Line]:
    player = state.player
    yield Line(text("line.jewels"), text("line.number", number=len(player.jewels)))
    yield Line(text("line.unused"), text("line.number", number=player.unused.total()))
    if player.laying:
        first, *others = (*player.laying, *("-",) * (SIZE - len(player.laying)))
        for left, right in ((first, others[0]), (others[1], others[2])):
            yield Line(text("line.laid", left=card_name(left), right=card_name(right)))


def _ranking(state: State) -> Iterator[Line]:
    """Yield the players, each with the best that could have been declared, if known (CJ-R9)."""
    totals, best = scoring.returns(state), scoring.winners(state)
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    lines = ranking_lines(totals, best, lambda n: text("line.points", n=n))
    for line, seat in zip(lines, order, strict=True):
        yield line
        if state.best:
            yield Line(text("line.best"), _hint(state.best[seat]))


def _hint(best: Best) -> Text:
    """Return the best possible total, as "at least" if the search was cut short."""
    return text("line.points" if best.exact else "line.at_least", n=best.points)


def status(state: State) -> Text | None:
    """Return a note that the player is blocked or that the game is over, else ``None``."""
    if state.phase is Phase.BLOCKED:
        return text("status.blocked")
    return text("status.over") if state.phase is Phase.OVER else None


class _Words(Words, frozen=True):
    def facts(self, record: Action | Event) -> dict[str, Param]:
        """Return the fields of a record in words; a kind of card, or a card, as ``card``."""
        facts = super().facts(record)
        if isinstance(record, PlaceCard):
            lying = facing(card(record.middle, record.border), record.north)
            facts["card"] = card_name(lying)
        elif hasattr(record, "middle") and hasattr(record, "border"):
            facts["card"] = card_name(card(record.middle, record.border))
        return facts

    def action_name(self, action: Action) -> Text:
        """Return an action in words; entries have the wording shared by all games."""
        return (
            ENTRIES.action_name(action)
            if isinstance(action, Enter)
            else super().action_name(action)
        )

    def brief(self, action: Action) -> Text:
        """Return an action in a few words, without its squares, which no table names."""
        if isinstance(action, Move | PlaceChecker | PutCard):
            return text(f"verb.{snake_case(type(action).__name__)}")
        return self.action_name(action)

    def describe(self, event: Event) -> Text:
        """Return an event in words."""
        return ENTRIES.describe(event) if isinstance(event, Entered) else super().describe(event)


WORDS: Final = _Words(
    {
        "middle": common_name,
        "north": common_name,
        "change": minus,
        "what": ENTRIES.what_name,
        **dict.fromkeys(("card", *_CORNERS), card_name),
    }
)
