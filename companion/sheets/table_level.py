"""The level ``table`` of a game: the box knows turns, time and points, and no other rules."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from companion.engine.game import Problem, Setup, Struct
from companion.engine.options import FurtherOption
from companion.engine.rules import AnyGame
from companion.sheets.game import HiddenSheetGame, SheetGame
from companion.sheets.plan import Plan, compile_plan
from companion.sheets.sheet import read_turn_structure

FILE: Final = "table.yaml"
"""The file with a game's turns, rounds and points, beside its class."""


class TableLevel(SheetGame):
    """The rules of a game's level ``table``: a sheet that has the game's name and texts."""

    def __init__(self, whole: AnyGame, plan: Plan) -> None:
        """Create the level of a game by a plan, for its numbers of players."""
        self._whole: Final = whole
        self.rules_version = whole.rules_version
        super().__init__(plan, whole.id, whole.title, whole.players, whole.titles)

    def own_options(self, _plan: Plan, /) -> tuple[FurtherOption, ...]:
        """Return none: the options of the game are those of its other levels."""
        return ()

    @property
    def whole(self) -> AnyGame:
        """The game with all its levels."""
        return self._whole

    @property
    def package(self) -> str:
        """The package of the game, which has the names of its categories."""
        return self.whole.package

    def require(self, setup: Setup, /) -> None:
        """Raise ``SetupError`` if a setup does not fit the game, whose options are allowed."""
        self.whole.require(setup)

    def misfits(self, count: int, options: Struct, /) -> Iterator[Problem]:
        """Yield the options of the game that do not exist for a number of players."""
        return self.whole.misfits(count, options)


class HiddenTableLevel(TableLevel, HiddenSheetGame):
    """The same, with totals that are only shown at the end."""


def table_level(whole: AnyGame) -> TableLevel:
    """Return the rules of a game's level ``table``, from the sheet beside its class."""
    structure = read_turn_structure(
        files(whole.package).joinpath(FILE).read_text(encoding="utf-8"), FILE
    )
    plan = compile_plan(structure, catalogued=True)
    return HiddenTableLevel(whole, plan) if plan.hidden else TableLevel(whole, plan)
