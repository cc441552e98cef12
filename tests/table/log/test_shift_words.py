"""What is put right says which piece goes where, and is drawn, in every game at every level."""

import random
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.diagram import CURSOR
from companion.engine.fold import Draw, sampler
from companion.engine.game import Setup
from companion.engine.log import EntryKind
from companion.engine.picture import Sprite
from companion.engine.text import Seat, Text, text
from companion.i18n.catalogue import Catalogue
from companion.table.history.entries import apply_repair, undo_to
from companion.table.log.rearrangement import difference, rearrangement
from companion.table.log.repair import Delete, drop_misfits
from companion.table.log.repair import begin as begin_repair
from companion.table.log.shift_words import shift_words
from companion.table.state import Table
from companion.table.task import Shift, Task
from tests.table.random_walks import LEVELS, NAMES, walk
from tests.table.test_time import at

SQUARE = r"[a-i]\d"
PICTURED = {
    "compass-jewels": SQUARE,
    "compass-points": rf"{SQUARE}|goal-.",
    "essence": r"field-\d+",
    "gilded-compass": r"(map|hired|secret)-\d",
    "inner-compass": rf"{SQUARE}|track-\d|seat-\d-r\dc\d",
}
"""The places for which ordinary tasks have a picture, and choices of such places."""
PIECES = {"table.piece_to", "table.piece_at", "table.piece_replaced"}
PILES = {"table.pile_more", "table.pile_fewer"}


def parts(what: Text) -> Iterator[Text]:
    """Yield what is said of each piece."""
    if what.key in PIECES | PILES | {"table.piece_away"}:
        yield what
        return
    for value in what.params.values():
        if isinstance(value, Text):
            yield from parts(value)


def changed(table: Table, source: random.Random, draw: Draw, now: int) -> Iterator[Table]:
    """Yield the table after some steps are taken back, and after one is deleted."""
    if len(table.steps) < 3:
        return
    last = source.randint(1, min(6, len(table.steps) - 1))
    yield undo_to(table, table.steps[-last].sequence - 1, at(now))
    number = source.randint(max(1, len(table.steps) - 10), len(table.steps))
    if table.steps[number - 1].entry.kind is not EntryKind.CHANCE:
        repair = drop_misfits(begin_repair(table, Delete(number), draw), draw)
        edited = apply_repair(table, repair, at(now))
        yield edited
        yield undo_to(edited, len(table.entries), at(now))


def walks(name: str, level: str, seed: int, steps: int) -> Iterator[Table]:
    """Yield tables of a random game whose log was changed, after all tasks were done."""
    source = random.Random(seed)
    for table, now in walk(name, level, source, steps):
        if not table.tasks:
            yield from changed(table, source, sampler(source), now)


def check(table: Table, task: Task, places: str) -> None:
    shift = task.shift
    assert shift is not None
    assert (shift.lies, shift.belongs) != (shift.belongs, shift.lies) or shift.tokens
    if shift.tokens:
        return
    voice = Catalogue("en", table.game, table.setup.players)
    said = [*parts(task.what)]
    assert said
    for part in said:
        params = part.params.items()
        words = {name: voice.long(value) for name, value in params if isinstance(value, Text)}
        assert all(word and word != key for key, word in words.items())
        assert "place" in words or part.key == "table.piece_away"
        assert "what" in words or part.key in PILES
        assert words.get("was") != words.get("what", "")
    marked = str(task.what.params["places"]).split()
    diagrams = table.game.text_diagrams(table.state, task.what)
    if any(re.fullmatch(places, place) for place in marked):
        cells = [cell for each in diagrams for row in each.rows for cell in row]
        assert any(cell.mark == CURSOR for cell in cells), voice.long(task.what)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_each_piece_that_is_put_right_has_a_name_a_place_and_a_picture(
    name: str, level: str
) -> None:
    found = 0
    for seed in range(3):
        for table in walks(name, level, seed, steps=70):
            for task in table.tasks:
                if task.shift is not None:
                    check(table, task, PICTURED[name])
                    found += 1
    assert found


def english(name: str, shift: Shift) -> str:
    game = registry.load(name)
    return Catalogue("en", game, NAMES).short(shift_words(game, shift))


def token(emotion: str, place: int) -> Sprite:
    return Sprite(f"token-{emotion}", f"track-{place}", text(f"emotion.{emotion}"))


def test_a_card_goes_back_on_its_deck() -> None:
    lies, belongs = (
        Sprite("deck-yellow", "deck-yellow", text("deck.yellow"), sign=sign) for sign in ("7", "9")
    )
    assert english("essence", Shift((lies,), (belongs,))) == "Question deck, yellow: put 2 back"
    assert english("essence", Shift((belongs,), (lies,))) == "Question deck, yellow: take 2 off"


def test_two_tokens_that_have_changed_places_are_both_named() -> None:
    shift = Shift((token("B", 2), token("W", 5)), (token("W", 2), token("B", 5)))
    game = registry.load("inner-compass")
    listed = Catalogue("en", game, NAMES).long(shift_words(game, shift))
    assert listed == "Put right at the table: Track: Love → 2; Sadness → 5"


def test_a_long_row_is_named_in_short_and_listed_in_full() -> None:
    lies = tuple(token(each, place) for place, each in enumerate("YBKWRX", 1))
    belongs = tuple(token(each, place) for place, each in enumerate("BYWKXR", 1))
    shift = Shift(lies, belongs)
    assert english("inner-compass", shift) == "Put right: Track"
    game = registry.load("inner-compass")
    listed = Catalogue("en", game, NAMES).long(shift_words(game, shift))
    assert listed.startswith("Put right at the table: Track: ")
    assert re.findall(r"→ (\d)", listed) == ["1", "2", "3", "4", "5", "6"]


def test_a_piece_in_its_place_with_another_one_says_both() -> None:
    lies, belongs = (
        Sprite(f"way-{way}", "seat-2-direction", text(f"direction.{way}")) for way in ("S", "NE")
    )
    assert english("compass-points", Shift((lies,), (belongs,))) == "Ben, Direction card: S → NE"


def test_a_pawn_is_named_without_the_field_to_which_it_goes() -> None:
    """It does not stand there yet: only the place says the field."""
    game = registry.load("essence").at("full")
    state = game.new_initial_state(Setup(NAMES[:4], "full"))
    first = replace(state.players[0], corrected=5)
    moved = replace(state, players=(first, *state.players[1:]))
    (shift,) = rearrangement(game, difference(game, moved, state))
    assert [each.name for each in shift.lies] == [each.name for each in shift.belongs]
    words = Catalogue("en", game, NAMES[:4]).long(shift_words(game, shift))
    assert words.endswith(f"pawn of {NAMES[0]} → Field of the path, 0")


def test_a_die_that_is_turned_is_named_by_its_values_alone() -> None:
    """Its place says whose it is; a low panel has no room to say so three times."""
    lies, belongs = (
        Sprite("die", "seat-2-dice", text("sprite.die", player=Seat(1), value=value), sign=value)
        for value in ("6", "5")
    )
    assert english("gilded-compass", Shift((lies,), (belongs,))) == "Ben, Die: 6 → 5"
