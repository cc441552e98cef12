"""Write the tables of docs/api.md: what a game and a driver must and may have, read off the code.

A member of `Game` that `BaseGame` and `Codec` leave open must be written; all others may be.
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
    """Yield name and first sentence of each public member of a protocol, in order."""
    for name, member in vars(protocol).items():
        documented = isinstance(member, property) or inspect.isfunction(member)
        if documented and (not name.startswith("_") or name == "__call__"):
            yield name, _first_paragraph(member)


def _first_paragraph(documented: object) -> str:
    """Return what something is, in Markdown and on one line."""
    return " ".join((inspect.getdoc(documented) or "").partition("\n\n")[0].split()).replace(
        "``", "`"
    )


def _called(protocol: type, name: str) -> str:
    """Return a member as it is written: a function with the names of its arguments."""
    member = vars(protocol)[name]
    if isinstance(member, property):
        return name
    names = [each for each in inspect.signature(member).parameters if each != "self"]
    return f"{'' if name == '__call__' else name}({', '.join(names)})"


def must(name: str) -> bool:
    """Tell whether every game has to write a member of ``Game``."""
    return not hasattr(BaseGame, name)


def game_table() -> str:
    """Return the members of a game: those that must be written first."""
    found = sorted(members(Game), key=lambda member: not must(member[0]))
    rows = [
        f"| `{_called(Game, name)}` | {'MUST' if must(name) else 'MAY'} | {told} |"
        for name, told in found
    ]
    return "\n".join(("| member | | what it says |", "| --- | --- | --- |", *rows, ""))


def protocol_table(protocol: type) -> str:
    """Return the members of a protocol, all of which must be there."""
    rows = [f"| `{_called(protocol, name)}` | {told} |" for name, told in members(protocol)]
    return "\n".join(("| MUST have | what it does |", "| --- | --- |", *rows, ""))


def driver_table() -> str:
    """Return the fields of a reader's driver."""
    told = " ".join((inspect.getdoc(ReaderDriver) or "").split())
    fields = ", ".join(f"`{name}`" for name in inspect.signature(ReaderDriver).parameters)
    return f"Fields: {fields}.\n{told}\n"


def written(page: str) -> str:
    """Return the page with its tables replaced."""
    tables = {name: protocol_table(protocol) for name, protocol in PROTOCOLS.items()}
    tables |= {"game": game_table(), "driver": driver_table()}
    for name, table in tables.items():
        begin, end = _MARKS[0].format(name), _MARKS[1]
        head, found, rest = page.partition(begin)
        if not found:
            raise ValueError(f"{PAGE.name} has no place for the table {name!r}: {begin.strip()}")
        page = f"{head}{begin}\n{table}\n{end}{rest.partition(end)[2]}"
    return page


def main() -> int:
    """Renew the page."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
