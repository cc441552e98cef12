"""Every text fits its place on every panel, in every language, whatever happens at the table."""

import random

import pytest

from companion import registry
from companion.catalogue import Catalogue
from companion.devices.painter import overflow, rows_of
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, TERMINAL, Setup
from companion.table.command import Command
from companion.table.lobby import Lobby, handle_lobby, open_lobby
from companion.table.table import Moment, Table, TableInput, Take, Touch, begin, handle
from companion.table.view import view

NAMES = ("Player 1", "Player 2", "Player 3")
SIZES = ((128, 64), (128, 32))
STEPS = 150


def walk(level: str, mode: str, seed: int) -> list[Table]:
    """Return the tables of a random walk: lists opened, tags laid, actions refused and taken."""
    source = random.Random(seed)
    draw = sampler(source)
    game = registry.load("inner-compass")
    clock = {"kind": "byo_yomi", "main": 10_000, "extra": 60_000, "periods": 3}
    setup = Setup(NAMES, level, {"mode": mode}, clock=clock)
    table = begin(game, setup, (), Moment(0, 0.0), draw).table
    seen = [table]
    for step in range(STEPS):
        piece = source.choice((None, *game.pieces(table.state)))
        wishes: list[TableInput] = [*Command, Touch("0415C3A1B2", piece)]
        wishes += [
            Take(action) for action in table.candidates and [source.choice(table.candidates)]
        ] * 8
        wish = source.choice(wishes)
        table = handle(table, wish, Moment(step * 1700, 0.0), draw).table
        seen.append(table)
    return seen


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("level", ["track", "scoring", "full"])
@pytest.mark.parametrize("mode", ["standard", "advanced"])
def test_no_screen_cuts_a_text(language: str, level: str, mode: str) -> None:
    cut: set[tuple[str, ...]] = set()
    for table in walk(level, mode, seed=5):
        voice = Catalogue(language, table.game, NAMES)
        for size in SIZES:
            screen = view(table, voice, rows_of(size))
            if screen.tone == "toast" and size[1] == 32:
                continue
            cut.add(overflow(screen, size))
    assert cut == {()}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_state_has_a_prompt(language: str) -> None:
    for seed in range(3):
        for table in walk("full", "advanced", seed):
            voice = Catalogue(language, table.game, NAMES)
            seat = table.game.current_player(table.state)
            assert seat in (CHANCE, TERMINAL, *range(len(NAMES)))
            prompt = table.game.prompt(table.state, seat)
            assert voice.long(prompt) != prompt.key
            assert len(voice.short(prompt)) <= 21, voice.short(prompt)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_lobby_fits(language: str) -> None:
    game = registry.load("inner-compass")
    usual = Setup(NAMES, "full", {"mode": "advanced"})
    stage: object = open_lobby((game, game), NAMES, usual, game.id)
    voice = Catalogue(language, game, ())
    while isinstance(stage, Lobby):
        for size in SIZES:
            assert overflow(view(stage, voice), size) == ()
        stage = handle_lobby(stage, Command.CONFIRM)
