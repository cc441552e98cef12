"""The base class of games up to 0.2, deprecated; it is removed in 0.4."""

import warnings
from types import ModuleType
from typing import Any, TypeVar

from companion.engine.codec import Codec
from companion.engine.facets import SecretScore
from companion.engine.game import Setup
from companion.engine.rules import Rules, types_of

S = TypeVar("S")


class BaseGame(Rules[S]):
    """Rules with the records as arguments; derive from ``Rules`` or ``PhasedRules`` instead."""

    def __init_subclass__(cls, **options: Any) -> None:  # noqa: ANN401 - passed on
        """Warn the author; hiding points was a method then, and is a facet now."""
        super().__init_subclass__(**options)
        warning = "BaseGame is now companion.engine.rules.Rules with facets; it goes with 0.4"
        warnings.warn(f"{cls.__name__}: {warning}", DeprecationWarning, stacklevel=2)
        if "open_score" in vars(cls):
            SecretScore.register(cls)

    def __init__(self, *records: type | ModuleType) -> None:
        """Prepare JSON and notation for ``records``: types, or modules that define them."""
        Codec.__init__(self, (cls for source in records for cls in types_of(source)))

    def places(self, state: S, /) -> tuple[str, ...]:
        """Return the places of ``placements``; games up to 0.2 declare no others."""
        return tuple(self.placements(state))

    def begin(self, setup: Setup) -> S:
        """Return the state before the first action; old games override ``new_initial_state``."""
        return self.new_initial_state(setup)
