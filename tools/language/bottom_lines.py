"""Finds the lines about keys that are cut, because the texts that share one are too long together.

Which texts do is said by the bindings of the modes: of those games are asked that are walked
through. A key is named with what it does, such as `A take B back`.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from companion.engine import registry
from companion.engine.text import Text
from companion.i18n.catalogue import Catalogue
from companion.table.binding import Binding
from companion.table.modes.stack import bindings
from companion.table.screens.bottom_line import acting, bottom_line, is_cut
from companion.table.screens.headline import KeyLayout
from companion.table.voice import Voice
from tools.language.catalogues import Domain, entries
from tools.language.check import Finding
from tools.language.walk import NAMES, steps

STEPS: Final = 300
"""Steps of a walk: it comes to the end of most games."""
ACTIONS: Final = 25
"""How much rather a walk takes an action than it presses a button."""
SEED: Final = 11

Bound: TypeAlias = tuple[Binding, ...]


@cache
def situations(game: str) -> tuple[Bound, ...]:
    """Return the bindings on a walk through a game, once for each set of things they show."""
    found: dict[str, Bound] = {}
    case = (game, registry.load(game).levels[-1], "", "")
    for table in steps(case, SEED, STEPS, ACTIONS):
        bound = bindings(table)
        found.setdefault(repr([(each.trigger, each.label) for each in bound if each.shown]), bound)
    return tuple(found.values())


def cut_lines(bound: tuple[Bound, ...], voice: Voice) -> Iterator[tuple[str, Bound]]:
    """Yield the lines that a voice says cut, with what they are to name."""
    for each in bound:
        for keys in (KeyLayout.FULL, KeyLayout.THREE):
            line = bottom_line(each, voice, keys)
            if is_cut(each, voice, keys):
                yield line, acting(each, keys)


def check_bottom_lines(root: Path, language: str) -> Iterator[Finding]:
    """Yield what is too long beside another text, at the longest of them.

    The catalogues below ``root`` must be compiled.
    """
    for name in registry.names():
        game = registry.load(name)
        voice = Catalogue(language, game, NAMES)
        folder = Path(*game.package.split("."))
        for line, bound in cut_lines(situations(name), voice):
            longest = max((each.label for each in bound), key=lambda label: len(voice.short(label)))
            file, at = _place(root, folder, language, longest)
            shared = " and ".join(dict.fromkeys(f"“{each.label.key}”" for each in bound))
            yield Finding(
                file, at, f"{shared} are cut in one line, “{line}”: shorten their short forms"
            )


def _place(root: Path, folder: Path, language: str, label: Text) -> tuple[Path, int]:
    """Return where a text is written: in the catalogue of its game, else in the program's."""
    for place in (folder, Path("companion")):
        domain = Domain(root / place / "locale", "table")
        said = entries(domain, language)
        found = said.get(("short", label.key)) or said.get((None, label.key))
        if found is not None:
            return domain.file(language), found.lineno or 1
    return root / "companion" / "locale" / language / "table.po", 1
