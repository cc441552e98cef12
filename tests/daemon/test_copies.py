"""The guide to the owner's copy, on pins: asked once, kept for the box, marked until then."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.daemon.first_stage import next_lobby
from companion.engine.owners_copy import OwnersCopy
from companion.games.inner_compass.variant import DATA
from companion.storage import copies
from companion.table.lobby.lobby import Lobby
from tests.rig import Rig, running, settings


async def until(rig: Rig, key: str) -> None:
    """Confirm question after question, up to the one with this key."""
    while isinstance(stage := rig.box.session.stage, Lobby) and stage.question is not None:
        if stage.question.key == key:
            return
        await rig.tap("a")
    raise AssertionError(key)


@pytest.mark.slow
@pytest.mark.parametrize("later", [False, True])
def test_the_answers_are_kept_and_points_are_marked_until_then(
    tmp_path: Path, *, later: bool
) -> None:
    async def scene() -> None:
        async with running(settings(tmp_path), tmp_path, ask=True) as rig:
            stage = rig.box.session.stage
            assert isinstance(stage, Lobby)
            assert stage.copies == {}
            rig.box.session.stage = replace(stage, copies={"inner-compass": OwnersCopy()})
            await until(rig, "start")
            if later:
                await rig.tap("a")
            else:
                await rig.tap("down", "a", "a", "a", "a", "down", "a")
                await rig.tap("right", "a", "up", "a", *("a",) * 4, "a")
            assert rig.table.console.unsure is later

    asyncio.run(scene())
    known = copies.load(tmp_path / "state").get("inner-compass", OwnersCopy())
    assert ("track" in known.confirmed) is not later
    if not later:
        sections = known.data["board"]["sections"]
        drawn = DATA["board"]["sections"]
        touched = [row.replace("YYK", "YBK") for row in drawn["A"]]
        assert sections == {**drawn, "A": touched}
        assert touched != drawn["A"]


def test_only_a_real_table_has_a_copy_and_the_boxs_file_needs_no_question(tmp_path: Path) -> None:
    emulated = settings(tmp_path)
    assert next_lobby(emulated, None).copies == {}
    wired = replace(emulated, gpio="default")
    assert next_lobby(wired, None).copies["inner-compass"] == OwnersCopy()
    said = replace(wired, data={"track": {"ep": [6, 5, 4, 3, 2, 1]}})
    assert next_lobby(said, None).copies["inner-compass"].confirmed == {"track"}
