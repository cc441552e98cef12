"""Texts of the game: prompts, summaries for small displays, short forms for their edge."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from companion.engine.game import SPECTATOR, Action, Line
from companion.engine.ranking_lines import ranking_lines
from companion.engine.text import Param, Seat, Text, text
from companion.engine.wording import names
from companion.games.gilded_compass import buildings, draws, resolution, rolling, scoring
from companion.games.gilded_compass.actions import Lift, Place
from companion.games.gilded_compass.buildings.building import DUMMY
from companion.games.gilded_compass.entering import ENTERING, Ended
from companion.games.gilded_compass.names import back_name, dice_name, owner_name, tile_name
from companion.games.gilded_compass.rolling import own_dice
from companion.games.gilded_compass.rules import PHASES
from companion.games.gilded_compass.state import Hand, Phase, State
from companion.games.gilded_compass.telling import due
from companion.games.gilded_compass.variant import DICE

_IN_TURN: Final = frozenset(
    {Phase.HELP, Phase.ROLL, Phase.PLACE, Phase.LIFT, Phase.PERSUADE, Phase.GIFT}
)
_COLUMNS: Final = 15
"""How many characters there are for a building's dice, beside its picture."""
_SETS: Final = ("own", "black", "dummy")


def prompt(state: State, player: int = SPECTATOR) -> Text:
    """Return the prompt for the next action, and its player."""
    if isinstance(state, Ended) and state.phase is Phase.ENTER:
        return ENTERING.prompt(state, player)
    if state.phase is Phase.OVER:
        best = scoring.winners(state)
        shared = ".shared" if len(best) > 1 else ""
        return text(f"prompt.over{shared}", winners=names(best))
    return text(f"prompt.{state.phase}{_variant(state)}", **_params(state))


def _variant(state: State) -> str:
    """Return the suffix of a prompt's key."""
    if state.phase is Phase.LAY:
        return f".{draws.to_lay(state)}"
    if state.phase is Phase.ROLL:
        kind = _SETS[rolling.rolled_set(state)]
        counted = ".counted" if rolling.rolled_value(state) else ""
        return f".{kind}{counted}"
    if state.phase in (Phase.PLACE, Phase.LIFT):
        return _for_dice(state)
    if state.phase is Phase.CHOOSE:
        return f".{state.resolved}"
    if state.phase is Phase.DRAW and state.drawing is not None:
        return f".{state.drawing.kind}"
    due_item = due(state) if state.phase is Phase.TELL else None
    return f".{due_item[1]}" if due_item else ""


def _for_dice(state: State) -> str:
    """Return the suffix for the dice that can still be placed, or rolled again."""
    if state.phase is Phase.PLACE:
        return ".dummy" if state.own_placed else ""
    legal = PHASES.legal_actions(state, state.current)
    return "" if any(isinstance(action, Lift) for action in legal) else ".chosen"


def _params(state: State) -> dict[str, Param]:
    if state.phase is Phase.LAY:
        laid = {"maps": state.maps, "items": state.backs, "abilities": state.abilities}
        return {"n": len(laid.get(draws.to_lay(state) or "", state.specialists)) + 1}
    if state.phase is Phase.DEAL:
        return {"player": Seat(state.dealt_to or 0)}
    if state.phase is Phase.ROLL:
        n = state.to_roll[rolling.rolled_set(state)]
        return {"player": Seat(state.current), "n": n, "value": rolling.rolled_value(state)}
    if state.phase is Phase.DRAW and state.drawing is not None:
        owner = state.drawing.owner
        return {"player": Seat(owner) if owner >= 0 else "", "n": state.drawing.left}
    seat = PHASES.current_player(state)
    return {"player": Seat(seat)} if seat >= 0 else {}


def status(state: State) -> Text | None:
    """Return the number of the round, with a note during its last lap."""
    if state.phase in (Phase.START, Phase.DEAL, Phase.ENTER):
        return None
    if state.phase in (Phase.TELL, Phase.OVER):
        return text("status.over")
    key = "status.last_lap" if state.last_lap and state.resolving < 0 else "status.round"
    return text(key, n=state.round, of=state.variant.table.rounds)


def reminders(state: State, action: Action) -> tuple[Text, ...]:
    """Return reminders of what a player may have forgotten to do (GC-TURN-6)."""
    tiles = state.player.knowledge and not state.own_placed
    last = isinstance(action, Place) and action.building == buildings.LIBRARY and tiles
    return (text("reminder.knowledge"),) if last else ()


def summary(state: State) -> tuple[Line, ...]:
    """Return dice and buildings during turns, tiles while players choose, else the players."""
    if state.phase is Phase.OVER:
        totals, best = scoring.returns(state), scoring.winners(state)
        return tuple(ranking_lines(totals, best, lambda n: text("line.gold", n=n)))
    if isinstance(state, Ended):
        return ENTERING.summary(state)
    if state.phase in _IN_TURN and not _is_fresh(state):
        return (*_dice(state), *_buildings(state))
    if _is_fresh(state) or state.resolving >= 0:
        return (*_laid(state), *_players(state))
    return tuple(_players(state))


def _is_fresh(state: State) -> bool:
    """Return whether the round has just started, with nothing rolled or placed yet."""
    rolled = state.hand != Hand() or state.last_lap or state.current != state.start
    dice = state.university.row or state.archives.groups or state.library.dice
    waiting = state.phase in (Phase.LAY, Phase.HELP, Phase.ROLL)
    return waiting and not rolled and not dice and state.player.own == DICE


def _dice(state: State) -> Iterator[Line]:
    """Yield what the dice of the current player show."""
    if state.unseen_dice:
        return
    own = rolling.dice_text(own_dice(state.hand))
    dummy = rolling.dice_text(state.hand.dummy)
    if dummy:
        dummies = text("line.dummy", dice=dice_name(dummy))
        yield Line(text("line.dice", dice=dice_name(own)), dummies, "die")
    elif own:
        yield Line(text("line.dice", dice=dice_name(own)), icon="die")


def _buildings(state: State) -> Iterator[Line]:
    """Yield the dice in each building, with owners as numbers."""
    for name in state.variant.buildings:
        yield _building(name, tuple(_CONTENT[name](state)))


@lru_cache(maxsize=64)
def _building(name: str, tokens: tuple[str, ...]) -> Line:
    """Return the dice in a building, cached because an action changes one or two of them."""
    building_text = text(
        "line.building",
        building=text(f"building.{name}"),
        content=_content(tokens or ("-",)),
        who=_token_text(tokens),
    )
    return Line(building_text, icon=f"building-{name}")


def _content(tokens: tuple[str, ...]) -> Text:
    """Return as many dice of a building as fit on a line of a small display."""
    widths = [len(" ".join(tokens[:n])) for n in range(1, len(tokens) + 1)]
    fits = max(1, sum(width <= _COLUMNS for width in widths))
    first, rest = " ".join(tokens[:fits]), " ".join(tokens[fits:])
    return text("line.more", first=first, rest=rest) if rest else text("line.all", first=first)


def _token_text(tokens: tuple[str, ...]) -> Text:
    """Return the dice in a building with their owners by name."""
    if not tokens:
        return text("line.nothing")
    words, *others = map(_owned, tokens)
    for each in others:
        words = text("names.list", first=words, last=each)
    return words


def _owned(token: str) -> Text:
    """Return a token such as ``2:334`` with its owner's name and its dice apart."""
    owner, colon, what = token.partition(":")
    if not colon:
        return text("line.all", first=token)
    player = owner_name(DUMMY if owner == "*" else int(owner) - 1)
    return text("line.owned", player=player, what=dice_name(what))


def _who(owner: int) -> str:
    return "*" if owner == DUMMY else str(owner + 1)


def _archives(state: State) -> Iterator[str]:
    for group in state.archives.ranked:
        yield f"{_who(group.owner)}:{str(group.value) * group.count}"


def _university(state: State) -> Iterator[str]:
    for die in state.university.row:
        yield f"{_who(die.owner)}:{die.value}"


def _library(state: State) -> Iterator[str]:
    for seat in state.seats:
        if seat in state.library.dice:
            yield f"{seat + 1}:{state.library.dice.count(seat)}"


def _straights(state: State) -> Iterator[str]:
    straights = state.guild or state.auction_house
    for straight in straights.ranked if straights else ():
        run = (
            f"{straight.low}-{straight.high}" if straight.low < straight.high else str(straight.low)
        )
        yield f"{_who(straight.owner)}:{run}"


def _temple(state: State) -> Iterator[str]:
    for slot, back in zip(state.temple.slots if state.temple else (), state.backs, strict=True):
        yield back_name(back) if slot.owner is None else f"{_who(slot.owner)}:{back_name(back)}"


def _crowds(state: State) -> Iterator[str]:
    crowds = state.illuminati or state.galleon
    for crowd in crowds.ranked if crowds else ():
        yield f"{_who(crowd.owner)}:{rolling.dice_text(crowd.dice)}"


def _tower(state: State) -> Iterator[str]:
    for half in (state.tower.left, state.tower.right) if state.tower else ():
        yield "".join("-" if owner is None else _who(owner) for owner in half)


_CONTENT: Final = {
    buildings.ARCHIVES: _archives,
    buildings.UNIVERSITY: _university,
    buildings.LIBRARY: _library,
    "auction_house": _straights,
    "guild": _straights,
    buildings.TEMPLE: _temple,
    buildings.ILLUMINATI: _crowds,
    buildings.GALLEON: _crowds,
    buildings.TOWER: _tower,
}


def _laid(state: State) -> Iterator[Line]:
    """Yield the open tiles that are still available at this point of the game."""
    kinds = ("maps", "specialists", "abilities")
    shown: Sequence[str] = [tile for kind in kinds for tile in getattr(state, kind)]
    if state.resolving >= 0 and not resolution.is_over(state):
        kind = {
            buildings.ARCHIVES: "maps",
            buildings.UNIVERSITY: "specialists",
            buildings.ILLUMINATI: "abilities",
        }
        field = kind.get(state.resolved)
        shown = getattr(state, field) if field else ()
        drawing = state.drawing
        if drawing is not None and not state.variant.is_secret(drawing.kind):
            shown = drawing.tiles
    for tile in shown:
        yield Line(tile_name(tile))


def _players(state: State) -> Iterator[Line]:
    """Yield each player's open tiles: maps, specialists, knowledge."""
    for seat, player in enumerate(state.players):
        right = text(
            "line.player.tiles",
            maps=len(player.maps),
            specialists=len(player.specialists),
            knowledge=player.knowledge,
        )
        mark = "turn" if seat == PHASES.current_player(state) else ""
        yield Line(text("line.player", player=Seat(seat)), right, mark=mark)
