"""Lets Python import a module with a mistake in it; the file on the disk stays as it is.

Read by `sitecustomize` too, so that programs which a test starts make the same mistake.
"""

import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

VARIABLE = "MUTANT"
"""Names the environment variable: a JSON object with `file`, a path, and `source`, a path too."""


class MutatedLoader(SourceFileLoader):
    """Runs another source than the one at its path."""

    source: str = ""

    def get_code(self, fullname: str) -> CodeType | None:
        """Compile the source in memory; nothing is kept."""
        del fullname
        return compile(self.source, self.path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """Finds the one module whose file is ``path``."""

    def __init__(self, path: str, source: str) -> None:
        """Remember what to replace."""
        self.path = path
        self.source = source

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return a spec for the one module, ``None`` for any other."""
        if not fullname.startswith("companion"):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin != self.path:
            return None
        loader = MutatedLoader(fullname, self.path)
        loader.source = self.source
        spec.loader = loader
        return spec


def install() -> None:
    """Replace the module that the environment names, if it names one."""
    found = os.environ.get(VARIABLE)
    if found:
        given: dict[str, Any] = json.loads(found)
        with open(given["source"], encoding="utf-8") as stream:  # noqa: PTH123 - starts quicker
            sys.meta_path.insert(0, Finder(given["file"], stream.read()))
