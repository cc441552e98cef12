"""Kinds of actions whose fields have declared values: what can be chosen, and what is refused.

What a field may be stands once, beside the action. The list of what can be chosen and the refusal
of anything else follow from that; only what depends on more than one field needs a function.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final, TypeAlias

import msgspec

from companion.engine.acts import Act, Check, OpenList, always
from companion.engine.game import Action, Refusal
from companion.engine.records import fields_of
from companion.engine.text import Param
from companion.engine.wording import refuse

Values: TypeAlias = Iterable[object] | Callable[[Any], Iterable[object]]
"""The values of a field in order, or a function of the state that returns them."""


class Domain(msgspec.Struct, frozen=True):
    """What a field of an action may be, and how anything else is refused."""

    values: Values
    code: str
    rule: str
    params: Mapping[str, Param | Callable[[Any], Param]]
    """What the refusal's words name: a value, or a function of the refused one."""

    def why_not(self, state: Any, value: object) -> Refusal | None:  # noqa: ANN401 - any game's
        """Return why a field cannot have a value."""
        if value in _listed(self.values, state):
            return None
        said = {name: it(value) if callable(it) else it for name, it in self.params.items()}
        return refuse(self.code, self.rule, **said)


def among(values: Values, code: str, rule: str, **params: Param | Callable[[Any], Param]) -> Domain:
    """Return what a field may be; anything else is refused with ``code``, by ``rule``."""
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
    **fields: Declared,
) -> Act[Any]:
    """Return a correction of which every combination of values can be chosen, or those ``listed``.

    It is refused by ``barred``, which says why none is possible now, then by what its fields may
    be, then by ``check``. Raises ``TypeError`` for a field that the action does not have.
    """
    refused = fits(kind, check, barred=barred, **fields)
    return Act(kind, effect, refused, listed or every(kind, **fields))


def choice(
    kind: type[Action],
    effect: Callable[..., Any],
    check: Check[Any] = always,
    /,
    *,
    barred: Check[Any] = always,
    **fields: Declared,
) -> Act[Any]:
    """Return an action that is legal with every combination of values that passes ``check``.

    Like ``act``, of which the table of corrections itself lists only what is possible. ``barred``
    is not asked for what is listed: it tells those whose values are others why.
    """
    refused, listed = fits(kind, check, barred=barred, **fields), every(kind, **fields)
    if check is always:
        return Act(kind, effect, refused, listed)

    def legal(state: Any) -> list[Action]:  # noqa: ANN401 - any game's state
        return [action for action in listed(state) if check(state, action) is None]

    return Act(kind, effect, refused, legal)


def fits(
    kind: type[Action],
    check: Check[Any] = always,
    /,
    *,
    barred: Check[Any] = always,
    **fields: Declared,
) -> Check[Any]:
    """Return a check of an action: ``barred``, then what its fields may be, then ``check``."""
    known = [field.name for field in fields_of(kind)]
    for name in fields:
        if name not in known:
            mistake = f"has no field {name!r}; declare the values of: {', '.join(known)}"
            raise TypeError(f"{kind.__module__}.{kind.__name__} {mistake}")
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


def every(kind: type[Action], **fields: Declared) -> OpenList[Any]:
    """Return a function of the state that lists the actions of a kind, the last field fastest."""
    values = [it.values if isinstance(it, Domain) else it for it in fields.values()]
    order = [field.name for field in fields_of(kind) if field.is_required or field.name in fields]
    if [*fields] != order:
        mistake = f"declares values of {', '.join(fields) or 'nothing'}; declare those of"
        raise TypeError(f"{kind.__module__}.{kind.__name__} {mistake}: {', '.join(order)}")

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
