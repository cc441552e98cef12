"""Former names of modules and classes: each warns for a release, then raises one sentence.

Python asks this finder last, so a name that exists costs nothing.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import MappingProxyType, ModuleType
from typing import Final

GONE: Final[Mapping[str, str]] = MappingProxyType(
    {
        f"companion.{old}": f"companion.{new}"
        for old, new in {
            "catalogue": "i18n.catalogue",
            "clock": "devices.clock",
            "devices.fonts": "display.fonts",
            "devices.painter": "display.painter",
            "journal": "storage.journal",
            "notation": "records.notation",
            "record": "records.jsonl",
            "registry": "engine.registry",
            "replay": "records.replay",
            "selfplay": "engine.selfplay",
            "sheet": "records.score_sheet",
            "table.clock": "table.clocks.time_control",
        }.items()
    }
    | {"companion.engine.evolve": "msgspec.structs"}
)
"""Names of 0.1, which warned in 0.2, and of 0.2 → the modules to import instead."""

MOVED: Final[Mapping[str, str]] = MappingProxyType(
    {
        f"companion.{old}": f"companion.{new}"
        for old, new in {
            "devices.readers.linked": "devices.readers.base",
            "engine.acts": "engine.action_kinds",
            "engine.copy": "engine.owners_copy",
            "engine.entering": "engine.holdings",
            "engine.holding": "engine.piece_conservation",
            "engine.mistakes": "engine.declaration_checks",
            "engine.teams": "engine.ranking",
            "engine.writable": "schema.writable",
            "table.clock_change": "table.clocks.change",
            "table.clock_times": "table.clocks.choice",
            "table.intent": "table.narrowing.intent",
            "table.time_control": "table.clocks.time_control",
        }.items()
    }
)
"""Modules of 0.2, which work until 0.4 → new names."""

RENAMED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "companion.engine.conformance.words": {"Said": "SpokenTexts"},
        "companion.engine.data": {"merged": "merge"},
        "companion.engine.facets": {"Plain": "FacetDefaults", "RulesDesk": "RulesQuestions"},
        "companion.engine.figures": {"dialled": "with_digit"},
        "companion.engine.game": {
            "AnyGame": "companion.engine.rules.AnyGame",
            "Game": "companion.engine.rules.Rules",
        },
        "companion.engine.general_questions": {"GeneralDesk": "GeneralQuestions"},
        "companion.engine.holdings": {
            "Desk": "HoldingsState",
            "Entering": "HoldingsPhase",
            "EntryWords": "HoldingsWords",
            "Progress": "HoldingsProgress",
            "Question": "HoldingsQuestion",
            "unentered": "no_holdings",
        },
        "companion.engine.message": {"joined": "join", "translated": "translate"},
        "companion.engine.options": {"Kind": "ValueKind"},
        "companion.engine.owners_copy": {
            "Cell": "PrintedValue",
            "Printed": "PrintedSquare",
            "Sheet": "PrintedSheet",
            "placed": "with_value_at",
        },
        "companion.engine.picture": {"Kind": "PieceKind", "Mark": "EmblemPart"},
        "companion.engine.piece_conservation": {"Held": "PieceField"},
        "companion.engine.questions": {
            "Desk": "QuestionRouter",
            "MOST": "companion.schema.bounds.MOST",
            "Question": "RulesQuestion",
            "QuestionError": "companion.schema.mistakes.Invalid",
            "RefusedError": "RulesRefusalError",
            "refused": "refusal_answer",
        },
        "companion.engine.search": {
            "Thought": "SearchResult",
            "assumed": "companion.engine.robots.determinize",
            "can_play": "companion.engine.robots.can_play",
            "options": "companion.engine.robots.options",
        },
        "companion.engine.seat_colours": {"chosen": "colours_of", "dealt": "assign_colours"},
        "companion.engine.selfplay": {"Played": "RandomGame"},
        "companion.engine.shapes": {
            "By": "Validator",
            "Consistent": "ConsistentShape",
            "Exactly": "ExactKeys",
            "Keyed": "KnownKeys",
            "Kind": "companion.engine.options.ValueKind",
            "Where": "Predicate",
        },
        "companion.engine.ranking": {
            "ranking": "companion.engine.ranking_lines.ranking_lines",
            "standing": "standing_of",
        },
    }
)
"""Names of 0.2 in modules, by their new modules: each works until 0.4 → new name."""

REMOVED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "companion.engine.questions": {
            "A": "a function returns what msgspec can write as JSON",
            "Fields": "give the function that answers a parameter for each field of the question",
            "answered": "give the functions by kind to QuestionRouter, and call its ask",
            "desk": "give the functions by kind to QuestionRouter, whose ask it is",
        },
        "companion.engine.records": {
            "Recorded": "derive from msgspec.Struct, with frozen=True",
        },
        "companion.engine.registry": {
            "rules_desk": "load the game, and see whether it is a RulesQuestions",
        },
        "companion.engine.ranking": {
            "added": "give team_totals what teams_of returns of the game",
        },
    }
)
"""Names of 0.2 that nothing replaces → what to do instead."""


class MovedModules(MetaPathFinder):
    """Finds modules by their former names, with a warning, and names the successor of gone ones."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - the protocol's arguments
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Return how to import a renamed module, ``None`` for a name that never existed.

        Raises ``ModuleNotFoundError`` for one that is gone.
        """
        if fullname in GONE:
            gone = f"{fullname} is gone since 0.3; import {GONE[fullname]} instead"
            raise ModuleNotFoundError(gone, name=fullname)
        new = MOVED.get(fullname)
        if new is None:
            return None
        renaming = f"{fullname} is now {new}; the old name goes with 0.4"
        warnings.warn(renaming, DeprecationWarning, stacklevel=2)
        return ModuleSpec(fullname, _Alias(new))


class _Alias(Loader):
    """Gives a second name to a module, which stays one and the same."""

    def __init__(self, name: str) -> None:
        self._module = import_module(name)
        self._spec = self._module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:  # noqa: ARG002 - the protocol's
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # Python has written the alias's over it


def former_names(module: str) -> Callable[[str], object]:
    """Return a module's ``__getattr__``: it resolves names of 0.2, with a warning.

    Raises ``ImportError`` with one sentence for a name that is gone: an ``AttributeError`` would
    reach nobody who writes ``from module import name``.
    """
    names, gone = RENAMED.get(module, {}), REMOVED.get(module, {})

    def get(name: str) -> object:
        if name in gone:
            raise ImportError(f"{module}.{name} is gone since 0.3; {gone[name]}", name=module)
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new = names[name]
        renaming = f"{module}.{name} is now {new}; the old name goes with 0.4"
        warnings.warn(renaming, DeprecationWarning, stacklevel=2)
        home, _, attribute = new.rpartition(".")
        return getattr(import_module(home or module), attribute)

    return get
