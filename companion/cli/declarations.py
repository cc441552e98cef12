"""`companion games show GAME`: lists what a game declares, for authors and reviewers."""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from companion.cli.commands import title_of
from companion.engine.action_kinds import Act
from companion.engine.codec import snake_case
from companion.engine.every import Domain, seats
from companion.engine.facets import Corrections, Invariants
from companion.engine.game import CHANCE, SIMULTANEOUS, TERMINAL
from companion.engine.message import Message, join, say
from companion.engine.options import COLOURS
from companion.engine.phases import PhasedRules
from companion.engine.piece_conservation import PieceField
from companion.engine.records import fields_of, marks, records_in
from companion.engine.rules import AnyGame
from companion.engine.visibility import Hidden, Secret, has_secrets
from companion.i18n.catalogue import Phrases

_MOST: Final = 9
"""The most values that are listed one by one."""
_WHO: Final[Mapping[int, Message]] = {
    CHANCE: say("drawn by chance"),
    SIMULTANEOUS: say("several seats at once"),
    TERMINAL: say("the end"),
}
_SEAT: Final = say("one seat")
Row = tuple[str, str]


def lines(game: AnyGame, words: Phrases) -> Iterator[str]:
    """Yield what a game declares: options, phases with actions, secrets, invariants."""
    head = say(
        "{title} ({name}), rules {version}: {seats} players, levels: {levels}",
        title=title_of(game, words),
        name=game.id,
        version=game.rules_version,
        seats=_several(game.players),
        levels=", ".join(game.all_levels),
    )
    yield words.tell(head)
    parts: tuple[tuple[Message, Iterable[Row]], ...] = (
        (say("Options"), _options(game)),
        (say("Phases and actions"), _phases(game)),
        (say("Set by hand"), _corrections(game)),
        (say("Secrets"), _secrets(game)),
        (say("Never lost or duplicated"), _conserved(game)),
        (say("Checked after every action"), _invariants(game)),
    )
    for title, rows in parts:
        listed = [(words.tell(name), words.tell(explanation)) for name, explanation in rows]
        if listed:
            yield ""
            yield words.tell(title)
            width = max((len(name) for name, explanation in listed if explanation), default=0)
            yield from (
                f"  {name:<{width}}  {explanation}".rstrip() for name, explanation in listed
            )


def _options(game: AnyGame) -> Iterator[Row]:
    for name, values in game.choices:
        yield name, _several(values)
    for option in game.further_options:
        yield option.name, say("{values} (if people want it)", values=_several(option.values))
    colours = ((COLOURS, game.seat_colours),) if game.seat_colours else ()
    for name, values in (*game.seat_choices, *colours):
        yield name, say("for each seat one of {values}", values=_several(values))


def _phases(game: AnyGame) -> Iterator[Row]:
    for phase, rules in game.phases.table.items() if isinstance(game, PhasedRules) else ():
        who = _WHO.get(rules.who, _SEAT) if isinstance(rules.who, int) else _SEAT
        if rules.goes_on and not rules.acts:
            who = say("goes on by itself")
        yield (say("{phase} ({rule}), {who}", phase=phase, rule=rules.rule, who=who), "")
        for act in rules.acts:
            yield (
                f"  {snake_case(act.kind.__name__)}",
                _fields(act, rules.legal, of_seat=rules.who != CHANCE),
            )


def _corrections(game: AnyGame) -> Iterator[Row]:
    for act in game.by_hand if isinstance(game, Corrections) else ():
        yield snake_case(act.kind.__name__), _fields(act, None)


def _fields(act: Act[Any], of_phase: object, *, of_seat: bool = False) -> str:
    """Return what the fields of an action may be, and who lists them if nothing is declared.

    ``of_seat`` tells whether a seat takes it, which alone may read what is secret.
    """
    field_texts = [_field(field.name, act.fields.get(field.name)) for field in fields_of(act.kind)]
    listed = act.legal or act.for_seat or of_phase
    if field_texts and listed and not act.fields:
        field_texts.append(say("listed by {function}", function=_function(listed)))
    if has_secrets(act.kind) and of_seat:
        field_texts.append(say("secret: by a tag on a reader, or on the phone of its seat"))
    return join("; ", field_texts)


def _field(name: str, declared: object) -> str:
    if declared is None:
        return name
    values = declared.values if isinstance(declared, Domain) else declared
    field_text = say("{field}: {values}", field=name, values=_several(values))
    if not isinstance(declared, Domain):
        return field_text
    return say(
        "{told}, else {code} ({rule})", told=field_text, code=declared.code, rule=declared.rule
    )


def _several(values: object) -> str:
    """Return values in words: all, the first and the last, or the function that returns them."""
    if values is seats:
        return say("any seat")
    if callable(values):
        return say("as {function} says", function=_function(values))
    if not isinstance(values, Iterable):
        return str(values)
    each = [str(it).lower() if isinstance(it, bool) else str(it) for it in values]
    if len(each) > _MOST or (isinstance(values, range) and len(each) > 1):
        return say("{first} to {last}", first=each[0], last=each[-1])
    return ", ".join(each)


def _function(function: object) -> str:
    """Return the name of a function, or the name of the field that it reads."""
    if isinstance(function, attrgetter):
        return f"state.{function.__reduce__()[1][0]}"
    name = getattr(function, "__qualname__", "")
    module = getattr(function, "__module__", "").rpartition(".")[2]
    if not name or "<lambda>" in name:
        return say("the state")
    return f"{module}.{name.partition('.<')[0]}"


def _records(game: AnyGame) -> tuple[type, ...]:
    """Return the types of a game's records, and those of the records in their fields."""
    found: dict[type, None] = {}
    left = [*game.record_types]
    while left:
        cls = left.pop(0)
        if cls not in found:
            found[cls] = None
            left += [each for types in records_in(cls).values() for each in types]
    return tuple(found)


def _marked(game: AnyGame) -> Iterator[tuple[str, object]]:
    """Yield the visibility marks of fields with the names of record and field, each once."""
    listed: set[tuple[str, int]] = set()
    for cls in _records(game):
        for name, its_marks in marks(cls).items():
            owner = next(base for base in reversed(cls.__mro__) if name in _annotated(base))
            field = f"{owner.__name__}.{name}"
            for mark in its_marks:
                if (field, id(mark)) not in listed:
                    listed.add((field, id(mark)))
                    yield field, mark


def _annotated(cls: type) -> Mapping[str, object]:
    own: Mapping[str, object] = vars(cls).get("__annotations__", {})
    return own


def _secrets(game: AnyGame) -> Iterator[Row]:
    for field, mark in _marked(game):
        if isinstance(mark, Secret):
            until = say("only its owner sees it until it lies open")
            yield field, until if mark.until else say("only its owner sees it")
        elif isinstance(mark, Hidden):
            yield field, _of_hidden(mark)


def _of_hidden(mark: Hidden) -> Message:
    if mark.cover is not None:
        return say("others see only a placeholder")
    if mark.usual:
        return say("nobody sees it unless it is another than usual")
    return say("nobody sees it")


def _conserved(game: AnyGame) -> Iterator[Row]:
    kinds: dict[str, list[str]] = {}
    for field, mark in _marked(game):
        if isinstance(mark, PieceField):
            kind = mark.kind if isinstance(mark.kind, str) else _function(mark.kind)
            kinds.setdefault(kind, []).append(field)
    for kind, fields in kinds.items():
        yield kind, ", ".join(fields)


def _invariants(game: AnyGame) -> Iterator[Row]:
    if isinstance(game, Invariants):
        function = game.violations
        yield f"{function.__module__}.{function.__name__}", ""
