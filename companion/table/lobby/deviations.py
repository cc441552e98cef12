"""Deviations from the recommended game: a list that opens on demand, and its defaults."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.game import Setup
from companion.engine.options import FurtherOption, value_name
from companion.engine.owners_copy import OwnersCopy
from companion.engine.rules import AnyGame
from companion.engine.seat_colours import assign_colours
from companion.engine.text import Text, text
from companion.table.narrowing.chance import ALL
from companion.table.setup_question import SetupQuestion

OPEN: Final = "deviations"
"""The answer to the last question about the game that opens the list."""
LIST: Final = "list"
BOX, TABLE, EACH = "box", "table", "each"
"""Who draws what is random: the box, the table, or whoever is chosen for each kind of draw."""
_ROLL: Final = "roll"
"""The action of CHANCE by which dice are rolled, in all games that have them."""
_BACK: Final = "back"
_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


class Deviations(msgspec.Struct, frozen=True):
    """The choices for the next game, by game and entry, and the state of the open list."""

    chosen: Mapping[str, Mapping[str, object]] = msgspec.field(default_factory=dict)
    open: str = ""
    """The entry whose values are chosen, ``list`` for the list itself, empty if it is closed."""

    def of(self, game: AnyGame) -> Mapping[str, object]:
        """Return the choices for a game, by the key of the entry."""
        return self.chosen.get(game.id, _NOTHING)


class Basis(msgspec.Struct, frozen=True):
    """The inputs that determine the values of a game.

    ``last`` is the last game of this kind, or its settings, and ``enter`` what the table entered
    then; both are ``None`` for another game.
    """

    game: AnyGame
    chosen: Mapping[str, object]
    last: Setup | None
    enter: frozenset[str] | None
    copy: OwnersCopy
    levels: tuple[str, ...]
    """The levels to choose from."""
    names: tuple[str, ...]
    wishes: tuple[str, ...]
    """The colour that each seat's player has a claim to, empty for none."""


class DeviationEntry(msgspec.Struct, frozen=True):
    """An entry of the list: the question, the label with its value, and the possible values."""

    key: str
    ask: Text
    name: Text
    values: tuple[tuple[object, Text], ...]
    value: object
    """The value in force."""


def current_value(
    option: FurtherOption, chosen: Mapping[str, object], last: Setup | None, copy: OwnersCopy
) -> object:
    """Return the value of an option: chosen, of the last game, of the settings, or the default."""
    before = {} if last is None else last.options
    return {**copy.options, **before, **chosen}.get(option.name, option.usual)


def entries(basis: Basis) -> Iterator[DeviationEntry]:
    """Yield every relevant setting of a game, in order."""
    game, level = basis.game, _level(basis)
    if len(basis.levels) > 1:
        yield _entry("level", text("lobby.level"), _named("level", basis.levels), level)
    if level in game.outline:
        return
    chosen: dict[str, object] = {}
    is_followed = game.follows(level)
    for option, words in game.chosen_by(len(basis.names)):
        if is_followed or option not in game.followed_choices:
            key = f"option.{option}"
            chosen[option] = _value(basis, key, option, words)
            yield _entry(key, text(f"lobby.{key}"), _named(key, words), chosen[option])
    yield from _seats(basis)
    if is_followed:
        yield from _draws(basis)
    for further in game.further_options:
        applies = level in (further.levels or game.all_levels)
        if applies and all(chosen.get(name) == value for name, value in further.needs):
            yield _further(basis, further)


def answers(basis: Basis) -> dict[str, object]:
    """Return the answers that apply without a question, by the key of the entry or question."""
    given: dict[str, object] = {"level": _level(basis)}
    given.update((entry.key, entry.value) for entry in (*_seats(basis), *entries(basis)))
    return given


def recommended(basis: Basis) -> bool:
    """Return whether the game is played as recommended."""
    plain = replace(basis, chosen=_NOTHING, last=None, enter=None)
    return answers(plain) == answers(basis)


def _entry(
    key: str, ask: Text, values: tuple[tuple[object, Text], ...], value: object
) -> DeviationEntry:
    words = next(name for each, name in values if each == value)
    return DeviationEntry(key, ask, text("lobby.deviation", what=ask, value=words), values, value)


def _named(key: str, values: Sequence[str]) -> tuple[tuple[object, Text], ...]:
    return tuple((value, text(f"{key}.{value}")) for value in values)


def _level(basis: Basis) -> str:
    """Return the level in force; a robot only supports one."""
    last = "" if basis.last is None else basis.last.level
    wanted = (basis.chosen.get("level"), last, basis.game.recommended.level)
    return next((str(level) for level in wanted if level in basis.levels), basis.levels[-1])


def _value(basis: Basis, key: str, option: str, values: Sequence[str]) -> str:
    """Return the value of an option with a single value for the whole table."""
    before = {} if basis.last is None else basis.last.options
    recommended_value = basis.game.recommended.options.get(option)
    known = (before.get(option), basis.copy.options.get(option), recommended_value)
    wanted = (basis.chosen.get(key), *known)
    return next((str(value) for value in wanted if value in values), values[0])


def _seats(basis: Basis) -> Iterator[DeviationEntry]:
    """Yield the options with a separate value for each seat."""
    seats = range(len(basis.names))
    for option, words in basis.game.seat_choices:
        keys = [f"seat.{option}.{seat}" for seat in seats]
        wishes = [
            str(basis.chosen.get(key, wish)) for key, wish in zip(keys, basis.wishes, strict=True)
        ]
        held = assign_colours(words, wishes)
        for key, name, value in zip(keys, basis.names, held, strict=True):
            player = text("lobby.value", value=name)
            ask = text(f"lobby.option.{option}", player=player)
            shown = text("lobby.seat_value", player=player, value=text(f"{option}.{value}"))
            yield DeviationEntry(key, ask, shown, _named(option, words), value)


def _draws(basis: Basis) -> Iterator[DeviationEntry]:
    """Yield who draws, and if that differs between draws, who draws what."""
    kinds = basis.game.shuffles
    if not kinds:
        return
    entered = basis.game.recommended.enter if basis.enter is None else basis.enter
    drawn = {kind: TABLE if {kind, ALL} & entered else BOX for kind in kinds}
    before = drawn[kinds[0]] if len(set(drawn.values())) == 1 else EACH
    who = basis.chosen.get("draw", before)
    ways = (BOX, TABLE, EACH) if len(kinds) > 1 else (BOX, TABLE)
    yield _entry("draw", text("lobby.draw"), _named("draw", ways), who)
    if who != EACH:
        return
    for kind in kinds:
        key = f"draw.{kind}"
        who = basis.chosen.get(key, drawn[kind])
        if kind == _ROLL:
            yield _entry(key, text("lobby.rolls"), _named("draw.rolled", (BOX, TABLE)), who)
            continue
        what = text(f"verb.{kind}")
        shown = text("lobby.drawn", what=what, value=text(f"draw.{who}"))
        ask = text("lobby.draws", what=what)
        yield DeviationEntry(key, ask, shown, _named("draw", (BOX, TABLE)), who)


def _further(basis: Basis, option: FurtherOption) -> DeviationEntry:
    """Return the entry of an option with its own line.

    A settings file may contain values that are not in the list; viewing them changes nothing.
    """
    key = f"further.{option.name}"
    chosen = {option.name: basis.chosen[key]} if key in basis.chosen else _NOTHING
    before = current_value(option, _NOTHING, basis.last, basis.copy)
    value = current_value(option, chosen, basis.last, basis.copy)
    values = option.values if before in option.values else (*option.values, before)
    named = tuple((each, value_name(option.name, each)) for each in values)
    name = text(key, value=value_name(option.name, value))
    return DeviationEntry(key, text(f"lobby.option.{option.name}"), name, named, value)


def question(
    basis: Basis, deviations: Deviations, more: Sequence[tuple[object, Text]] = ()
) -> SetupQuestion:
    """Return the question of the open list; ``more`` are rows about the game that others change."""
    offered = tuple(entries(basis))
    entry = next((each for each in offered if each.key == deviations.open), None)
    if entry is None:
        listed = tuple((each.key, each.name) for each in offered)
        back = (_BACK, text("settings.back"))
        title = text("lobby.deviations")
        titles = (*(each.ask for each in offered), *(title for _ in (*more, back[:1])))
        return SetupQuestion(OPEN, title, (*listed, *more, back), titles=titles)
    at = [value for value, _ in entry.values].index(entry.value)
    return SetupQuestion(entry.key, entry.ask, entry.values, at=at)


def apply_answer(basis: Basis, deviations: Deviations, answer: object) -> tuple[Deviations, int]:
    """Return the effect of an answer, and the entry of the list under the cursor afterwards."""
    if deviations.open == LIST:
        return replace(deviations, open="" if answer == _BACK else str(answer)), 0
    changed = {deviations.open: answer, **_swapped(basis, deviations.open, answer)}
    of_game = {**deviations.of(basis.game), **changed}
    after = Deviations({**deviations.chosen, basis.game.id: of_game}, LIST)
    return after, _number(basis, deviations.open)


def _swapped(basis: Basis, key: str, answer: object) -> dict[str, object]:
    """Return the value that another seat gets in exchange for one taken from it."""
    if not key.startswith("seat."):
        return {}
    option, _ = key.rsplit(".", 1)
    held = {each.key: each.value for each in entries(basis) if each.key.startswith(f"{option}.")}
    swap = {answer: held[key], held[key]: answer}
    return {each: swap.get(value, value) for each, value in held.items()}


def close_list(basis: Basis, deviations: Deviations) -> tuple[Deviations, int]:
    """Close the values of an entry, or the list; return the cursor afterwards."""
    if deviations.open == LIST:
        return replace(deviations, open=""), 0
    return replace(deviations, open=LIST), _number(basis, deviations.open)


def _number(basis: Basis, key: str) -> int:
    """Return the index of the entry whose values are open."""
    return [entry.key for entry in entries(basis)].index(key)
