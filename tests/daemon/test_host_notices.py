"""Sentences about the computer: at the start and on SIGHUP, each once, whatever is on the table."""

import asyncio
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from companion import daemon
from companion.cli import parser
from companion.daemon import Box
from companion.daemon.host_notices import HostNotices
from companion.engine.fold import sampler
from companion.engine.message import say
from companion.host import notices
from companion.i18n.catalogue import Phrases
from companion.table.stage import Stage
from companion.table.state import LanguageInput, Notice
from tests.rig import Rig, running, settings


def shown(rig: Rig) -> str:
    """Return the sentence that the panel shows, empty if none."""
    cover = rig.box.session.stage.console.cover
    return str(cover.message.params["what"]) if isinstance(cover, Notice) else ""


def test_the_first_new_sentence_is_shown_and_the_rest_are_counted(tmp_path: Path) -> None:
    folder = tmp_path / "notices"
    folder.mkdir()
    notices.write(folder, "card", ["companion.yaml:2: no", "companion.yaml:4: no"])

    async def scene() -> None:
        async with running(settings(tmp_path), tmp_path, ask=True) as rig:
            HostNotices(folder, rig.box.session).listen(asyncio.get_running_loop())
            await rig.until(lambda: shown(rig) == "companion.yaml:2: no (+1)")
            await rig.tap("a")
            await rig.until(lambda: not shown(rig))
            notices.write(folder, notices.HEALTH, ["supply: below 4.6 V"])
            signal.raise_signal(signal.SIGHUP)
            await rig.until(lambda: shown(rig) == "supply: below 4.6 V")

    asyncio.run(scene())


def test_a_sentence_is_shown_over_a_game_and_again_only_if_it_was_gone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            await rig.lay_out()
            announcer = HostNotices(tmp_path / "notices", rig.box.session)
            (tmp_path / "notices").mkdir()
            for _ in range(2):
                notices.write(announcer.folder, "update", ["updated to version 2"])
                announcer.poll()
                await rig.until(lambda: shown(rig) == "updated to version 2")
                await rig.tap("b")
                await rig.until(lambda: not shown(rig))
                announcer.poll()
                await asyncio.sleep(0)
                assert not shown(rig)
                notices.write(announcer.folder, "update", [])
                announcer.poll()

    asyncio.run(scene())


def test_a_daemon_that_is_given_a_folder_shows_what_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`companion run --notices FOLDER`, as the service of a card calls it."""
    folder = tmp_path / "notices"
    folder.mkdir()
    notices.write(folder, "network", ["no Wi-Fi: Attic is out of range"])
    seen: list[str] = []
    build = daemon.build

    def followed(*given: Any, **more: Any) -> Box:  # noqa: ANN401 - as for `build`
        box = build(*given, **more)

        def follow(stage: Stage, _entries: object) -> None:
            cover = stage.console.cover
            if isinstance(cover, Notice):
                seen.append(str(cover.message.params["what"]))
                signal.raise_signal(signal.SIGTERM)

        box.session.followers = (*box.session.followers, follow)
        return box

    monkeypatch.setattr(daemon, "build", followed)
    given = ["run", "--notices", str(folder)]
    options = parser.build(Phrases("en", tuple), given).parse_args(given)
    draw = sampler(random.Random(1))
    chosen = settings(tmp_path)
    asyncio.run(daemon.run(chosen, draw, ask=not options.start, notices=options.notices))
    assert set(seen) == {"no Wi-Fi: Attic is out of range"}


def test_a_sentence_is_shown_in_the_language_of_the_panel_and_follows_it(tmp_path: Path) -> None:
    folder = tmp_path / "notices"
    folder.mkdir()
    waits = say("update {version} is installed after the game", version="9.0.0")
    notices.write(folder, notices.UPDATE, [waits, "supply: below 4.6 V"])

    async def scene() -> None:
        async with running(settings(tmp_path), tmp_path, ask=True) as rig:
            await rig.box.session.ask(LanguageInput("de"))
            HostNotices(folder, rig.box.session).poll()
            await rig.until(lambda: bool(shown(rig)))
            for language, told in (
                ("de", "Update 9.0.0 wird nach dem Spiel installiert (+1)"),
                ("en", "update 9.0.0 is installed after the game (+1)"),
            ):
                await rig.box.session.ask(LanguageInput(language))
                assert rig.screen.rows[0].text == told

    asyncio.run(scene())
