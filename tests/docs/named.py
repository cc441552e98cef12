"""The tests that pages of the documentation name."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]


def names_in(file: str) -> set[str]:
    """Return the names of a file's tests as pytest writes them."""
    names = set[str]()
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            methods = (method for method in node.body if isinstance(method, ast.FunctionDef))
            names |= {f"{node.name}::{method.name}" for method in methods}
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
    return {name for name in names if name.rpartition("::")[2].startswith("test_")}
