"""The game ``open-table``: any game, described by a few answers instead of a sheet."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.engine.game import Setup
from companion.engine.manifest import manifest
from companion.engine.options import FurtherOption, usual
from companion.sheets import play
from companion.sheets.game import SheetGame
from companion.sheets.plan import Plan, compile_plan
from companion.sheets.sheet import Category, TurnStructure
from companion.sheets.state import TableState

MANIFEST: Final = manifest(__package__)
_OPEN: Final = "open"
BY_CATEGORY: Final = "categories"
CHOICES: Final = (
    ("turns", ("one_by_one", "together")),
    ("rounds", (_OPEN, "3", "5", "7", "10")),
    ("scoring", ("total", "each_round", "in_turns", BY_CATEGORY, "none")),
)
FURTHER: Final = (FurtherOption("categories", (4, 2, 3, 5, 6, 7, 8), (("scoring", BY_CATEGORY),)),)
_KIT_ANSWERS: Final = tuple(
    MappingProxyType(answers) for answers in ({}, {"turns": "together"}, {"scoring": "in_turns"})
)
"""Answers after which every piece has a use in some game."""
_AMOUNTS: Final = (1, 5, 10, -1)
_LEAST, _MOST = -1000, 9999
_PARTS: Final = (
    *("part_1", "part_2", "part_3", "part_4"),
    *("part_5", "part_6", "part_7", "part_8"),
)
"""The categories at the end; catalogues number them."""
_TOTAL: Final = Category(id="total", kind="total", least=_LEAST, most=_MOST)
_EACH_ROUND: Final = Category(id="points", when="round", least=_LEAST, most=_MOST)
_CATEGORIES: Final[Mapping[object, tuple[Category, ...]]] = {
    "total": (_TOTAL,),
    "each_round": (_EACH_ROUND,),
}


def plan_of(options: Mapping[str, object]) -> Plan:
    """Return the plan for the answers to the setup's questions."""
    chosen = {**usual(CHOICES, FURTHER), **options}
    scoring, rounds = chosen["scoring"], str(chosen["rounds"])
    categories = _CATEGORIES.get(scoring, ())
    if scoring == BY_CATEGORY:
        names = _PARTS[: int(str(chosen["categories"]))]
        categories = tuple(Category(id=name, least=_LEAST, most=_MOST) for name in names)
    amounts = _AMOUNTS if scoring == "in_turns" else ()
    structure = TurnStructure(
        dealer="named",
        order="together" if chosen["turns"] == "together" else "clockwise",
        rounds=0 if rounds == _OPEN else int(rounds),
        finish="now" if scoring == "each_round" else "round",
        wins="most" if categories or amounts else "named",
        amounts=amounts,
        categories=categories,
        ties=("ask",) if categories or amounts else (),
    )
    return compile_plan(structure)


class OpenTable(SheetGame):
    """A game described by three answers: the order of turns, the length, and the scoring."""

    choices = CHOICES
    kit_answers = _KIT_ANSWERS

    def own_options(self, _plan: Plan, /) -> tuple[FurtherOption, ...]:
        """Return the options that the answers leave open: rounds are asked for."""
        return FURTHER

    def begin(self, setup: Setup, /) -> TableState:
        """Return the state before the first action."""
        return play.begun(plan_of(setup.options), len(setup.players), self.players[0])


GAME: Final = OpenTable(
    plan_of({}), "open-table", MANIFEST.title, MANIFEST.players, MANIFEST.titles
)
