"""Write the tables of docs/api.md: what games and drivers must and may have, taken from the code.

A game must write what is abstract in `Rules`, and what is abstract in the facets that it has; it
may override everything else.
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from companion import devices
from companion.devices.readers import ReaderDriver
from companion.emulation.emulators import EmulatedReader, Emulator, Spot
from companion.engine import facets
from companion.engine.codec import Codec
from companion.engine.phases import PhasedRules
from companion.engine.rules import Rules

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "api.md"
PROTOCOLS: Final = {
    "buttons": devices.Buttons,
    "reader": devices.TagReader,
    "panel": devices.Panel,
    "signal": devices.Signal,
    "emulator": Emulator,
    "emulated-reader": EmulatedReader,
    "spot": Spot,
}
FACETS: Final = (
    facets.Tags,
    facets.Secrets,
    facets.SecretScore,
    facets.Robots,
    facets.Board,
    facets.Advice,
    facets.OutOfTurn,
    facets.Corrections,
    facets.Invariants,
    facets.RulesQuestions,
)
_MARKS: Final = "<!-- {} -->\n", "<!-- end -->\n"


def members(protocol: type) -> Iterator[tuple[str, str]]:
    """Yield the name and first paragraph of each public member of a protocol, in order."""
    for name, member in vars(protocol).items():
        documented = isinstance(member, property) or inspect.isfunction(member)
        if documented and (not name.startswith("_") or name == "__call__"):
            yield name, _first_paragraph(member)


def _first_paragraph(documented: object) -> str:
    """Return the first paragraph of an object's docstring as one line of Markdown."""
    return " ".join((inspect.getdoc(documented) or "").partition("\n\n")[0].split()).replace(
        "``", "`"
    )


def _signature(protocol: type, name: str) -> str:
    """Return how a member is written: a function with the names of its arguments."""
    member = vars(protocol)[name]
    if isinstance(member, property):
        return name
    arguments = [
        argument for argument in inspect.signature(member).parameters if argument != "self"
    ]
    return f"{'' if name == '__call__' else name}({', '.join(arguments)})"


def described(cls: type) -> Iterator[tuple[str, str]]:
    """Yield the attributes of a class that have only a type or a value, with their docstrings."""
    (tree,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(tree, ast.ClassDef)  # noqa: S101 - it is the source of a class
    for node, after in pairwise(tree.body):
        if not (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            docstring = inspect.cleandoc(str(after.value.value)).partition("\n\n")[0]
            yield node.target.id, " ".join(docstring.split()).replace("``", "`")


def must(name: str) -> bool:
    """Return whether every game has to write this member of ``Rules``."""
    return name in Rules.__abstractmethods__ or not hasattr(Rules, name)


def game_table() -> str:
    """Return the table of a game's members, the required ones first."""
    rows = [
        (must(name), f"`{name}`", summary)
        for cls in (Rules, facets.FacetDefaults)
        for name, summary in described(cls)
    ]
    rows += [
        (must(name), f"`{_signature(cls, name)}`", summary)
        for cls in (Rules, facets.FacetDefaults, Codec)
        for name, summary in members(cls)
        if cls is Rules or name not in vars(Rules)
    ]
    rows.sort(key=lambda row: not row[0])
    lines = [
        f"| {name} | {'MUST' if needed else 'MAY'} | {summary} |" for needed, name, summary in rows
    ]
    return "\n".join(("| member | | what it says |", "| --- | --- | --- |", *lines, ""))


def phases_table() -> str:
    """Return what is left to write for a game with a table of phases."""
    left = sorted(PhasedRules.__abstractmethods__)
    names = ", ".join(f"`{name}`" for name in (*left, "phases"))
    return f"With a table of phases, these are left to write: {names}.\n"


def facet_table() -> str:
    """Return the table of facets with what each cannot do without."""
    rows = [f"| `{cls.__name__}` | {_first_paragraph(cls)} | {_needs(cls)} |" for cls in FACETS]
    return "\n".join(("| facet | what it is | MUST have |", "| --- | --- | --- |", *rows, ""))


def _needs(facet: type) -> str:
    needed = sorted(getattr(facet, "__abstractmethods__", ()))
    return ", ".join(f"`{name}`" for name in needed)


def protocol_table(protocol: type) -> str:
    """Return the table of a protocol's members, all of which are required."""
    rows = [
        f"| `{_signature(protocol, name)}` | {summary} |" for name, summary in members(protocol)
    ]
    return "\n".join(("| MUST have | what it does |", "| --- | --- |", *rows, ""))


def driver_table() -> str:
    """Return the fields and the docstring of a reader's driver."""
    description = " ".join((inspect.getdoc(ReaderDriver) or "").split())
    fields = ", ".join(f"`{name}`" for name in inspect.signature(ReaderDriver).parameters)
    return f"Fields: {fields}.\n{description}\n"


def written(page: str) -> str:
    """Return the page with its tables replaced; raise ``ValueError`` where one has no place."""
    tables = {"game": game_table(), "phases": phases_table(), "facets": facet_table()}
    tables |= {name: protocol_table(protocol) for name, protocol in PROTOCOLS.items()}
    tables["driver"] = driver_table()
    for name, table in tables.items():
        begin, end = _MARKS[0].format(name), _MARKS[1]
        head, mark, rest = page.partition(begin)
        if not mark:
            raise ValueError(f"{PAGE.name} has no place for the table {name!r}: {begin.strip()}")
        page = f"{head}{begin}\n{table}\n{end}{rest.partition(end)[2]}"
    return page


def main() -> int:
    """Update the page in place."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
