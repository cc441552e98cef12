"""What the box says aloud: what is new, in full, and only what lies open."""

import asyncio
import stat
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from companion.devices.speech import Speech, command_of, is_there
from companion.display.screen_reader import SpeechView
from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.owners_copy import OwnersCopy
from companion.i18n.catalogue import Catalogue
from companion.records.random_play import record
from companion.settings.quiet_hours import QuietHours
from companion.table.command import Command
from companion.table.history.entries import resume
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.stage import Stage
from companion.table.state import GameProgress, with_console
from companion.table.table import (
    ActionInput,
    Table,
    TableInput,
    TagInput,
    begin,
    handle,
)
from tests.manifests import manifests
from tests.rig import running, settings
from tests.table.conftest import NOW, draw, game, table
from tests.table.lobby.test_lobby import answer

__all__ = ["draw", "game", "table"]


@dataclass
class Ear:
    heard: list[tuple[str, str]] = field(default_factory=list)

    def say(self, words: str, language: str) -> None:
        self.heard.append((words, language))

    def stop_speaking(self) -> None:
        """Nothing is spoken for long here."""

    @property
    def last(self) -> str:
        return self.heard[-1][0]


def voice(stage: Stage) -> Catalogue:
    return Catalogue(stage.console.language, stage.game, ("Ann", "Ben", "Cem"))


def listening(table: Table, quiet: QuietHours | None = None) -> tuple[Ear, SpeechView]:
    ear = Ear()
    view = SpeechView(ear, voice, quiet=quiet, wall=lambda: 0.0)
    view(with_console(table, language="en"), ())
    return ear, view


def do(view: SpeechView, table: Table, draw: Draw, *items: TableInput) -> Table:
    for item in items:
        table = handle(table, item, NOW, draw).table
        view(with_console(table, language="en"), ())
    return table


def test_whose_turn_it_is_and_what_to_do(table: Table, draw: Draw) -> None:
    ear, view = listening(table)
    assert ear.heard == [("Ann. Ann: imprint or done  A end turn  B clock.", "en")]
    do(view, table, draw, ActionInput(table.candidates[0]))
    assert ear.last == "Ann is done. Next: Ben."


def test_keys_are_named_by_their_places_where_those_are_known(table: Table) -> None:
    ear = Ear()
    places = {"a": "left", "b": "right"}
    SpeechView(ear, voice, key_places=places)(with_console(table, language="en"), ())
    assert ear.last == ("Ann. Ann: imprint or done  left button: end turn, right button: clock.")
    view = SpeechView(ear, voice, key_places=places)
    view(with_console(table, language="de"), ())
    assert "linke Taste: Zugende" in ear.last


def test_the_choice_under_the_cursor(table: Table, draw: Draw) -> None:
    ear, view = listening(table)
    do(view, table, draw, Command.NEXT, Command.NEXT)
    assert [words for words, _ in ear.heard[1:]] == [
        "Ann: imprint or done. Sadness.",
        "Fear.",
    ]


def test_nothing_is_said_twice(table: Table, draw: Draw) -> None:
    ear, view = listening(table)
    view(with_console(table, language="en"), ())
    assert len(ear.heard) == 1
    do(view, table, draw, TagInput("T1", None))
    assert ear.last == "Not possible. Unknown tag T1. Confirm to learn it."


def test_pages_and_tasks_are_read_in_full(table: Table, draw: Draw) -> None:
    ear, view = listening(table)
    made = next(action for action in table.candidates if "imprint" in str(action).lower())
    do(view, table, draw, ActionInput(made))
    assert "to the bottom" in ear.last
    assert "Take" in ear.last
    do(view, table, draw, Command.WHY)
    assert ear.last == "Points. Points stay secret until the end. The box counts: Track and EP."


def test_the_end_of_a_game_names_the_winner_before_the_ranking() -> None:
    rules = registry.load("inner-compass")
    played = record(rules, Setup(("Ann", "Ben", "Cem"), "track"), 1)
    before = resume(rules, Setup(("Ann", "Ben", "Cem"), "track"), (), played.entries)
    over = replace(before, tasks=())
    assert over.is_over
    ear, view = listening(over)
    view(over, ())
    won = voice(over).long(rules.prompt(over.state, rules.current_player(over.state)))
    assert ear.last.startswith(f"Inner Compass. {won}. 1. ")


def test_questions_of_the_setup_are_asked() -> None:
    known = registry.load("inner-compass")
    lobby = open_lobby(manifests(known), ("Ann", "Ben"), Setup(("Ann", "Ben"), "track"), known.id)
    ear = Ear()
    view = SpeechView(ear, voice)
    lobby = with_console(lobby, language="de")
    view(lobby, ())
    assert ear.heard == [("Wie viele spielen? 2 Spieler.", "de")]
    view(handle_lobby(lobby, Command.NEXT), ())  # type: ignore[arg-type]  # it goes on
    assert ear.last == "3 Spieler."


def test_the_drawing_of_a_question_about_the_copy_is_said() -> None:
    known = registry.load("inner-compass")
    names = ("Ann", "Ben")
    lobby = open_lobby(manifests(known), names, Setup(names, "track"), known.id)
    lobby = replace(with_console(lobby, language="en"), copies={known.id: OwnersCopy()})
    ear = Ear()
    view = SpeechView(ear, voice)
    while lobby.question is None or lobby.question.board is None:
        is_start = lobby.question is not None and lobby.question.key == "start"
        after = answer(lobby, "check") if is_start else handle_lobby(lobby, Command.CONFIRM)
        assert isinstance(after, Lobby)
        lobby = after
    view(lobby, ())
    assert ear.last == (
        "Does section A look like this, north up? Happiness, Happiness, Fear. "
        "Sadness, Anger, Fear. Sadness, Love, Happiness. Like this."
    )
    view(handle_lobby(lobby, Command.NEXT), ())  # type: ignore[arg-type]  # it goes on
    assert "Happiness" not in ear.last, "only the other answer"
    touching = answer(lobby, "no")
    assert isinstance(touching, Lobby)
    view(touching, ())
    assert ear.last.endswith("row 1, column 1: Happiness.")
    view(handle_lobby(touching, Command.RIGHT), ())  # type: ignore[arg-type]  # it goes on
    assert ear.last == "row 1, column 2: Happiness."


def test_secrets_are_not_said(draw: Draw) -> None:
    known = registry.load("essence")
    table = begin(known, Setup(("Ann", "Ben", "Cem"), "full"), (), NOW, draw).table
    ear, view = listening(table)
    for _ in range(12):
        secret = [action for action in table.candidates if table.is_secret(action)]
        taken = (secret or table.candidates)[0]
        before = len(ear.heard)
        table = do(
            view, replace(table, progress=GameProgress.PLAYING, tasks=()), draw, ActionInput(taken)
        )
        if secret:
            words_heard = " ".join(words for words, _ in ear.heard[before:])
            assert voice(table).long(known.action_name(taken)) not in words_heard


def test_quiet_hours_are_quiet(table: Table) -> None:
    ear, _ = listening(table, QuietHours(0, 24 * 60 - 1))
    assert ear.heard == []


def test_a_box_speaks_through_a_program_of_its_own(tmp_path: Path) -> None:
    """The words come on its standard input; the language is an argument."""
    program = tmp_path / "speak"
    program.write_text(f'#!/bin/sh\n(echo "$1"; cat) >> {tmp_path}/heard\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    usual = settings(tmp_path)
    sound = replace(usual.sound, speech=f"{program} {{language}}")

    async def scene() -> str:
        async with running(replace(usual, sound=sound), tmp_path) as rig:
            await rig.lay_out()
            heard = tmp_path / "heard"
            for _ in range(500):
                if heard.exists() and "imprint or done" in heard.read_text():
                    break
                await asyncio.sleep(0.01)
            return heard.read_text()

    spoken = asyncio.run(scene())
    assert spoken.startswith("en\n")
    assert "Player 1: imprint or done" in spoken


def test_a_program_that_is_missing_is_no_reason_to_stop(tmp_path: Path) -> None:
    async def scene() -> None:
        speech = Speech(str(tmp_path / "missing"))
        speech.say("Hello", "en")
        await asyncio.sleep(0.05)
        speech.stop_speaking()

    asyncio.run(scene())
    assert not is_there(str(tmp_path / "missing"))


def test_known_programs_need_no_options() -> None:
    assert command_of("espeak-ng", "de") == ["espeak-ng", "-v", "de", "--stdin"]
    assert command_of("say-it --voice {language}", "en") == ["say-it", "--voice", "en"]
