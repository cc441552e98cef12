"""A running game is raised to a higher level: its position is entered, and one undo leads back."""

import random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from companion.cli.json_output import played_game
from companion.engine import registry
from companion.engine.fold import Draw, fold, sampler
from companion.engine.game import Setup
from companion.engine.log import (
    CARRIED,
    LEVEL,
    Entry,
    EntryKind,
    carried_since,
    count_undone,
    effective,
    effective_at_all_levels,
    level_after,
)
from companion.engine.shared_actions import Leave
from companion.fleet.result import outcome_of
from companion.games.compass_points.actions import CorrectScore
from companion.games.inner_compass.actions import CorrectEP
from companion.protocol.http.page_words import page_words
from companion.records import notation, replay
from companion.records.archive import archived_game, table_of
from companion.records.checkpoint_notes import is_note, read, word
from companion.records.exports import variant
from companion.records.jsonl import GameRecord
from companion.records.result import result_from, result_of, result_struct
from companion.sheets import actions
from companion.table.command import Command
from companion.table.history.entries import edit, end_early, resume
from companion.table.level_change import is_entering
from companion.table.log.repair import Delete
from companion.table.log.repair import begin as repair
from companion.table.mode import LevelChoice, MidgameEntry, TurnLog
from companion.table.modes.level_choice import levels
from companion.table.modes.menu import entries as menu_entries
from companion.table.modes.stack import bindings, mode_of
from companion.table.play import begin
from companion.table.state import (
    ActionInput,
    LevelInput,
    Table,
    TableInput,
    Timestamp,
    with_console,
)
from companion.table.table import handle
from companion.web.pages.archive_page import PageContext, game_details
from companion.web.views.history import History

GAMES: Final = ("inner-compass", "gilded-compass", "essence", "compass-points", "compass-jewels")
PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dora")


def at(seconds: float) -> Timestamp:
    return Timestamp(round(seconds * 1000), 1000.0 + seconds)


def draw() -> Draw:
    return sampler(random.Random(3))


def begun(name: str, level: str = "table", clock: dict[str, Any] | None = None) -> Table:
    game = registry.load(name)
    names = PLAYERS[: min(game.players[-1], len(PLAYERS))]
    return begin(game, Setup(names, level, clock=clock or {}), (), at(0), draw()).table


def give(table: Table, item: TableInput, seconds: float) -> Table:
    return handle(table, item, at(seconds), draw()).table


def played(game: str = "inner-compass", turns: int = 4) -> Table:
    """A game at the level ``table`` after some turns of ten seconds."""
    table = begun(game, clock={"kind": "fischer", "main": 600_000, "extra": 0})
    for number in range(1, turns + 1):
        table = give(table, Command.CONFIRM, 10 * number)
    return table


def _taken_over(table: Table) -> tuple[object, ...]:
    """Return the steps that the box has taken over with the raise, which have its time."""
    began = next(edit.sequence for edit in table.edits)
    time = table.entries[began - 1].clock
    return tuple(step.action for step in table.steps if step.entry.clock == time)


def record_of(table: Table, level: str = "table") -> GameRecord:
    setup = replace(table.setup, level=level)
    game = table.game.whole
    return GameRecord(game.id, game.rules_version, setup, (), table.entries)


def resumed(table: Table, level: str = "table") -> Table:
    return resume(table.game.whole, replace(table.setup, level=level), (), table.entries)


class TestAGameAtTheTable:
    @pytest.mark.parametrize("game", GAMES)
    def test_can_be_raised_to_every_level_above(self, game: str) -> None:
        table = played(game)
        assert levels(table) == registry.load(game).all_levels[1:]
        for level in levels(table):
            raised = give(table, LevelInput(level), 50)
            assert raised.setup.level == level
            assert raised.game is registry.load(game)
            assert raised.notice is None
            assert raised.entries[len(table.entries)].payload == {LEVEL: level}
            assert all(step.action in _taken_over(raised) for step in raised.steps)

    @pytest.mark.parametrize("game", GAMES)
    def test_is_entered_like_a_game_joined_late(self, game: str) -> None:
        level = registry.load(game).levels[-1]
        raised = give(played(game), LevelInput(level), 50)
        assert isinstance(raised.choosing, MidgameEntry)
        assert raised.has_open_list or raised.choices
        drawn = [step for step in raised.steps if step.entry.kind is EntryKind.CHANCE]
        assert all(step.action in _taken_over(raised) for step in drawn)

    @pytest.mark.parametrize("game", GAMES)
    def test_goes_on_as_before_after_one_undo(self, game: str) -> None:
        table = played(game)
        raised = give(table, LevelInput(registry.load(game).levels[-1]), 50)
        back = give(raised, Command.UNDO, 60)
        assert (back.game, back.state, back.enter) == (table.game, table.state, table.enter)
        assert (back.setup, back.steps, back.edits) == (table.setup, table.steps, ())
        assert back.notice is not None
        assert back.notice.message.key == "raise.back"
        on = give(give(back, Command.CONFIRM, 61), Command.CONFIRM, 65)
        assert len(on.steps) > len(table.steps)

    def test_keeps_the_clocks(self) -> None:
        table = played()
        raised = give(table, LevelInput("full"), 50)
        before = [seat.used + seat.turn for seat in table.clocks.seats]
        after = [seat.used + seat.turn for seat in raised.clocks.seats]
        assert sum(after) == sum(before) + 10_000
        assert raised.clocks.control == table.clocks.control

    def test_cannot_be_raised_after_its_end_which_keeps_its_result(self) -> None:
        table = begun("inner-compass", "track")
        while not table.is_over:
            seat = table.game.current_player(table.state)
            action = table.game.legal_actions(table.state, seat)[-1]
            table = give(table, ActionInput(action), table.logged_at / 1000 + 5)
        assert not table.stopped
        assert levels(table) == ()
        refused = give(table, LevelInput("full"), table.logged_at / 1000 + 5)
        assert (refused.state, refused.entries) == (table.state, table.entries)
        assert refused.notice is not None
        assert refused.notice.message.key == "raise.stopped"

    def test_leaves_nothing_open_that_lists_what_was_before(self) -> None:
        """The host may raise it while the panel shows the log."""
        log = with_console(played(), cover=TurnLog(cursor=3))
        assert isinstance(mode_of(log), TurnLog)
        table = give(log, LevelInput("track"), 60)
        assert table.setup.level == "track"
        assert not isinstance(mode_of(table), TurnLog)


class TestTheLog:
    @pytest.mark.parametrize("level", ["track", "scoring", "full"])
    def test_leads_to_the_same_table_after_a_power_cut(self, level: str) -> None:
        raised = give(played(), LevelInput(level), 50)
        again = resumed(raised)
        assert (again.state, again.setup, again.enter) == (
            raised.state,
            raised.setup,
            raised.enter,
        )
        assert again.game is raised.game
        back = give(again, Command.UNDO, 60)
        assert back.setup.level == "table"

    def test_leads_to_the_state_of_the_last_level(self) -> None:
        raised = _with_steps()
        step = fold(raised.game, replace(raised.setup, level="table"), raised.entries)
        assert step.state == raised.state
        assert level_after("table", raised.entries) == "track"
        assert len(effective(raised.entries)) == len(raised.steps)
        assert len(effective_at_all_levels(raised.entries)) == len(raised.steps) + 5
        assert count_undone(raised.entries) == 0

    def test_forgets_a_raise_that_was_undone(self) -> None:
        back = give(give(played(), LevelInput("full"), 50), Command.UNDO, 60)
        assert level_after("table", back.entries) == "table"
        assert effective(back.entries) == effective(played().entries)
        again = give(back, LevelInput("track"), 70)
        assert level_after("table", again.entries) == "track"
        assert resumed(again).state == again.state

    def test_can_be_repaired_at_the_higher_level(self) -> None:
        raised = _with_steps()
        splice = repair(raised, Delete(len(raised.steps)), draw()).splice
        assert splice is not None
        repaired = edit(raised, splice, at(90))
        assert len(repaired.steps) == len(raised.steps) - 1
        assert sum(seat.used + seat.turn for seat in repaired.clocks.seats) == 90_000
        assert resumed(repaired).state == repaired.state

    def test_counts_the_steps_of_both_levels(self) -> None:
        raised = _with_steps()
        result = result_of(raised)
        assert result.actions == sum(entry.kind is EntryKind.ACTION for entry in raised.entries)
        assert result.undone == 0

    def test_says_the_level_at_which_the_game_has_ended(self) -> None:
        raised = _with_steps()
        ended = archived_game(record_of(raised), 1)
        assert (ended.setup.level, ended.level) == ("table", "track")
        assert "table → track" in variant(ended)
        frame = PageContext("en", page_words("en"), host=False)
        assert "Turns, time and points only → Track and EP" in game_details(ended, frame.language)
        assert played_game(ended).level == outcome_of(raised)["level"] == "track"
        assert result_from(result_struct(result_of(raised))) == ended.result
        assert result_of(resumed(raised)).level == "track"
        back = give(give(played(), LevelInput("track"), 50), Command.UNDO, 60)
        assert result_of(back).level is None

    def test_becomes_a_record_that_is_replayed(self) -> None:
        raised = _with_steps()
        record = record_of(raised)
        assert table_of(record).state == raised.state
        _, step = replay.final(record)
        assert step.state == raised.state
        said = "\n".join(replay.lines(record, "en"))
        assert "From now on, the box follows: Track and EP" in said
        text = "\n".join(replay.as_text(record))
        assert "=level(track)" in text
        assert notation.read(text).entries == record.entries

    def test_is_shown_line_by_line(self) -> None:
        raised = _with_steps()
        history = History()
        history.follow(raised)
        assert [line.level for line in history.records if line.level] == ["track"]
        back = give(give(raised, Command.UNDO, 95), Command.UNDO, 96)
        history.follow(back)
        fresh = History()
        fresh.follow(back)
        assert [line.n for line in fresh.records] == [line.n for line in history.records]


def _with_points(game: str, *points: tuple[str, int]) -> Table:
    """Return a game after a few turns, some of them with points."""
    table = begun(game)
    for number in range(5):
        table = give(table, Command.CONFIRM, 10 * number + 5)
        seat = table.game.current_player(table.state)
        gained = dict(points).get(table.setup.players[seat])
        legal = table.game.legal_actions(table.state, seat)
        wanted = [a for a in legal if isinstance(a, actions.AddPoints) and a.points == gained]
        for action in wanted[: not table.state.players[seat].added]:
            table = give(table, ActionInput(action), 10 * number + 8)
    return table


def _entered(table: Table) -> Table:
    """Return a raised game after the first choice was confirmed until its position is entered."""
    for second in range(61, 190):
        if isinstance(table.choosing, MidgameEntry) and table.choosing.listed:
            return table
        table = give(table, Command.CONFIRM, second)
    raise AssertionError(table.entries)


class TestWhatIsKnown:
    """Nobody enters again what the lower level knew, where the higher one can take it."""

    @pytest.mark.parametrize("level", ["track", "scoring", "full"])
    def test_is_taken_over_once_the_track_is_laid(self, level: str) -> None:
        table = _with_points("inner-compass", ("Ben", 7), ("Cleo", 4))
        known = table.game.known_position(table.state)
        raised = _entered(give(table, LevelInput(level), 60))
        assert known.starter is not None
        assert raised.state.start == known.starter
        assert raised.game.returns(raised.state) == known.points == (0, 7, 4, 0)
        assert raised.game.current_player(raised.state) == known.turn != known.starter
        assert raised.tasks == ()

    def test_is_taken_over_from_a_level_with_rules(self) -> None:
        table = _entered(give(_with_points("inner-compass", ("Ben", 7)), LevelInput("track"), 60))
        turn = table.game.current_player(table.state)
        raised = _entered(give(table, LevelInput("scoring"), 200))
        assert [player.ep for player in raised.state.players] == [0, 7, 0, 0]
        assert raised.game.current_player(raised.state) == turn

    def test_is_the_score_and_the_round_of_compass_points(self) -> None:
        table = _with_points("compass-points", ("Ben", 25))
        table = replace(table, state=replace(table.state, round=3))
        raised = give(table, LevelInput("full"), 60)
        assert (raised.state.round, raised.state.players[1].score) == (3, 25)

    def test_is_a_score_below_zero_where_the_rules_have_that(self) -> None:
        table = _with_points("compass-points", ("Ben", -30), ("Cleo", -5))
        raised = give(table, LevelInput("full"), 60)
        assert [player.score for player in raised.state.players] == [0, -30, -5, 0]
        assert give(raised, Command.UNDO, 70).state == table.state

    def test_is_the_round_and_its_first_player_of_gilded_compass(self) -> None:
        table = played("gilded-compass")
        table = replace(table, state=replace(table.state, round=2, first=3))
        raised = _entered(give(table, LevelInput("open"), 60))
        assert (raised.state.round, raised.state.start) == (2, 3)

    def test_is_the_field_and_who_has_left_of_essence(self) -> None:
        table = _with_points("essence", ("Ben", 7))
        table = give(table, ActionInput(Leave(3)), 58)
        raised = _entered(give(table, LevelInput("full"), 60))
        assert [player.field for player in raised.state.players] == [0, 7, 0, 0]
        assert raised.game.gone(raised.state) == (3,)
        assert raised.game.current_player(raised.state) is not None

    def test_is_who_begins_in_compass_jewels(self) -> None:
        table = played("compass-jewels")
        raised = _entered(give(table, LevelInput("full"), 60))
        assert raised.state.start == table.state.first
        assert raised.state.current == table.state.current

    def test_leaves_one_undo(self) -> None:
        table = _with_points("compass-points", ("Ben", 25))
        raised = give(table, LevelInput("full"), 60)
        assert len(_taken_over(raised)) == 2
        back = give(raised, Command.UNDO, 70)
        assert (back.setup.level, back.state) == ("table", table.state)

    def test_is_undone_with_the_entry_that_it_followed(self) -> None:
        raised = _entered(give(_with_points("inner-compass", ("Ben", 7)), LevelInput("track"), 60))
        back = give(raised, Command.UNDO, 200)
        assert len(back.state.track) == len(raised.state.track) - 2
        assert _entered(back).state == raised.state

    def test_is_not_taken_over_once_more(self) -> None:
        raised = _entered(give(_with_points("inner-compass", ("Ben", 7)), LevelInput("track"), 60))
        changed = give(raised, ActionInput(CorrectEP(1, 2)), 200)
        done = give(changed, Command.CORRECT, 201)
        on = give(done, Command.CONFIRM, 202)
        assert on.state.players[1].ep == 9
        assert resumed(on).state == on.state


class TestAGameThatTakesOverNothing:
    """A third-party game may have no corrections that take over what is known."""

    def test_has_tasks_once_its_position_is_entered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(registry.load("essence")), "carried", ())
        table = give(played("essence"), LevelInput("full"), 60)
        for second in range(61, 150):
            if table.tasks:
                assert not is_entering(table)
                return
            table = give(table, Command.CONFIRM, second)
        pytest.fail(f"no tasks after {len(table.steps)} steps")


class TestWhatPeopleEnter:
    def test_is_undone_by_itself_at_the_time_of_the_raise(self) -> None:
        """The log says what the box took over: not everything at the same instant is that."""
        raised = give(_with_points("compass-points", ("Ben", 25)), LevelInput("full"), 60)
        assert _carried(raised) == len(raised.entries) - len(_taken_over(raised)) - 1
        entered = give(raised, ActionInput(CorrectScore(0, 5)), 60)
        back = give(entered, Command.UNDO, 61)
        assert back.setup.level == "full"
        assert [step.entry for step in back.steps] == [step.entry for step in raised.steps]
        assert give(back, Command.UNDO, 62).setup.level == "table"


def _carried(table: Table) -> int | None:
    return next(filter(None, map(carried_since, reversed(table.entries))), None)


def _with_steps() -> Table:
    """A game raised to the level ``track`` after four turns, with some steps there."""
    table = give(played(), LevelInput("track"), 50)
    for second in range(51, 60):
        table = give(table, Command.CONFIRM, second)
        if len(table.steps) > 1:
            return table
    raise AssertionError(table.steps)


class TestAnythingElse:
    def test_is_refused_with_the_reason(self) -> None:
        table = begun("inner-compass", "full")
        assert table.laying
        refused = give(table, LevelInput("final"), 1)
        assert refused.notice is not None
        assert (refused.notice.message.key, refused.entries) == ("raise.busy", table.entries)
        stopped = end_early(played(), at(50), on=True)
        refused = give(stopped, LevelInput("full"), 51)
        assert refused.notice is not None
        assert refused.notice.message.key == "raise.stopped"
        higher = give(played(), LevelInput("nonsense"), 51)
        assert higher.notice is not None
        assert higher.notice.message.key == "raise.highest"


class TestTheMenu:
    def test_lists_the_levels(self) -> None:
        table = give(played(), Command.MENU, 50)
        names = [entry.name for entry in menu_entries(table)]
        for _ in range(names.index("raise")):
            table = give(table, Command.NEXT, 50)
        table = give(table, Command.CONFIRM, 51)
        assert table.console.cover == LevelChoice()
        table = give(give(table, Command.NEXT, 51), Command.CONFIRM, 52)
        assert table.setup.level == levels(played())[1]

    def test_has_no_entry_at_the_highest_level(self) -> None:
        raised = give(played("essence"), LevelInput("full"), 50)
        assert "raise" not in [entry.name for entry in menu_entries(raised)]


class TestANote:
    def test_reads_as_one_word(self) -> None:
        note = {LEVEL: "full"}
        assert is_note(note, 3)
        assert (word(note), read("level(full)")) == ("level(full)", note)

    def test_of_what_was_taken_over_reads_as_one_word(self) -> None:
        note = {CARRIED: 12345}
        assert is_note(note, 3)
        assert (word(note), read("carried(12345)")) == ("carried(12345)", note)

    @pytest.mark.parametrize("since", [0, -1, True, "3", 10**6])
    def test_of_what_was_taken_over_names_an_entry(self, since: object) -> None:
        assert not is_note({CARRIED: since}, 3)

    @pytest.mark.parametrize("level", ["", "FULL", 3, "a b", "x" * 50])
    def test_names_a_level(self, level: object) -> None:
        assert not is_note({LEVEL: level}, 3)

    def test_with_more_is_none(self) -> None:
        assert Entry(1, EntryKind.PAUSE, 0, {LEVEL: "full"}) is not None
        assert level_after("table", [Entry(1, EntryKind.PAUSE, 0, {LEVEL: "full"})]) == "table"


def test_a_level_apart_is_no_higher_one() -> None:
    """At the highest level, *Follow more* offered to count the points by hand."""
    for name in GAMES:
        game = registry.load(name)
        assert game.higher_levels(game.levels[-1]) == ()
        assert game.higher_levels("table") == (*game.levels, *game.apart)


def test_back_is_bound_only_where_it_closes_something() -> None:
    table = give(played(), LevelInput("scoring"), 100)
    entering = next(each for each in (table, give(table, Command.BACK, 101)) if each.cursor is None)
    bound = {each.trigger for each in bindings(entering)}
    assert isinstance(entering.choosing, MidgameEntry)
    assert Command.BACK not in bound
