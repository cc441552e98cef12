"""Texts of the game: prompts, summaries and names, as keys with parameters."""

from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from companion.engine.action_kinds import Act
from companion.engine.game import SPECTATOR, Action, Event, Line
from companion.engine.holdings import Enter, Entered
from companion.engine.ranking_lines import ranking_lines
from companion.engine.text import Param, Seat, Text, text
from companion.engine.wording import Words, either, every, listing, minus, names, plain
from companion.games.inner_compass import memory, scoring
from companion.games.inner_compass.actions import (
    ClearLine,
    EndTurn,
    Feel,
    FreeMove,
    Imprint,
    Move,
    RowEP,
)
from companion.games.inner_compass.board import DIRECTIONS, SLOTS, board
from companion.games.inner_compass.entering import ENTERING, ENTRIES, Ended
from companion.games.inner_compass.refusals import emotion_name, tile_name
from companion.games.inner_compass.rules import PHASES
from companion.games.inner_compass.state import UNKNOWN, Phase, State
from companion.games.inner_compass.track import JOKER, cost, discounted
from companion.games.inner_compass.variant import HAND_LIMIT

_WITH_OPTIONS: Final = frozenset({Phase.FREE, Phase.ACT, Phase.MEMORY})
"""The phases in which a player chooses among several kinds of actions."""
_OPTIONS: Final = MappingProxyType(
    {FreeMove: "free_move", Move: "step", Feel: "feel", Imprint: "imprint", EndTurn: "end"}
)
"""What a prompt calls the kinds of actions, in the order of a turn."""
_FEW: Final = 2
"""With more options the line of a panel has no room for the last one, which a key says anyway."""


def prompt(state: State, player: int = SPECTATOR) -> Text:
    """Return the prompt for the next action, and its player."""
    if isinstance(state, Ended) and state.phase is Phase.ENTER:
        return ENTERING.prompt(state, player)
    if state.phase in _WITH_OPTIONS:
        return _options(state)
    more = _still_to_tell(state) if state.phase is Phase.CLOSE else ""
    return text(f"prompt.{state.phase}{more}", **_prompt_params(state))


def _options(state: State) -> Text:
    """Return a prompt that names exactly the possible actions, in the order of a turn."""
    kinds = {act.kind for act in PHASES[state].acts if _seems_possible(state, act)}
    names = [text(f"options.{name}") for kind, name in _OPTIONS.items() if kind in kinds]
    if EndTurn in kinds and len(names) > _FEW:
        what = text("options.or_end", options=listing(names[:-1]))
    else:
        what = either(names)
    return text("prompt.options", player=Seat(state.current), what=what)


def _seems_possible(state: State, act: Act[State]) -> bool:
    """Return whether an action is publicly known to be possible."""
    if act.kind is Imprint:
        return memory.seems_possible(state)
    return any(True for _ in act.open_choices(state))


def _still_to_tell(state: State) -> str:
    """Return the suffix for reports due before a turn ends: a line, or a row's EP (IC-AP-5)."""
    legal = PHASES.legal_actions(state, state.current)
    if any(isinstance(action, ClearLine) for action in legal):
        return ".line"
    return ".row" if any(isinstance(action, RowEP) for action in legal) else ""


def _prompt_params(state: State) -> dict[str, Param]:
    if state.phase is Phase.OVER:
        return {"winners": names(scoring.winners(state))}
    if state.phase in (Phase.DISPLAY, Phase.REFILL):
        return {"direction": text(f"direction.{DIRECTIONS[state.display.index(None)]}")}
    if state.phase in (Phase.SECTIONS, Phase.BOARD):
        return {"slot": text(f"slot.{SLOTS[len(state.sections)]}")}
    if state.phase is Phase.TRACK:
        return {"place": len(state.track) + 1}
    seat = state.dealt_to if state.phase is Phase.DEAL else PHASES.current_player(state)
    return {"player": Seat(seat), "n": _open(state)} if seat >= 0 else {}


def _open(state: State) -> int:
    """Return the number of remaining steps of the prompt's kind."""
    player = state.players[state.current]
    if state.phase is Phase.DISCARD:
        return player.hand_size - HAND_LIMIT
    if state.phase is Phase.CUBES:
        return player.memories - len(player.cubes)
    return state.value_due


def summary(state: State) -> tuple[Line, ...]:
    """Return the six tokens with EP and price, top first; after the end, the ranking.

    A price is shown for unshared and shared spaces, or exactly for the space under the piece
    (section 10). Only private views show whether the player can pay it.
    """
    if state.phase is Phase.OVER:
        totals, best = scoring.returns(state), scoring.winners(state)
        return tuple(ranking_lines(totals, best, lambda n: text("line.total", n=n)))
    if isinstance(state, Ended):
        return ENTERING.summary(state)
    cheap = discounted(state.track, state.variant.discount) if state.track else ()
    return tuple(
        Line(
            left=text(f"emotion.{token}"),
            right=_price(state, token, ep),
            icon=f"emotion-{token}",
            mark="discount" if token in cheap else "",
        )
        for token, ep in zip(state.track, state.variant.track_values, strict=False)
    )


def _price(state: State, token: str, ep: int) -> Text:
    if token == JOKER:
        return text("line.joker", ep=ep)
    if token == _under_piece(state):
        here = state.players[state.current].piece
        return text("line.here", ep=ep, cost=memory.price_of(state, token, here))
    alone = _cost(state, token, shared=False)
    return text("line.token", ep=ep, alone=alone, shared=_cost(state, token, shared=True))


def _under_piece(state: State) -> str | None:
    """Return the emotion of the space under the current player's piece, if the box follows it."""
    here = state.players[state.current].piece
    return None if here is None or state.board is None else board(state.board).colour[here]


def _cost(state: State, token: str, *, shared: bool) -> int:
    rulings = state.variant
    return cost(state.track, token, shared=shared, discount=rulings.discount, floor=rulings.floor)


def status(state: State) -> Text | None:
    """Return the countdown of the last turns, or the player's EP if totals are shown."""
    if state.phase is Phase.OVER:
        return text("status.over")
    if state.remaining is not None:
        return text("status.last_turns", n=len(state.remaining), player=Seat(state.current))
    if state.variant.show_totals and state.track:
        return text("status.ep", n=state.players[state.current].ep)
    return None


def reminders(state: State, action: Action) -> tuple[Text, ...]:
    """Return what an action forfeits: a bonus card (IC-FEEL-3) or a row's EP (IC-ADV-4)."""
    if isinstance(action, Feel) and not action.bonus:
        return (text("reminder.bonus"),)
    row = isinstance(action, EndTurn) and any(
        isinstance(action_now, RowEP) for action_now in PHASES.legal_actions(state, state.current)
    )
    return (text("reminder.row"),) if row else ()


def due(state: State) -> tuple[Text, ...]:
    """Return the reminder for a player: a line at ``track`` level, a row's EP, a bonus."""
    legal = PHASES.legal_actions(state, state.current)
    lines = (it for it in legal if isinstance(it, ClearLine))
    line_texts = [text("due.line", player=Seat(line.player)) for line in lines]
    if any(isinstance(action, RowEP) for action in legal):
        line_texts.append(text("reminder.row"))
    if any(isinstance(action, Feel) and not action.bonus for action in legal):
        line_texts.append(text("reminder.bonus"))
    return tuple(line_texts)


def _level(action: Imprint) -> str:
    """Return the suffix of a memory's key, by how much of the memory the box tracks."""
    if action.space is None:
        return ".track"
    return ".scoring" if action.pay is None else ""


def _emotion(value: object) -> Param:
    return UNKNOWN if value == UNKNOWN else emotion_name(str(value))


def _tile(value: object) -> Text:
    return tile_name(str(value))


class _Words(Words, frozen=True):
    def action_name(self, action: Action) -> Text:
        """Return an action in words; a memory by how much of it the box tracks."""
        if isinstance(action, Enter):
            return ENTRIES.action_name(action)
        name = super().action_name(action)
        level = _level(action) if isinstance(action, Imprint) else ""
        return Text(f"{name.key}{level}", name.params)

    def brief(self, action: Action) -> Text:
        """Return an action in a few words, without a place: a memory by its emotion."""
        if isinstance(action, Imprint):
            return emotion_name(action.emotion)
        if isinstance(action, FreeMove):
            return text("verb.free_move")
        return self.action_name(action)

    def describe(self, event: Event) -> Text:
        """Return an event in words, without untracked parts (IC-SETUP-9)."""
        if isinstance(event, Entered):
            return ENTRIES.describe(event)
        description = super().describe(event)
        params = {
            name: words
            for name, words in description.params.items()
            if getattr(event, name) is not None
        }
        return Text("event.card_dealt" if event.rule == "IC-SETUP-9" else description.key, params)


def offer_name(state: State, action: Action) -> Text:
    """Return the label of an action on a page: a memory with its price and its EP."""
    name = WORDS.action_name(action)
    if not isinstance(action, Imprint) or action.pay is None or not state.track:
        return name
    points = dict(zip(state.track, state.variant.track_values, strict=False))
    here = ".here" if action.space == state.players[state.current].piece else ""
    return text(f"offer.imprint{here}", n=points.get(action.emotion, 0), **name.params)


def square_name(square: object) -> Param:
    """Return a square of a player board, ``r1c3``, by row and column."""
    row, _, column = str(square).removeprefix("r").partition("c")
    return text("square.at", row=row, column=column) if column else str(square)


def cards_name(cards: object) -> Param:
    """Return paid cards, ``KK``: their letters, and the number of each emotion."""
    if not isinstance(cards, str) or not cards:
        return plain(cards)
    kinds = [text("cards.of", count=n, emotion=emotion_name(kind)) for kind, n in count(cards)]
    return text("cards.paid", letters=cards, words=every(kinds))


def count(cards: str) -> Iterable[tuple[str, int]]:
    """Return each kind of card with its number, in the order of the letters."""
    return Counter(cards).items()


WORDS: Final = _Words(
    {
        "cards": cards_name,
        "pay": cards_name,
        "square": square_name,
        "turns": lambda value: text(f"turned.{value}"),
        "emotion": _emotion,
        "card": _emotion,
        "change": minus,
        "direction": lambda value: text(f"direction.{value}"),
        "slot": lambda value: text(f"slot.{value}"),
        "tile": _tile,
        "what": ENTRIES.what_name,
    }
)
