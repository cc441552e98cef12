"""The mistakes that can be planted in a module, numbered in the order of its source."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

SWAPS: Final[dict[type, type]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


@dataclass(frozen=True, slots=True)
class Mutation:
    """One mistake: ``plant`` changes the tree that it was found in."""

    number: int
    line: int
    was: str
    now: str
    plant: Callable[[], None]


def mutations(tree: ast.Module) -> list[Mutation]:
    """Return all mistakes that could be planted in a module."""
    return [
        Mutation(number, line, was, now, plant)
        for number, (line, was, now, plant) in enumerate(_found(tree))
    ]


Found = tuple[int, str, str, Callable[[], None]]


def _found(tree: ast.AST) -> Iterator[Found]:
    for node in _code(tree):
        yield from _operators(node)
        yield from _constants(node)
        yield from _statements(node)


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run: no annotations, docstrings or lists of exports."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"} or _is_silent(value):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_silent(child):
                yield from _code(child)


def _is_silent(node: object) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Assign):
        return any(isinstance(each, ast.Name) and each.id == "__all__" for each in node.targets)
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"
    return isinstance(node, ast.Raise)  # its words are not what is tested here


def _changed(node: ast.AST, change: Callable[[], None], undo: Callable[[], None]) -> Found:
    """Return a change of an expression, with the words before and after."""
    was = ast.unparse(node)
    change()
    now = ast.unparse(node)
    undo()
    return getattr(node, "lineno", 0), was, now, change


def _operators(node: ast.AST) -> Iterator[Found]:
    if isinstance(node, ast.Compare):
        operator = node.ops[0]
        if type(operator) in SWAPS:
            new = SWAPS[type(operator)]()
            yield _changed(
                node,
                lambda: node.ops.__setitem__(0, new),
                lambda: node.ops.__setitem__(0, operator),
            )
    elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPS:
        if isinstance(node, ast.BinOp) and _joins_texts(node):
            return
        old, new = node.op, SWAPS[type(node.op)]()
        yield _changed(node, lambda: setattr(node, "op", new), lambda: setattr(node, "op", old))


def _joins_texts(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(each, ast.JoinedStr) or _is_text(each) for each in sides)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _constants(node: ast.AST) -> Iterator[Found]:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, bool | int):
        return
    old = node.value
    new = not old if isinstance(old, bool) else old + 1
    yield _changed(node, lambda: setattr(node, "value", new), lambda: setattr(node, "value", old))


def _statements(node: ast.AST) -> Iterator[Found]:
    for field in ("body", "orelse"):
        statements = getattr(node, field, None)
        if not isinstance(statements, list):
            continue
        for index, statement in enumerate(statements):
            call = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(call, ast.Call | ast.Await):
                yield (
                    statement.lineno,
                    ast.unparse(statement),
                    "pass",
                    _replacing(statements, index, ast.Pass()),
                )
    if isinstance(node, ast.If):
        old = node.test
        new = ast.UnaryOp(ast.Not(), old)
        yield (
            node.lineno,
            f"if {ast.unparse(old)}",
            f"if {ast.unparse(new)}",
            lambda: setattr(node, "test", new),
        )


def _replacing(statements: list[ast.stmt], index: int, new: ast.stmt) -> Callable[[], None]:
    return lambda: statements.__setitem__(index, ast.copy_location(new, statements[index]))
