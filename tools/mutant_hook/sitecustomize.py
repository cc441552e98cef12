"""Python reads this first where `tools/mutants.py` says so: one module gets one mistake.

``MUTANT`` holds the module's file and the mistake's number, as ``companion/x.py:7``.
"""

import ast
import importlib.abc
import importlib.machinery
import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

FILE, _, NUMBER = os.environ["MUTANT"].rpartition(":")


class MutantLoader(importlib.machinery.SourceFileLoader):
    """Compiles a module with its mistake."""

    def get_code(self, fullname: str) -> object:  # type: ignore[override]  # noqa: ARG002
        """Return the module's code with one change."""
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        # By its path: whatever is tested may have a folder `tools` of its own.
        here = runpy.run_path(str(Path(__file__).with_name("mutations.py")), run_name="mutations")
        here["mutations"](tree)[int(NUMBER)].plant()
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


class MutantFinder(importlib.abc.MetaPathFinder):
    """Finds the module as usual, and has it loaded otherwise."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """Return how to load the mutant, ``None`` for every other module."""
        if not fullname.startswith("companion"):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or not spec.origin.endswith(f"/{FILE}"):
            return None
        spec.loader = MutantLoader(fullname, spec.origin)
        return spec


sys.meta_path.insert(0, MutantFinder())
