"""Print how much code a game takes: members to write, lines by game, the smallest game."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.engine import facets
from companion.engine.phases import PhasedRules
from companion.engine.rules import Rules

ROOT: Final = Path(__file__).resolve().parent.parent
GAMES: Final = ROOT / "companion" / "games"
SMALLEST: Final = ROOT / "tests" / "third_party" / "last_pebble" / "last_pebble" / "__init__.py"
_FACETS: Final = (
    facets.Tags,
    facets.Secrets,
    facets.SecretScore,
    facets.Board,
    facets.Advice,
    facets.OutOfTurn,
    facets.Corrections,
    facets.Invariants,
    facets.RulesQuestions,
)


def lines(files: Iterable[Path]) -> int:
    """Return the total number of lines in files."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def members() -> Iterable[str]:
    """Yield how many members must be written and how many have defaults, by facet."""
    for cls in (Rules, PhasedRules, *_FACETS):
        needed = sorted(getattr(cls, "__abstractmethods__", ()))
        yield f"{cls.__name__:<14} {len(needed):>3} must be written: {', '.join(needed) or '-'}"
    optional = [
        name
        for cls in (Rules, facets.FacetDefaults)
        for name in vars(cls)
        if not name.startswith("_")
    ]
    defaults = {name for name in optional if name not in Rules.__abstractmethods__}
    yield f"{'':<14} {len(defaults):>3} may be written"


def games() -> Iterable[str]:
    """Yield each game's lines of Python, with and without the code that answers questions."""
    total = plain = 0
    for game in sorted(path.parent for path in GAMES.glob("*/game.py")):
        files = [*game.rglob("*.py")]
        desk = [file for file in files if file.is_relative_to(game / "ask")]
        every, asking, page = lines(files), lines(desk), lines([game / "game.py"])
        total, plain = total + every, plain + every - asking
        without = f"{every - asking:>6} without ask, game.py {page:>4}"
        yield f"{game.name:<16} {every:>6} lines, {without}"
    yield f"{'all games':<16} {total:>6} lines, {plain:>6} without ask"


def smallest() -> str:
    """Return how many lines and methods the smallest game has, which is the tutorial's."""
    code = SMALLEST.read_text(encoding="utf-8").splitlines()
    written = [line for line in code if line]
    methods = [line for line in written if line.startswith("    def ")]
    functions = [line for line in written if line.startswith("def ")]
    return (
        f"smallest game: {len(written)} lines, {len(methods)} methods, {len(functions)} functions"
    )


def main() -> int:
    """Print all counts."""
    print("\n".join((*members(), *games(), smallest())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
