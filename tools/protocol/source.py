"""The docstrings of a class and of its fields, which are in the source alone."""

import ast
import inspect
from functools import cache
from textwrap import dedent


@cache
def field_docs(declared: type) -> dict[str, str]:
    """Return what the source says below each field of a class, those of its bases included."""
    docs: dict[str, str] = {}
    for base in reversed(declared.__mro__):
        docs |= _own(base) if base.__module__.split(".")[0] not in _FOREIGN else {}
    return docs


_FOREIGN = frozenset({"builtins", "msgspec", "typing"})


def _own(declared: type) -> dict[str, str]:
    (body,) = ast.parse(dedent(inspect.getsource(declared))).body
    assert isinstance(body, ast.ClassDef)  # noqa: S101 - it is the source of a class
    docs = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = _text(below)
            if text:
                docs[field.target.id] = " ".join(text.split())
    return docs


def _text(node: ast.stmt) -> str:
    """Return the text that a statement is, empty if it is something else."""
    constant = node.value if isinstance(node, ast.Expr) else None
    value = constant.value if isinstance(constant, ast.Constant) else ""
    return value if isinstance(value, str) else ""


def doc(declared: type) -> str:
    """Return the docstring of a class in one line."""
    return " ".join((inspect.getdoc(declared) or "").split())


def type_name(kind: type) -> str:
    """Return the name of a type in scripts, where all types of a view's parts are such parts."""
    return kind.__name__.removesuffix("View") or kind.__name__
