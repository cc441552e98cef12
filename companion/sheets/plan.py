"""Plan of a game: its sheet, checked and compiled into values that never change."""

from typing import Final, TypeAlias

import msgspec

from companion.engine.text import Text, own_words, text
from companion.sheets.sheet import Category, Kind, Names, RuleIds, TurnStructure

KEY: Final = "key"
"""Stands instead of a language where a text has its words in catalogues."""
Name: TypeAlias = tuple[tuple[str, str], ...]
"""A text by language; ``""`` stands for all of them."""


class ScoreCategory(msgspec.Struct, frozen=True):
    """A category in the form used by the rules."""

    id: str
    name: Name
    each_round: bool
    kind: Kind
    value: int
    table: tuple[int, ...]
    least: int
    most: int
    step: int
    usual: int
    rule: str

    @property
    def counts(self) -> range:
        """The possible counts."""
        return range(self.least, self.most + 1, self.step)


class PublicCounter(msgspec.Struct, frozen=True):
    """A counter of the whole table in the form used by the rules; see ``Counter``."""

    id: str
    name: Name
    start: int
    least: int
    most: int
    steps: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True, cache_hash=True):
    """The constant part of a game; see ``Sheet`` for the meaning of each field."""

    order: str
    begins: str
    next: str
    dealer: bool
    rounds: tuple[int, ...]
    """The number of rounds with each number of players, or with any."""
    round_ends: str
    phases: tuple[Name, ...]
    pause: bool
    wins: str
    target: int
    finish: str
    amounts: tuple[int, ...]
    categories: tuple[ScoreCategory, ...]
    ties: tuple[str, ...]
    hidden: bool
    rules: RuleIds
    teams: tuple[tuple[int, ...], ...] = ()
    """Seats counted from 0."""
    counters: tuple[PublicCounter, ...] = ()
    dealer_named: bool = False
    """Whether somebody may say who deals, where nobody does at first."""
    dice: tuple[int, ...] = ()
    cards: tuple[Name, ...] = ()
    timer: int = 0
    no_winner: tuple[int, ...] = ()
    priority: bool = False
    colours: tuple[str, ...] = ()
    """The colours of the players' pieces; those of a game that the box knows are its own."""

    @property
    def has_points(self) -> bool:
        """Whether anything is counted."""
        return bool(self.amounts or self.categories)

    def of_round(self) -> tuple[ScoreCategory, ...]:
        """Return the categories counted at the end of each round."""
        return tuple(each for each in self.categories if each.each_round)

    def of_end(self) -> tuple[ScoreCategory, ...]:
        """Return the categories counted at the end of the game."""
        return tuple(each for each in self.categories if not each.each_round)

    def category(self, name: str) -> ScoreCategory | None:
        """Return a category by its id, ``None`` if there is none."""
        return next((each for each in self.categories if each.id == name), None)


def compile_plan(sheet: TurnStructure, *, catalogued: bool = False) -> Plan:
    """Return the plan of a valid sheet.

    Phases of a game that is ``catalogued`` are named by keys of its catalogues.
    """
    return Plan(
        order=sheet.order,
        begins=sheet.begins,
        next=sheet.next,
        dealer=sheet.dealer is True,
        dealer_named=sheet.dealer == "named",
        dice=sheet.dice,
        timer=sheet.timer,
        cards=tuple(map(name_of, sheet.cards)),
        rounds=sheet.rounds if isinstance(sheet.rounds, tuple) else (sheet.rounds,),
        round_ends=sheet.round_ends,
        phases=tuple(
            ((KEY, str(phase)),) if catalogued else name_of(phase) for phase in sheet.phases
        ),
        priority=sheet.priority,
        pause=sheet.pause,
        wins=sheet.wins,
        no_winner=sheet.no_winner,
        target=sheet.target,
        finish=sheet.finish,
        amounts=sheet.amounts,
        categories=tuple(_counted(each, sheet.rules.points) for each in sheet.categories),
        ties=sheet.ties,
        hidden=sheet.hidden,
        rules=sheet.rules,
        teams=tuple(tuple(seat - 1 for seat in team) for team in sheet.teams),
        counters=tuple(
            PublicCounter(
                each.id, name_of(each.name), each.start, each.least, each.most, each.steps
            )
            for each in sheet.counters
        ),
    )


def _counted(category: Category, rule: str) -> ScoreCategory:
    counts = category.counts
    return ScoreCategory(
        id=category.id,
        name=name_of(category.name),
        each_round=category.when == "round",
        kind=category.kind,
        value=category.value,
        table=category.ranks if category.kind == "rank" else category.table,
        least=counts[0],
        most=counts[-1],
        step=counts.step,
        usual=category.usual,
        rule=category.rule or rule,
    )


def name_of(words: Names) -> Name:
    """Return a text of a sheet as a value."""
    if isinstance(words, str):
        return (("", words),) if words else ()
    return tuple(words.items())


def name_text(name: Name) -> Text:
    """Return a text of a sheet for displays in each language."""
    words = dict(name)
    return text(words[KEY]) if KEY in words else own_words(words)


def category_name(category: ScoreCategory) -> Text:
    """Return the name of a category: the sheet's, else that of the game's catalogues."""
    return name_text(category.name) if category.name else text(f"category.{category.id}")
