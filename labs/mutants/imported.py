"""Let Python import a module with a mistake in it, while the file on the disk stays unchanged.

`sitecustomize` uses it too, so that programs started by a test make the same mistake.
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
    """Loads a module from a source other than the file at its path."""

    source: str = ""

    def get_code(self, fullname: str) -> CodeType | None:
        """Compile the source in memory, without any cache."""
        del fullname
        return compile(self.source, self.path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """Finds the one module whose file is ``path``."""

    def __init__(self, path: str, source: str) -> None:
        """Take the path of the module, and the source to use instead."""
        self.path = path
        self.source = source

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return a spec for that one module, and ``None`` for any other."""
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
    """Replace the module that the environment variable describes, if it is set."""
    variable = os.environ.get(VARIABLE)
    if variable:
        replacement: dict[str, Any] = json.loads(variable)
        with open(replacement["source"], encoding="utf-8") as stream:  # noqa: PTH123 - starts quicker
            sys.meta_path.insert(0, Finder(replacement["file"], stream.read()))
