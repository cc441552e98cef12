"""Starts a game from the answers of a finished lobby."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from companion.engine.game import Setup
from companion.engine.log import Entry
from companion.engine.owners_copy import OwnersCopy
from companion.engine.registry import load
from companion.engine.rules import AnyGame
from companion.engine.seat_colours import COLOURS
from companion.engine.text import Text, text
from companion.table.lobby import colours, copy_guide
from companion.table.lobby.box_settings import StarterRule
from companion.table.lobby.deviations import TABLE
from companion.table.lobby.last_game import LastGame
from companion.table.lobby.lobby import TURNS, Lobby, named_colours
from companion.table.narrowing.chance import STARTER
from companion.table.previous_games.parties import Party


class GameStart(msgspec.Struct, frozen=True):
    """The result of a lobby: the game, its setup, and what the table enters by hand."""

    game: AnyGame
    setup: Setup
    enter: frozenset[str]
    first: int | None = None
    """The seat that begins, if that is settled."""
    takes_turns: bool = True
    """Whether another one begins if the same people play once more; if not, it is as now."""
    copy: OwnersCopy | None = None
    """The owner's copy as it is known now, if people were asked."""
    left_out: Text | None = None
    """An option of the last game or the box's file that so many players do not have, in words."""


def starter_in(entries: Iterable[Entry]) -> int | None:
    """Return the seat chosen to begin, if one of these entries records it."""
    chosen = (entry.payload for entry in entries if entry.payload.get("type") == STARTER)
    return next((int(str(payload["player"])) for payload in chosen), None)


def as_last_time(last: LastGame) -> GameStart:
    """Return the start of a rematch of the last game; the players take turns at starting."""
    return GameStart(load(last.game), last.setup, last.enter, last.first)


def start(lobby: Lobby) -> GameStart:
    """Return the result of a finished lobby's answers."""
    given = lobby.answers
    seats = range(int(str(given["players"])))
    same = lobby.game.id == dict(lobby.usual).get("game")
    base = lobby.own_base
    copy_ = lobby.copies.get(lobby.game.id, OwnersCopy())
    copy = copy_guide.copy_from_answers(lobby.game, copy_, given)
    chosen = lobby.deviations.of(lobby.game)
    changed = {key[8:]: given[key] for key in chosen if key.startswith("further.") and key in given}
    base = replace(base, options={**base.options, **changed})
    options, data = copy_guide.copy_for_game(lobby.game, copy_, given, base)
    options.update((key[7:], value) for key, value in given.items() if key.startswith("option."))
    options.update(
        (option, [given[f"seat.{option}.{seat}"] for seat in seats])
        for option, _ in lobby.game.seat_choices
    )
    misfits = {str(problem.path[-1]) for problem in lobby.game.misfits(len(seats), options)}
    left_out = next((_left_out(lobby.game, name, options[name]) for name in misfits), None)
    options = {name: chosen for name, chosen in options.items() if name not in misfits}
    names = tuple(str(given[f"name.{seat}"]) for seat in seats)
    if lobby.game.seat_colours:
        last = base if same else Setup((), base.level)
        own = colours.options(lobby.game, last, names, given, named_colours(lobby))
        options = {**{key: value for key, value in options.items() if key != COLOURS}, **own}
    setup = Setup(
        names,
        str(given["level"]),
        options,
        data,
        base.clock if lobby.chosen.clock is None else lobby.chosen.clock,
        tuple(seat for seat, name in enumerate(names) if name in lobby.robots),
    )
    by_table = {
        kind
        for kind in lobby.game.shuffles
        if given.get(f"draw.{kind}", given.get("draw")) == TABLE
    }
    by_table = _with_starter(lobby, by_table)
    deals = () if lobby.virtual else lobby.game.deals
    first = _first(lobby, given, len(names))
    guided_copy = copy if given.get(copy_guide.GUIDE) is not None else None
    turns = lobby.chosen.begins in TURNS
    enter = frozenset({*by_table, *deals})
    return GameStart(lobby.game, setup, enter, first, turns, guided_copy, left_out)


def _left_out(game: AnyGame, option: str, chosen: object) -> Text:
    """Return the message about an option that is omitted because of the number of players."""
    fitting = game.choice_players[option]
    what = text(f"option.{option}.{chosen}")
    return text("lobby.left_out", what=what, least=fitting[0], most=fitting[-1])


def _with_starter(lobby: Lobby, by_table: set[str]) -> set[str]:
    """Return what the table enters, with or without the starting player as set."""
    begins = _begins(lobby)
    if begins is StarterRule.USUAL or STARTER not in lobby.game.shuffles:
        return by_table
    return by_table | {STARTER} if begins is StarterRule.ASKED else by_table - {STARTER}


def begins(lobby: Lobby, party: Party) -> int | None:
    """Return the starting seat of a returning party, where it is determined in advance."""
    takes_turns = lobby.chosen.begins in TURNS
    return party.begins if takes_turns and STARTER in lobby.game.shuffles else None


def _begins(lobby: Lobby) -> StarterRule:
    """Return how the starting player is decided: a returning party takes turns."""
    takes_turns = lobby.party is not None and lobby.party.begins is not None
    usual = lobby.chosen.begins is StarterRule.USUAL
    return StarterRule.ROTATED if usual and takes_turns else lobby.chosen.begins


def _first(lobby: Lobby, given: Mapping[str, object], seats: int) -> int | None:
    """Return the starting seat: the oldest player's, or the one after the last game's."""
    if lobby.chosen.begins is StarterRule.OLDEST and "oldest" in given:
        return int(str(given["oldest"]))
    if _begins(lobby) is not StarterRule.ROTATED:
        return None
    if lobby.party is not None and lobby.party.begins is not None:
        return lobby.party.begins
    return None if lobby.starter is None else (lobby.starter + 1) % seats
