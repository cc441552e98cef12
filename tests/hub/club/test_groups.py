"""How boxes are to be set: told once, and compared with what they report."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion_hub.club.accounts import Role
from companion_hub.club.groups import (
    GroupError,
    GroupSettings,
    RolloutState,
    parse_group_settings,
    rollout_state,
)
from companion_hub.club.settings_sender import PATIENCE
from companion_hub.live import LiveBox
from companion_hub.message_parsing import BoxId
from tests.hub.club.desk import Desk, run
from tests.hub.scene import Told

QUIET = GroupSettings({"sound": "off"}, "2.0")


def box(of: str, version: str = "1.0", **refused: str) -> LiveBox:
    told: dict[str, Mapping[str, Any]] = {
        "status": {"state": "online", "version": version},
        "cfg/reported": {"of": of, "refused": refused},
    }
    return LiveBox(BoxId("club", "b1"), told)


@pytest.mark.parametrize(
    ("there", "wanted", "expected"),
    [
        (box(""), GroupSettings(), RolloutState.FREE),
        (box(""), QUIET, RolloutState.PENDING),
        (box("older"), QUIET, RolloutState.PENDING),
        (box(QUIET.mark), QUIET, RolloutState.PENDING),
        (box(QUIET.mark, version="2.0"), QUIET, RolloutState.DONE),
        (box(QUIET.mark, sound="one of"), QUIET, RolloutState.REFUSED),
        (LiveBox(BoxId("club", "b1")), QUIET, RolloutState.PENDING),
    ],
)
def test_how_a_box_stands_to_what_is_wanted(
    there: LiveBox, wanted: GroupSettings, expected: RolloutState
) -> None:
    assert rollout_state(there, wanted) is expected


def test_the_mark_follows_from_the_wish_alone() -> None:
    assert parse_group_settings({"sound": "off", "language": ""}, "2.0").mark == QUIET.mark
    assert parse_group_settings({"sound": "on"}, "2.0").mark != QUIET.mark
    assert parse_group_settings({}, "").mark == ""


@pytest.mark.parametrize("version", ["x", "2.0; reboot", "2.0\n3", "2.0\n", "-1", "2" * 62])
def test_a_version_that_no_box_would_take_is_not_wanted_either(version: str) -> None:
    with pytest.raises(GroupError, match="bad_version"):
        parse_group_settings({}, version)


async def online(desk: Desk, session: int = 1, **report: Any) -> None:  # noqa: ANN401 - JSON
    await desk.there.hear("status", Told().status(session=session))
    known = {"v": 1, "of": "", "settings": {}, "refused": {}}
    await desk.there.hear("cfg/reported", {**known, **report})


def desired(desk: Desk) -> list[dict[str, Any]]:
    return [payload for topic, payload in desk.there.answers if topic.endswith("/cfg/desired")]


def test_a_group_is_set_and_its_boxes_are_told_once(tmp_path: Path) -> None:
    async def act(desk: Desk) -> None:
        await online(desk)
        await desk.be(Role.OPERATOR)
        await desk.post("/groups", do="add", group="Back room")
        await desk.post("/groups", do="want", group="Back room", sound="off", version="2.0")
        assert desired(desk) == []
        page = await desk.post("/boxes", site="club", box="b1", group="Back room")
        assert "pending" in page
        wish = {"v": 1, "id": QUIET.mark, "settings": {"sound": "off"}, "version": "2.0"}
        assert desired(desk) == [wish]
        await desk.pages.steward.look()
        assert len(desired(desk)) == 1
        await online(desk, of=QUIET.mark, refused={"version": "in-game"})
        page = await desk.get("/boxes")
        assert "refused because version: a game goes on" in page
        assert "refused: 1" in await desk.get("/groups")
        await online(desk, session=2)  # it was switched off, and has forgotten
        await desk.pages.steward.look()
        assert desired(desk) == [wish, wish]

    run(tmp_path, act)


def test_what_was_lost_on_the_way_is_told_again_after_a_while(tmp_path: Path) -> None:
    async def act(desk: Desk) -> None:
        time = [0.0]
        desk.pages.steward.now = lambda: time[0]
        await online(desk)
        await desk.pages.groups.add("A")
        await desk.pages.groups.want("A", QUIET)
        await desk.pages.groups.put(BoxId("club", "b1"), "A")
        for time[0], count in ((0.0, 1), (PATIENCE - 1, 1), (PATIENCE, 2)):
            await desk.pages.steward.look()
            assert len(desired(desk)) == count
        await online(desk, of=QUIET.mark)
        time[0] = 3 * PATIENCE
        await desk.pages.steward.look()
        assert len(desired(desk)) == 2

    run(tmp_path, act)


def test_a_box_that_leaves_its_group_is_free_again(tmp_path: Path) -> None:
    async def act(desk: Desk) -> None:
        await online(desk)
        await desk.be(Role.OPERATOR)
        await desk.post("/groups", do="add", group="A")
        await desk.post("/groups", do="want", group="A", brightness="low")
        await desk.post("/boxes", site="club", box="b1", group="A")
        await online(desk, of=desired(desk)[-1]["id"])
        await desk.post("/groups", do="remove", group="A")
        assert desired(desk)[-1] == {"v": 1, "id": "", "settings": {}, "version": ""}
        deeds = [each.deed for each in await desk.pages.audit.page()]
        assert deeds[:4] == ["group_removed", "box_put", "group_set", "group_added"]

    run(tmp_path, act)


def test_what_no_box_can_do_is_not_kept(tmp_path: Path) -> None:
    async def act(desk: Desk) -> None:
        await online(desk)
        await desk.be(Role.OPERATOR)
        await desk.post("/groups", 400, do="add", group="")
        await desk.post("/groups", do="add", group="A")
        await desk.post("/groups", 400, do="add", group="A")
        await desk.post("/groups", 400, do="want", group="A", sound="loud")
        await desk.post("/groups", 400, do="want", group="A", version="2.0; reboot")
        await desk.post("/groups", 400, do="want", group="B", sound="on")
        await desk.post("/boxes", 404, site="club", box="b1", group="B")
        await desk.post("/boxes", 404, site="club", box="b2", group="A")
        assert await desk.pages.groups.all() == {"A": GroupSettings()}
        assert "No box is in this group" in await desk.get("/groups")

    run(tmp_path, act)


def test_only_operators_set_boxes(tmp_path: Path) -> None:
    async def act(desk: Desk) -> None:
        await online(desk)
        await desk.pages.groups.add("A")
        await desk.pages.groups.put(BoxId("club", "b1"), "A")
        page = await desk.get("/boxes")
        assert ">A<" in page
        assert "<select" not in page
        await desk.be(Role.DIRECTOR)
        assert "<select" not in await desk.get("/boxes")
        await desk.post("/groups", 403, do="add", group="B")

    run(tmp_path, act)
