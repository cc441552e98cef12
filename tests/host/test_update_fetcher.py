"""An update from an address: fetched, checked as one from a stick, installed when nobody plays."""

from pathlib import Path

import pytest

from companion.engine.log import Entry, EntryKind
from companion.host import notices
from companion.host.update import UpdateStep
from companion.host.update_fetcher import UpdateFetcher
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from tests.host.test_download import CONTENT, Shop, served
from tests.host.test_updater import NOW, Scene, scene
from tests.setups import SETUP

__all__ = ["scene"]


def fetch(scene: Scene, address: str) -> bool:
    """Ask for an update and fetch it."""
    for folder in (scene.places.run, scene.places.fetch):
        folder.mkdir(parents=True, exist_ok=True)
    scene.places.address.write_text(f"{address}\n", encoding="utf-8")
    tell = lambda sentence: scene.said.append(str(sentence))  # noqa: E731 - it is one line
    return UpdateFetcher(scene.places, scene.rauc, tell, scene.pause, lambda _: None).take()


def progress(scene: Scene) -> dict[str, object]:
    return dict(notices.progress(scene.places.run))


def is_gone(scene: Scene) -> bool:
    """Tell whether nothing is left that another start would go on with."""
    files = {file.name for file in scene.places.fetch.iterdir()} - {"part", "part.of"}
    return not files and not progress(scene)


def test_it_is_fetched_and_installed_while_nobody_plays(scene: Scene) -> None:
    seen: list[tuple[bytes, dict[str, object]]] = []
    bundle = scene.places.fetch / "update.raucb"
    scene.rauc.meanwhile = lambda: seen.append((bundle.read_bytes(), progress(scene)))
    with served(Shop()) as address:
        assert fetch(scene, address)
    assert seen == [
        (CONTENT, {"host": "127.0.0.1", "step": UpdateStep.INSTALL, "version": "9.9.9"})
    ]
    assert scene.said == ["installing update 9.9.9: leave the power alone, then the box restarts"]
    assert scene.places.trial.read_text() == "9.9.9 B\n"
    assert is_gone(scene)
    assert not list(scene.places.fetch.iterdir())


def test_it_waits_for_the_game_and_says_so(scene: Scene) -> None:
    waiting: list[dict[str, object]] = []
    with Journal.open(scene.places.state / JOURNAL) as journal, served(Shop()) as address:
        play = journal.begin("essence", "1", {**SETUP}, NOW - 600)
        journal.append(play, [Entry(1, EntryKind.CHECKPOINT, 0, {}, wall=NOW - 60)])
        scene.later = [
            None,
            lambda: waiting.append(progress(scene)),
            lambda: journal.finish(play, scene.now),
        ]
        assert fetch(scene, address)
    assert waiting == [{"host": "127.0.0.1", "step": UpdateStep.WAIT, "version": "9.9.9"}]
    assert scene.said[0] == "update 9.9.9 is installed after the game"


def test_a_host_who_says_that_nobody_plays_need_not_wait(scene: Scene) -> None:
    """What is in the journal until then is over; what comes after it is a game again."""
    scene.places.run.mkdir()
    with Journal.open(scene.places.state / JOURNAL) as journal, served(Shop()) as address:
        play = journal.begin("essence", "1", {**SETUP}, NOW - 600)
        journal.append(play, [Entry(1, EntryKind.CHECKPOINT, 0, {}, wall=NOW - 60)])
        scene.places.kept.mkdir()
        scene.places.released.touch()
        scene.places.run.rmdir()  # the computer starts again
        scene.places.run.mkdir()
        released = scene.places.released.stat().st_mtime
        scene.now = released + 60
        assert fetch(scene, address)
        scene.places.trial.unlink()
        journal.append(play, [Entry(2, EntryKind.CHECKPOINT, 0, {}, wall=released + 10)])
        scene.now, scene.later = released + 60, [None, lambda: journal.finish(play, scene.now)]
        assert fetch(scene, address)
    assert scene.said[1] == "update 9.9.9 is installed after the game"


@pytest.mark.parametrize(
    ("shop", "words"),
    [
        (Shop(status=404), "127.0.0.1 has no such update (HTTP 404): look at the address"),
        (Shop(breaks=[0] * 9), "(it ends after 0 MB): try again later"),
    ],
)
def test_what_cannot_be_fetched_is_said_and_not_tried_at_every_start(
    scene: Scene, shop: Shop, words: str
) -> None:
    with served(shop) as address:
        assert not fetch(scene, address)
    assert words in scene.said[-1]
    assert scene.rauc.installed == 0
    assert is_gone(scene)


def test_a_foreign_or_altered_bundle_is_not_taken(scene: Scene) -> None:
    scene.rauc.refusal = "signature verification failed: no signer certificate\n"
    with served(Shop()) as address:
        assert not fetch(scene, address)
    assert scene.said == [
        (
            "the downloaded update is damaged or not signed by us, and was rejected: "
            "signature verification failed: no signer certificate"
        )
    ]
    assert is_gone(scene)
    assert not (scene.places.fetch / "part").exists()


@pytest.mark.parametrize(
    ("came_back", "running", "words"),
    [
        ("9.0.0", "0.1.0", "update 9.0.0 did not start on this box and will not be tried again"),
        ("", "9.0.0", "version 9.0.0 is already installed"),
        ("", "9.1.0", "version 9.0.0 is older than 9.1.0, which is installed: choose a newer one"),
    ],
)
def test_what_would_not_be_taken_is_not_fetched(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, came_back: str, running: str, words: str
) -> None:
    """A name with a version spares the line 230 MB: also where `newest` only leads there.

    Whether a game goes on does not matter, and nobody looks.
    """
    monkeypatch.delattr("companion.host.updater.newest_entry")
    monkeypatch.setattr("companion.host.updater.__version__", running)
    scene.places.kept.mkdir(exist_ok=True)
    scene.places.came_back.write_text(f"{came_back}\n", encoding="utf-8")
    with served(Shop()) as address:
        assert not fetch(scene, address.replace("/file", "/newest"))
    assert words in scene.said[-1]
    assert not (scene.places.fetch / "part").exists()


def test_a_start_after_a_cut_goes_on(scene: Scene) -> None:
    """The address and what has arrived are still there."""
    shop = Shop(breaks=[400_000])

    class PlugPulledError(Exception):
        pass

    def pulled(_rest: float) -> None:
        raise PlugPulledError

    with served(shop) as address:
        scene.places.run.mkdir()
        scene.places.fetch.mkdir(parents=True)
        kept = Path(scene.places.address)
        kept.write_text(address, encoding="utf-8")
        job = UpdateFetcher(scene.places, scene.rauc, lambda _: None, scene.pause, pulled)
        with pytest.raises(PlugPulledError):
            job.take()
        assert fetch(scene, address)
    assert shop.asked == ["", "bytes=400000-"]
