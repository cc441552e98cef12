"""Action kinds with declared field values: legal choices, and refusals of the rest.

The values of a field are declared once, beside the action. The list of choices and the refusal of
other values are derived from that; only conditions on several fields need a function.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sized
from itertools import chain, product
from typing import Any, Final, TypeAlias, get_origin

import msgspec

from companion.engine.action_kinds import (
    Act,
    Check,
    List,
    OpenList,
    always,
    game_of,
)
from companion.engine.forms import misfit, misfits_in, shown
from companion.engine.game import Action, Refusal, Step
from companion.engine.records import fields_of
from companion.engine.text import Param
from companion.engine.wording import refuse

Values: TypeAlias = Iterable[object] | Callable[[Any], Iterable[object]]
"""The values of a field in order, or a function of the state that returns them."""

_FUNCTION: Final = Callable[[Any, Action], object]
_CODE: Final = re.compile(r"[a-z]+(-[a-z]+)*")


class Domain(msgspec.Struct, frozen=True):
    """Legal values of an action's field, and the refusal of other values."""

    values: Values
    code: str
    rule: str
    params: Mapping[str, Param | Callable[[Any], Param]]
    """Parameters of the refusal's text: a value, or a function of the refused one."""

    def why_not(self, state: Any, value: object) -> Refusal | None:  # noqa: ANN401 - any game's
        """Return the refusal of a field's value, ``None`` if it is legal."""
        if value in _listed(self.values, state):
            return None
        parameters = {name: it(value) if callable(it) else it for name, it in self.params.items()}
        return refuse(self.code, self.rule, **parameters)


def among(values: Values, code: str, rule: str, **params: Param | Callable[[Any], Param]) -> Domain:
    """Return a domain of values; others are refused with ``code``, citing ``rule``."""
    return Domain(values, code, rule, params)


Declared: TypeAlias = Values | Domain
"""What a field may be; without a refusal of its own, the check of the action refuses the rest."""


def act(
    kind: type[Action],
    effect: Callable[..., Any],
    check: Check[Any] = always,
    /,
    *,
    barred: Check[Any] = always,
    listed: OpenList[Any] | None = None,
    for_seat: List[Any] | None = None,
    **fields: Declared,
) -> Act[Any]:
    """Return an action kind that lists every combination of values, or those ``listed``.

    It is refused by ``barred``, if none is possible now, then by the domains of its fields, then by
    ``check``. For corrections, the table of corrections lists only possible ones. Raises
    ``TypeError``, naming the action, for a mistake in the declaration of its fields.
    """
    refused = _refused(kind, effect, check, barred, fields)
    if listed is None and for_seat is None:
        listed = every(kind, **fields)
    return Act(kind, effect, refused, listed, for_seat, fields=fields)


def choice(
    kind: type[Action],
    effect: Callable[..., Any],
    check: Check[Any] = always,
    /,
    *,
    barred: Check[Any] = always,
    **fields: Declared,
) -> Act[Any]:
    """Return an action kind that is legal for every combination of values that passes ``check``.

    Like ``act``, but ``barred`` does not affect the list: it only explains the refusal of other
    values.
    """
    refused, listed = _refused(kind, effect, check, barred, fields), every(kind, **fields)
    if check is always:
        return Act(kind, effect, refused, listed, fields=fields)

    def legal(state: Any) -> list[Action]:  # noqa: ANN401 - any game's state
        return [action for action in listed(state) if check(state, action) is None]

    return Act(kind, effect, refused, legal, fields=fields)


def outcome(
    kind: type[Action],
    effect: Callable[..., Any],
    check: Check[Any] = always,
    /,
    **fields: Declared,
) -> Act[Any]:
    """Return an action kind of CHANCE, with refusals as in ``act``.

    With values for all of its fields, it lists them as ``choice`` does, for a phase that is
    ``equally`` likely; otherwise its phase lists the outcomes.
    """
    refused = _refused(kind, effect, check, always, fields)
    if next(_missing(kind, fields), None) is None:
        return choice(kind, effect, check, barred=always, **fields)
    return Act(kind, effect, refused, fields=fields)


def _refused(
    kind: type[Action],
    effect: Callable[..., Any],
    check: Check[Any],
    barred: Check[Any],
    fields: Mapping[str, Declared],
) -> Check[Any]:
    """Return a check of an action: ``barred``, then the domains of its fields, then ``check``."""
    _require(misfit(type[Action], kind, "the kind of an action"), kind, effect)
    _require(_of_result(kind, effect), kind)
    functions = {"effect": effect, "check": check, "barred": barred}
    stray = (name for name in ("check", "barred") if _makes_a_step(functions[name]))
    _require(
        (
            f"{kind.__name__}: {name} is {shown(functions[name])}, which returns a Step as an "
            "effect does; declare a function that returns a Refusal or None"
            for name in stray
        ),
        kind,
    )
    wrong = (
        misfit(_FUNCTION, function, f"{kind.__name__}: {name}")
        for name, function in functions.items()
    )
    _require(chain(chain.from_iterable(wrong), _mistakes(kind, fields)), kind)
    domains: Final = [(name, it) for name, it in fields.items() if isinstance(it, Domain)]
    if not domains and barred is always:
        return check

    def refused(state: Any, action: Action) -> Refusal | None:  # noqa: ANN401 - any game's state
        refusal = barred(state, action)
        for name, domain in domains:
            if refusal is not None:
                return refusal
            refusal = domain.why_not(state, getattr(action, name))
        return check(state, action) if refusal is None else refusal

    return refused


def _makes_a_step(function: object) -> bool:
    """Return whether a function is annotated to return the result of an effect."""
    hint = getattr(function, "__annotations__", {}).get("return")
    return get_origin(hint) is Step or hint is Step or str(hint).startswith("Step[")


def _of_result(kind: type[Action], effect: object) -> Iterator[str]:
    """Yield that an effect says that it returns a value of another class than a step."""
    hint = getattr(effect, "__annotations__", {}).get("return", Step)
    if hint is None or (isinstance(hint, type) and not _makes_a_step(effect) and hint is not Step):
        yield (
            f"{kind.__name__}: effect is {shown(effect)}, which returns {shown(hint)}; declare a "
            "function that returns a Step"
        )


def _require(mistakes: Iterator[str], *declared: object) -> None:
    mistake = next(mistakes, None)
    if mistake is not None:
        raise TypeError(f"{game_of(*declared)}: {mistake}")


def _missing(kind: type[Action], fields: Mapping[str, Declared]) -> Iterator[str]:
    """Yield fields of an action that are missing or out of order."""
    order = [field.name for field in fields_of(kind) if field.is_required or field.name in fields]
    if [*fields] != order:
        listed = ", ".join(fields) or "nothing"
        yield f"{kind.__name__} declares values of {listed}; declare those of: {', '.join(order)}"


def _mistakes(kind: type[Action], fields: Mapping[str, Declared]) -> Iterator[str]:
    """Yield mistakes in the declaration of an action's fields."""
    field_names = [field.name for field in fields_of(kind)]
    for name, declared in fields.items():
        what = f"{kind.__name__}.{name}"
        values: object = declared.values if isinstance(declared, Domain) else declared
        if name not in field_names:
            yield f"{what} is not a field; declare the values of: {', '.join(field_names)}"
        if isinstance(declared, Domain):
            yield from misfits_in(declared, what)
        else:
            yield from misfit(Values, declared, what)
        if isinstance(values, Iterator):
            yield f"{what} has values that can be read only once; make them a tuple"
        elif isinstance(values, Sized) and not values:
            yield f"{what} has no values; declare what it may be"
        if isinstance(declared, Domain) and not _CODE.fullmatch(declared.code):
            yield f"{what} is refused as {declared.code!r}; write small letters and hyphens"
        if isinstance(declared, Domain) and not declared.rule:
            yield f"{what} is refused by no rule; give the id of the rule"


def every(kind: type[Action], **fields: Declared) -> OpenList[Any]:
    """Return a function that lists a state's actions of a kind, varying the last field fastest."""
    values = [it.values if isinstance(it, Domain) else it for it in fields.values()]
    _require(chain(_mistakes(kind, fields), _missing(kind, fields)), kind)

    def listed(state: Any) -> Iterator[Action]:  # noqa: ANN401 - any game's state
        return (kind(*chosen) for chosen in product(*(_listed(it, state) for it in values)))

    return listed


def only_in(phases: Container[object], code: str, rule: str) -> Check[Any]:
    """Return a check that refuses an action in all other phases."""

    def check(state: Any, _action: Action) -> Refusal | None:  # noqa: ANN401 - a state with a phase
        return None if state.phase in phases else refuse(code, rule)

    return check


def seats(state: Any) -> range:  # noqa: ANN401 - any game's state
    """Return all seats of a state that has ``players``."""
    return range(len(state.players))


def _listed(values: Values, state: Any) -> Iterable[Any]:  # noqa: ANN401 - any game's state
    return values(state) if callable(values) else values
