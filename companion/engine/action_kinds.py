"""Action kinds, as a game lists them in its tables of phases and corrections."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from sys import modules
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from companion.engine.declared import declaring
from companion.engine.game import Action, Refusal, Step
from companion.engine.records import fields_of
from companion.engine.text import Param
from companion.engine.wording import refuse

S = TypeVar("S")

List: TypeAlias = Callable[[S, int], Iterable[Action]]
"""Lists the legal actions of a player in a state."""
OpenList: TypeAlias = Callable[[S], Iterable[Action]]
"""Lists the legal actions in a state, whoever acts."""
Check: TypeAlias = Callable[[S, Any], Refusal | None]
"""Says why an action is refused; ``None`` if it is not."""


def always(_state: Any, _action: Action) -> None:  # noqa: ANN401 - any game's state
    """Accept always: the action is legal whenever its phase lists it."""


def never(_state: Any) -> tuple[Action, ...]:  # noqa: ANN401 - any game's state
    """List nothing: the phase lists the action only to explain its refusal."""
    return ()


def refuse_unlisted(listed: OpenList[S], code: str, rule: str, **params: Param) -> Check[S]:
    """Return a check that refuses, citing ``rule``, every action that is not listed as legal."""

    def check(state: S, action: Action) -> Refusal | None:
        return None if action in listed(state) else refuse(code, rule, **params)

    return check


class Act(msgspec.Struct, Generic[S], frozen=True, dict=True):
    """One kind of action: its effect, its refusals, and its legal actions.

    Without ``legal``, the kind has no fields to choose, and is legal unless ``check`` refuses it;
    actions of CHANCE come from the phase's ``chance``.
    """

    kind: type[Action]
    effect: Callable[[S, Any], Step[S]]
    check: Check[S] = always
    legal: Callable[[S], Iterable[Action]] | None = None
    for_seat: Callable[[S, int], Iterable[Action]] | None = None
    """The legal ones of a seat, where several seats act at once and may do different things."""
    former: bool = False
    """Whether only games recorded under earlier rules hold it: nobody can take it any more."""
    fields: Mapping[str, Any] = msgspec.field(default_factory=dict)
    """Declared values of its fields, see ``companion.engine.every``."""

    @cached_property
    def open_choices(self) -> OpenList[S]:
        """The function that lists the legal actions of this kind, independent of the player.

        For corrections it lists the values to choose from.
        """
        if self.legal is not None:
            return self.legal
        if self.needs_choices:
            return never
        alone, check = (self.kind(),), self.check
        if check is always:
            return lambda _state: alone
        return lambda state: () if check(state, alone[0]) else alone

    def choices(self, state: S, player: int) -> Iterable[Action]:
        """Return the legal actions of this kind for a player."""
        if self.for_seat is not None:
            return self.for_seat(state, player)
        return self.open_choices(state)

    @property
    def needs_choices(self) -> bool:
        """Whether the possible values of this kind's fields are undeclared."""
        has_required = any(field.is_required for field in fields_of(self.kind))
        return has_required and self.legal is None and self.for_seat is None


def game_of(*declared: object) -> str:
    """Return the package of the game that contains a declaration, for error messages."""
    places = (getattr(each, "__module__", None) for each in declared)
    place = next((place for place in places if place in modules), None)
    return declaring()[0] if place is None else modules[place].__package__ or place
