"""The games that were played, on the pages of a running box."""

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.records import archive
from companion.records.archive import check_continuable
from companion.records.exports import bgstats, csv
from companion.records.jsonl import read
from companion.storage import backup
from companion.storage.journal import FILE, Journal
from companion.storage.journal import JournalReader as Reader
from companion.storage.setup import setup_struct
from tests.records.exports.played import records, store
from tests.web.box import Served, run
from tests.web.client import Browser

BACKUP = "/games/backup.tar"
RESTORE = "/games/restore"


def fill(folder: Path, games: Iterable[str] = ("inner-compass", "compass-points")) -> None:
    """Put two finished games into the journal of a box that starts."""
    folder.joinpath("state").mkdir(exist_ok=True)
    with Journal.open(folder / "state" / FILE) as journal:
        for name in games:
            store(journal, records(name, 1)[0])


def shown(folder: Path) -> list[str]:
    """Return the addresses that the panel shows of the games, the latest first."""
    with Reader.look(folder / "state" / FILE) as journal:
        return [f"/L/{game.number}/{game.key}" for game in archive.recent(journal)]


async def lead(served: Served, browser: Browser) -> None:
    status, _ = await browser.post("/api/host", {"code": served.gateway.seats.host_code})
    assert status == 204


def test_are_listed_and_found(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            status, text, headers = await browser.get("/games")
            assert status == 200
            assert headers["Content-Type"] == "text/html; charset=utf-8"
            assert headers["Content-Security-Policy"].startswith("default-src 'self'")
            assert 'href="/games/1"' in text
            assert 'href="/games/2"' in text
            assert 'href="/games/3"' not in text  # the game on the table
            assert "Games kept: 2." in text
            _, text, _ = await browser.get("/games?player=dua&since=2026-05-28")
            assert 'href="/games/2"' in text
            _, text, _ = await browser.get("/games?player=nobody&lang=de")
            assert "Kein Spiel gefunden." in text
            assert (await browser.get("/games?since=soon"))[0] == 400
            assert (await browser.get("/games?page=99999999999999999999"))[0] == 200

    run(tmp_path, scene)


@pytest.mark.slow
def test_names_are_never_markup(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            for path in ("/games", "/games/2", "/games?player=<script>"):
                _, text, _ = await browser.get(path)
                assert "<b>" not in text
                assert "<script>" not in text
            assert "&lt;b&gt;Dua&lt;/b&gt;" in (await browser.get("/games/2"))[1]

    run(tmp_path, scene)


@pytest.mark.slow
def test_one_has_its_ranking_its_points_and_its_forms(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            status, text, _ = await browser.get("/games/1")
            assert status == 200
            assert "IC-EP-1" in text
            assert " · Track and EP</p>" in text
            assert " · Leiste und EP</p>" in (await browser.get("/games/1?lang=de"))[1]
            with Reader.look(tmp_path / "state" / FILE) as journal:
                entries = journal.entries(1)
            status, text, headers = await browser.get("/games/1.jsonl")
            assert read(text.split("\n")).entries == entries
            assert headers["Content-Disposition"] == 'attachment; filename="inner-compass-1.jsonl"'
            _, text, _ = await browser.get("/games/1.csv")
            (number,) = {row["play"] for row in csv.read(text)}
            _, text, _ = await browser.get("/games.csv")
            numbers = {row["play"] for row in csv.read(text)}
            assert (number in numbers, len(numbers)) == (True, 2)
            _, text, headers = await browser.get("/games/1.draws.html?lang=de")
            assert "<h1>Ziehungen der Box: Inner Compass</h1>" in text
            assert headers["Content-Type"].startswith("text/html")
            for path in ("/games/1.txt", "/games/1.xml", "/games/1.bgsplay", "/games.bgsplay"):
                assert (await browser.get(path))[0] == 200
            for path in ("/games/9", "/games/9.csv", "/games/1.exe", "/games.txt", "/l/9"):
                assert (await browser.get(path))[0] == 404

    run(tmp_path, scene)


def test_a_short_address_leads_to_bg_stats(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            address = f"{served.base}/l/2"
            async with browser.session.get(address, allow_redirects=False) as answer:
                assert answer.status == 303
                assert answer.headers["Location"].startswith(bgstats.CREATE)

    run(tmp_path, scene)


@pytest.mark.slow
def test_the_game_on_the_table_shows_none_of_its_secrets(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            await lead(served, browser)
            for path in (
                "/games/3",
                "/games/3.jsonl",
                "/games/3.draws.html",
                "/l/3",
                "/games/3/delete",
            ):
                assert (await browser.get(path))[0] == 409
            assert (await browser.post("/games/3/delete", {}))[0] == 409

    run(tmp_path, scene)


@pytest.mark.slow
def test_a_game_that_is_over_can_be_taken_along_from_its_end_page(tmp_path: Path) -> None:
    """As long as it is on the table, nobody deletes it."""
    (over,) = records("compass-points", 1)
    tmp_path.joinpath("state").mkdir()
    with Journal.open(tmp_path / "state" / FILE) as journal:
        setup = setup_struct(over.setup, over.enter)
        play = journal.begin(over.game, over.rules_version, setup, over.entries[0].wall)
        journal.append(play, over.entries)

    async def scene(served: Served) -> None:
        async with served.browser() as guest, served.browser() as host:
            async with guest.open() as screen:
                end = screen.phone.view["end"]
                assert end["play"] == play
                assert (await screen.say("again"))["code"] == "not-allowed"
            for form in ("jsonl", "html", "bgsplay", "draws.html"):
                assert (await guest.get(f"/games/{play}.{form}"))[0] == 200
            assert (await guest.get(f"/games/{play}"))[0] == 200
            assert f'href="/games/{play}"' in (await guest.get("/games"))[1]
            assert f'href="/games/{play}"' not in (await guest.get("/games?player=nobody"))[1]
            await lead(served, host)
            assert "delete" not in (await host.get(f"/games/{play}"))[1]
            assert (await host.post(f"/games/{play}/delete", {}))[0] == 409
            await served.joined(host, 0)
            async with host.open("seat") as phone:
                assert (await phone.say("again"))["kind"] == "done"
                await phone.until(lambda known: not known.view["turn"]["over"])
                assert phone.phone.view.get("end") is None
                assert (await phone.say("again"))["code"] == "goes-on"
                names = [player["name"] for player in phone.phone.view["players"]]
                assert names == list(over.setup.players)

    run(tmp_path, scene)


@pytest.mark.slow
def test_only_a_host_deletes_and_only_from_our_own_page(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            assert (await browser.get("/games/1/delete"))[0] == 403
            assert (await browser.post("/games/1/delete", {}))[0] == 403
            await lead(served, browser)
            assert (await browser.get("/games/1/delete"))[0] == 200
            foreign = {"Origin": "http://evil.example"}
            assert (await browser.post("/games/1/delete", {}, **foreign))[0] == 403
            assert (await browser.get("/games/1"))[0] == 200
            assert (await browser.post("/games/1/delete", {}))[0] == 204
            assert (await browser.get("/games/1"))[0] == 404
            assert (await browser.get("/games/2"))[0] == 200

    run(tmp_path, scene)


def test_in_a_public_place_only_a_host_sees_who_has_played(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            for path in ("/games", "/games/1", "/games/1.csv", "/games.csv", "/l/1"):
                assert (await browser.get(path))[0] == 403
            await lead(served, browser)
            assert (await browser.get("/games"))[0] == 200

    run(tmp_path, scene, public=True)


def test_what_the_panel_shows_opens_for_guests_and_nothing_else(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        newer, older = shown(tmp_path)
        async with served.browser() as browser:

            async def opened(path: str) -> int:
                address = f"{served.base}{path}"
                async with browser.session.get(address, allow_redirects=False) as answer:
                    return answer.status

            assert [await opened(path) for path in (newer, older.lower())] == [303, 303]
            swapped = newer.replace("/L/2", "/L/1")
            for path in (swapped, newer[:-1], f"{newer}A", f"{newer[:-1]}é", "/L/2/"):
                assert await opened(path) in {403, 404}, path
            assert await opened("/L/2") == 403

    run(tmp_path, scene, public=True)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_whose_moves_are_gone_keeps_its_result(tmp_path: Path, language: str) -> None:
    fill(tmp_path, ["inner-compass"])
    with Journal.open(tmp_path / "state" / FILE) as journal:
        row = journal.summaries()[1]
        number = journal.begin("inner-compass", "1", journal.play(1).setup, 1.0)
        journal.finish(number, 2.0, row)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            status, text, _ = await browser.get("/games/2", **{"Accept-Language": language})
            assert status == 200
            assert "=1+1" in text
            assert "IC-EP-1" not in text
            assert (await browser.get("/games/2.txt"))[0] == 409

    run(tmp_path, scene)


def test_figures_say_how_everybody_has_done(tmp_path: Path) -> None:
    fill(tmp_path, ["inner-compass", "inner-compass"])

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            status, text, _ = await browser.get("/games/figures")
            assert status == 200
            assert "<h2>Inner Compass</h2>" in text
            assert '<th scope="row">Ann</th><td>2</td>' in text
            _, text, _ = await browser.get("/games/figures?player=nobody&lang=de")
            assert "Kein Spiel gefunden." in text

    run(tmp_path, scene)


@pytest.mark.slow
def test_a_host_takes_everything_along_but_no_game_that_goes_on(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            assert (await browser.get(BACKUP))[0] == 403
            assert BACKUP not in (await browser.get("/games"))[1]
            await lead(served, browser)
            assert f'href="{BACKUP}"' in (await browser.get("/games"))[1]
            status, body, _ = await browser.get(BACKUP)
            assert (status, "after the game" in body) == (409, True)
            async with browser.session.get(browser.base + BACKUP) as answer:
                assert answer.status == 409

    run(tmp_path, scene)


@pytest.mark.slow
def test_the_backup_of_a_page_can_be_restored(tmp_path: Path) -> None:
    fill(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            await lead(served, browser)
            async with browser.session.get(browser.base + BACKUP) as answer:
                assert answer.status == 200
                (tmp_path / "taken.tar").write_bytes(await answer.read())

    run(tmp_path, scene, ask=True)
    kept, _ = backup.restore(tmp_path / "taken.tar", tmp_path / "other", check_continuable)
    assert kept.games == 2


def filled_backup(folder: Path) -> bytes:
    """Return the backup of another box, which has played two games."""
    other = folder / "other"
    other.mkdir()
    fill(other)
    backup.make(other / "state", folder / "taken.tar")
    return (folder / "taken.tar").read_bytes()


def test_a_backup_comes_back_by_a_page(tmp_path: Path) -> None:
    """The box stops for it, and what it had is set aside."""
    content = filled_backup(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            assert (await browser.post(RESTORE, content))[0] == 403
            await lead(served, browser)
            assert f'data-restore="{RESTORE}"' in (await browser.get("/games"))[1]
            assert (await browser.post(RESTORE, content))[0] == 202
            assert served.box.replacement == tmp_path / "state" / "restore.tar"
            assert served.box.replacement.read_bytes() == content

    run(tmp_path, scene, ask=True)


async def brought_at_once(served: Served, *backups: bytes) -> list[tuple[int, Any]]:
    """Return what as many hosts are answered who bring their backups at the same moment."""
    async with AsyncExitStack() as hosts:
        browsers = [await hosts.enter_async_context(served.browser()) for _ in backups]
        for browser in browsers:
            await lead(served, browser)
        pairs = zip(browsers, backups, strict=True)
        posts = (browser.post(RESTORE, each) for browser, each in pairs)
        return list(await asyncio.gather(*posts))


@pytest.mark.slow
def test_of_two_backups_at_the_same_moment_one_is_taken_and_the_other_host_is_told(
    tmp_path: Path,
) -> None:
    content = filled_backup(tmp_path)

    async def scene(served: Served) -> None:
        # The second is as sound: what lies behind the end of an archive does not count.
        backups = (content, content + bytes(10_240))
        answers = await brought_at_once(served, *backups)
        taken, refused = sorted(answers, key=lambda answer: answer[0])
        assert (taken[0], refused[0]) == (202, 409)
        assert refused[1]["error"]["code"] == "restoring"
        assert "already" in refused[1]["error"]["message"]
        assert served.box.replacement == tmp_path / "state" / "restore.tar"
        assert served.box.replacement.read_bytes() == backups[answers.index(taken)]
        assert [file.name for file in (tmp_path / "state").glob("restore*")] == ["restore.tar"]

    run(tmp_path, scene, ask=True)


def test_the_same_backup_may_come_twice(tmp_path: Path) -> None:
    content = filled_backup(tmp_path)

    async def scene(served: Served) -> None:
        answers = await brought_at_once(served, content, content)
        assert [status for status, _ in answers] == [202, 202]
        assert [file.name for file in (tmp_path / "state").glob("restore*")] == ["restore.tar"]

    run(tmp_path, scene, ask=True)


@pytest.mark.parametrize("content", [b"", b"no tar", b"\0" * 10_240])
def test_what_is_no_backup_changes_nothing(tmp_path: Path, content: bytes) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            await lead(served, browser)
            status, answer = await browser.post(f"{RESTORE}?lang=de", content)
            assert status == 400
            assert "keine heile Sicherung" in answer["error"]["message"]
            assert served.box.replacement is None
            assert not (tmp_path / "state" / "restore.tar").exists()

    run(tmp_path, scene, ask=True)


def test_nothing_is_restored_during_a_game(tmp_path: Path) -> None:
    content = filled_backup(tmp_path)

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            await lead(served, browser)
            status, answer = await browser.post(RESTORE, content)
            assert (status, answer["error"]["code"]) == (409, "play-on")
            assert served.box.replacement is None

    run(tmp_path, scene)
