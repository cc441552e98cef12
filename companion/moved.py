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
)
"""Names of 0.1, which warned in 0.2 → the modules to import instead."""

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
            "table.intent": "table.narrowing.intent",
        }.items()
    }
)
"""Names of 0.2, which work until 0.4 → new names."""


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


def renamed(module: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """Return a module's ``__getattr__``: it resolves former names, with a warning."""

    def get(name: str) -> object:
        new = names.get(name)
        if new is None:
            text = f"module {module!r} has no attribute {name!r}"
            raise AttributeError(text)
        renaming = f"{module}.{name} is now {new}; the old name goes with 0.4"
        warnings.warn(renaming, DeprecationWarning, stacklevel=2)
        return getattr(import_module(module), new)

    return get
