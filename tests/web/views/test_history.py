"""The log: what happened, line by line."""

from collections.abc import Mapping, Sequence

import pytest

from companion.engine.log import Splice, new_step
from companion.table.command import Command
from companion.table.history.entries import edit
from companion.table.state import CommandInput, Timestamp
from companion.web.views.history import History, line, with_undone
from tests.web.scene import GAMES, NAMES, Scene, speech


def lines(scene: Scene, book: History, seat: int | None = None) -> Sequence[Mapping[str, object]]:
    spoken = speech("en", scene.table)
    return with_undone([line(record, seat, spoken.voice, spoken.words) for record in book.records])


def test_each_entry_becomes_a_line_with_player_rule_and_words() -> None:
    scene = Scene()
    next(scene.play())
    last = lines(scene, scene.hub.log)[-1]
    entry = scene.table.entries[-1]
    assert last["n"] == entry.sequence
    assert last["kind"] == "action"
    assert last["player"] == entry.actor
    assert str(last["rule"]).startswith("IC-")
    assert last["text"]


def test_undone_entries_are_marked() -> None:
    scene = Scene()
    for _ in scene.play(3):
        pass
    before = lines(scene, scene.hub.log)
    scene.act(CommandInput(Command.UNDO), CommandInput(Command.UNDO))
    after = lines(scene, scene.hub.log)
    assert [entry["undone"] for entry in before] == [False] * len(before)
    assert [entry["kind"] for entry in after[-2:]] == ["undo", "undo"]
    assert all("to" in entry for entry in after[-2:])
    assert sum(bool(entry["undone"]) for entry in after) >= 2
    assert not after[-1]["undone"]


def test_following_all_at_once_gives_the_same_as_step_by_step() -> None:
    scene = Scene("essence")
    for n, _ in enumerate(scene.play(60)):
        if n % 9 == 0:
            scene.act(CommandInput(Command.UNDO))
        if n % 13 == 0:
            scene.act(CommandInput(Command.PAUSE))
    book = History()
    book.follow(scene.stage)
    assert book.records == scene.hub.log.records
    assert lines(scene, book, 1) == lines(scene, scene.hub.log, 1)


def test_a_roll_is_told_when_all_its_dice_are_known() -> None:
    """Dice are entered value by value; of that, only the whole roll is worth a line (GC-TURN-1)."""
    scene = Scene("gilded-compass")
    for _ in scene.play(20):
        pass
    keys = [[said.words.key for said in record.texts] for record in scene.hub.log.records]
    assert ["action.roll", "event.rolled"] in keys
    assert ["action.roll"] not in keys
    rolls = [entry for entry in scene.table.entries if entry.payload.get("type") == "roll"]
    assert len(rolls) > sum("event.rolled" in each for each in keys)


def test_a_secret_is_readable_only_to_its_owner() -> None:
    scene = Scene()
    dealt = next(
        n
        for n, record in enumerate(scene.hub.log.records)
        if record.action is not None and record.action.audience == (1,)
    )
    own, other, open_ = (lines(scene, scene.hub.log, seat)[dealt]["text"] for seat in (1, 0, None))
    assert own != "in secret"
    assert other == open_ == "in secret"


def test_another_game_begins_a_new_volume() -> None:
    scene = Scene()
    book = History()
    book.follow(scene.stage)
    first = book.volume
    next(scene.play())
    book.follow(scene.stage)
    assert book.volume == first
    book.follow(Scene("essence").stage)
    assert book.volume == first + 1
    assert len(book.records) == len(Scene("essence").table.entries)


def test_what_is_drawn_is_told_once() -> None:
    scene = Scene("essence")
    for _ in scene.play(40):
        pass
    drawn = [record for record in scene.hub.log.records if record.kind == "chance" and record.facts]
    spoken = speech("en", scene.table)
    assert drawn
    for record in drawn:
        facts = [spoken.voice.long(fact.words) for fact in record.facts]
        assert line(record, None, spoken.voice, spoken.words)["text"] == ". ".join(facts)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_line_names_who_has_acted(game: str, language: str) -> None:
    scene, spoken = Scene(game), speech(language, Scene(game).table)
    for _ in scene.play(80):
        pass
    ended = [record for record in scene.hub.log.records if record.player is not None]
    assert ended
    for record in ended:
        assert record.player is not None
        for seat in (None, record.player):
            said = line(record, seat, spoken.voice, spoken.words)["text"]
            assert NAMES[record.player] in said
            assert f"{NAMES[record.player]}: {NAMES[record.player]}" not in said


def struck(log: Sequence[Mapping[str, object]]) -> list[object]:
    return [line["n"] for line in log if line["undone"]]


def test_an_edit_strikes_out_what_it_replaced_until_it_is_taken_back() -> None:
    scene = Scene("compass-jewels")
    for _ in scene.play(6):
        pass
    wired = scene.connect()
    scene.pull(wired)
    table = scene.table
    last = table.steps[-1].entry
    put = new_step(last, len(table.steps))
    before = lines(scene, scene.hub.log)
    scene.publish(edit(table, Splice(len(table.steps), 1, (put,)), Timestamp(0, 0.0)))
    after = lines(scene, scene.hub.log)
    assert after[-1]["kind"] == "edit"
    assert str(after[-1]["text"]).startswith("the log was edited: ")
    assert after[-1]["gone"] == [last.sequence]
    assert struck(after) == [last.sequence]
    scene.pull(wired)
    assert struck(wired.phone.log) == [last.sequence], "a page that was there marks it itself"
    book = History()
    book.follow(scene.stage)
    assert lines(scene, book) == after
    scene.act(CommandInput(Command.UNDO))
    scene.pull(wired)
    assert struck(wired.phone.log) == [after[-1]["n"]]
    back = lines(scene, scene.hub.log)
    assert back[-1]["back"] == [last.sequence]
    assert struck(back) == [after[-1]["n"]]
    assert back[: len(before)] == before
