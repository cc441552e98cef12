"""All small mistakes that can be planted in a source: each replaces one expression or statement."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_COMPARED: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_CALCULATED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_TYPES: Final = frozenset({"TypeVar", "cast"})


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text that replaces the bytes ``start`` to ``end`` of a file."""

    file: str
    line: int
    last_line: int
    kind: str
    start: int
    end: int
    before: str
    after: str
    at_import: bool
    """It is outside of all functions, so that it belongs to no test in particular."""

    def apply(self, source: str) -> str:
        """Return the source with the mistake in it; raise ``ValueError`` if it has changed."""
        raw = source.encode()
        if raw[self.start : self.end].decode() != self.before:
            raise ValueError(f"{self.file}:{self.line} is not what it was")
        return (raw[: self.start] + self.after.encode() + raw[self.end :]).decode()


def mutants(file: str, source: str) -> Iterator[Mutant]:
    """Yield all mutants of a source, including the few that do not compile."""
    offsets = [0]
    for line in source.encode().splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    tree = ast.parse(source)
    inside = {id(node) for function in _functions(tree) for node in ast.walk(function)}
    for node, kind, replacement in _changes(tree):
        start = offsets[node.lineno - 1] + node.col_offset
        end = offsets[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = source.encode()[start:end].decode()
        after = ast.unparse(ast.fix_missing_locations(replacement))
        if isinstance(replacement, ast.expr) and not isinstance(
            replacement, ast.Name | ast.Constant
        ):
            after = f"({after})"
        first, last = node.lineno, node.end_lineno or node.lineno
        yield Mutant(file, first, last, kind, start, end, before, after, id(node) not in inside)


def _functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the code that runs when a function is called, not when it is defined."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from node.body
        elif isinstance(node, ast.Lambda):
            yield node.body


Change = tuple[ast.expr | ast.stmt, str, ast.AST]
"""What is replaced, the kind of mistake, and the replacement."""


def _changes(tree: ast.AST) -> Iterator[Change]:
    """Yield all changes of code below a node that is executed."""
    for child in _executed(tree):
        if isinstance(child, ast.expr):
            yield from _of_expression(child)
        elif isinstance(child, ast.stmt):
            yield from _of_statement(child)
        yield from _changes(child)


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the children of a node except annotations, decorators, docstrings and types."""
    skipped = {"annotation", "returns", "decorator_list", "type_params", "format_spec"}
    if isinstance(node, ast.JoinedStr):
        yield from (value for value in node.values if isinstance(value, ast.FormattedValue))
        return
    for name, value in ast.iter_fields(node):
        if name in skipped:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_skipped(child):
                yield child


def _is_skipped(node: ast.AST) -> bool:
    match node:
        case (
            ast.Expr(value=ast.Constant())
            | ast.Import()
            | ast.ImportFrom()
            | ast.If(test=ast.Name(id="TYPE_CHECKING"))
            | ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")])
            | ast.AnnAssign(annotation=ast.Name(id="TypeAlias"))
        ):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _TYPES
    return False


def _of_expression(node: ast.expr) -> Iterator[Change]:  # noqa: C901 - one case after another
    match node:
        case ast.Compare(left=left, ops=[op], comparators=right):
            for replacement in _COMPARED[type(op)]:
                yield node, "comparison", ast.Compare(left, [replacement()], right)
        case ast.BoolOp(op=op, values=values):
            swapped = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield node, "and-or", ast.BoolOp(swapped, values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, "not" if isinstance(node.op, ast.Not) else "sign", operand
        case ast.BinOp(left=left, op=op, right=second) if type(op) in _CALCULATED:
            yield node, "arithmetic", ast.BinOp(left, _CALCULATED[type(op)](), second)
        case ast.Constant(value=bool() as value):
            yield node, "constant", ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield node, "constant", ast.Constant(value + 1)
            yield node, "constant", ast.Constant(value - 1)
        case ast.Constant(value=str() as value):
            yield node, "string", ast.Constant(f"{value}x" if value else "x")
        case ast.Call(func=func, args=[one, two, *more], keywords=keywords):
            if not isinstance(one, ast.Starred) and not isinstance(two, ast.Starred):
                yield node, "arguments", ast.Call(func, [two, one, *more], keywords)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield node, "condition", ast.IfExp(test, orelse, body)


def _of_statement(node: ast.stmt) -> Iterator[Change]:
    match node:
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield node, "removed call", ast.Pass()
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield node, "return", ast.Return(ast.Constant(None))
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in _CALCULATED:
            yield node, "arithmetic", ast.AugAssign(target, _CALCULATED[type(op)](), value)
        case ast.Assign(targets=[ast.Attribute()]):
            yield node, "removed assignment", ast.Pass()
        case ast.If(test=test) | ast.While(test=test):
            yield test, "condition", ast.UnaryOp(ast.Not(), test)
        case ast.Break():
            yield node, "break", ast.Continue()
        case ast.Continue():
            yield node, "continue", ast.Break()
        case ast.Raise():
            yield node, "removed raise", ast.Pass()
