"""Write the tables of docs/api.md: what games and drivers must and may have, taken from the code.

A game must implement the members of `Game` that `BaseGame` does not; it may override the others.
"""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion import devices
from companion.devices.readers import ReaderDriver
from companion.emulation.emulators import EmulatedReader, Emulator, Spot
from companion.engine.base import BaseGame
from companion.engine.game import Game

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "api.md"
PROTOCOLS: Final = {
    "game": Game,
    "buttons": devices.Buttons,
    "reader": devices.TagReader,
    "panel": devices.Panel,
    "signal": devices.Signal,
    "emulator": Emulator,
    "emulated-reader": EmulatedReader,
    "spot": Spot,
}
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


def must(name: str) -> bool:
    """Return whether every game has to implement this member of ``Game``."""
    return not hasattr(BaseGame, name)


def game_table() -> str:
    """Return the table of a game's members, the required ones first."""
    ordered = sorted(members(Game), key=lambda member: not must(member[0]))
    rows = [
        f"| `{_signature(Game, name)}` | {'MUST' if must(name) else 'MAY'} | {summary} |"
        for name, summary in ordered
    ]
    return "\n".join(("| member | | what it says |", "| --- | --- | --- |", *rows, ""))


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
    tables = {name: protocol_table(protocol) for name, protocol in PROTOCOLS.items()}
    tables |= {"game": game_table(), "driver": driver_table()}
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
