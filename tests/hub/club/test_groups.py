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
from tests.hub.club.operator_client import OperatorClient, run
from tests.hub.scene import BoxJournal

QUIET = GroupSettings({"sound": "off"}, "2.0")


def box(of: str, version: str = "1.0", **refused: str) -> LiveBox:
    box_journal: dict[str, Mapping[str, Any]] = {
        "status": {"state": "online", "version": version},
        "cfg/reported": {"of": of, "refused": refused},
    }
    return LiveBox(BoxId("club", "b1"), box_journal)


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


async def online(operator: OperatorClient, session: int = 1, **report: Any) -> None:  # noqa: ANN401 - JSON
    await operator.there.hear("status", BoxJournal().status(session=session))
    known = {"v": 1, "of": "", "settings": {}, "refused": {}}
    await operator.there.hear("cfg/reported", {**known, **report})


def desired(operator: OperatorClient) -> list[dict[str, Any]]:
    return [payload for topic, payload in operator.there.answers if topic.endswith("/cfg/desired")]


def test_a_group_is_set_and_its_boxes_are_told_once(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await online(operator)
        await operator.be(Role.OPERATOR)
        await operator.post("/groups", do="add", group="Back room")
        await operator.post("/groups", do="want", group="Back room", sound="off", version="2.0")
        assert desired(operator) == []
        page = await operator.post("/boxes", site="club", box="b1", group="Back room")
        assert "pending" in page
        wish = {"v": 1, "id": QUIET.mark, "settings": {"sound": "off"}, "version": "2.0"}
        assert desired(operator) == [wish]
        await operator.pages.steward.look()
        assert len(desired(operator)) == 1
        await online(operator, of=QUIET.mark, refused={"version": "in-game"})
        page = await operator.get("/boxes")
        assert "refused because version: a game goes on" in page
        assert "refused: 1" in await operator.get("/groups")
        await online(operator, of=QUIET.mark, refused={"sound": "one of on, off"})
        assert "Ton: möglich ist an, aus" in await operator.get("/boxes?lang=de")
        await online(operator, session=2)  # it was switched off, and has forgotten
        await operator.pages.steward.look()
        assert desired(operator) == [wish, wish]

    run(tmp_path, act)


def test_what_was_lost_on_the_way_is_told_again_after_a_while(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        time = [0.0]
        operator.pages.steward.now = lambda: time[0]
        await online(operator)
        await operator.pages.groups.add("A")
        await operator.pages.groups.want("A", QUIET)
        await operator.pages.groups.put(BoxId("club", "b1"), "A")
        for time[0], count in ((0.0, 1), (PATIENCE - 1, 1), (PATIENCE, 2)):
            await operator.pages.steward.look()
            assert len(desired(operator)) == count
        await online(operator, of=QUIET.mark)
        time[0] = 3 * PATIENCE
        await operator.pages.steward.look()
        assert len(desired(operator)) == 2

    run(tmp_path, act)


def test_a_box_that_leaves_its_group_is_free_again(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await online(operator)
        await operator.be(Role.OPERATOR)
        await operator.post("/groups", do="add", group="A")
        await operator.post("/groups", do="want", group="A", brightness="low")
        await operator.post("/boxes", site="club", box="b1", group="A")
        await online(operator, of=desired(operator)[-1]["id"])
        await operator.post("/groups", do="remove", group="A")
        assert desired(operator)[-1] == {"v": 1, "id": "", "settings": {}, "version": ""}
        deeds = [each.action for each in await operator.pages.audit.page()]
        assert deeds[:4] == ["group_removed", "box_put", "group_set", "group_added"]

    run(tmp_path, act)


def test_what_no_box_can_do_is_not_kept(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await online(operator)
        await operator.be(Role.OPERATOR)
        await operator.post("/groups", 400, do="add", group="")
        await operator.post("/groups", do="add", group="A")
        await operator.post("/groups", 400, do="add", group="A")
        await operator.post("/groups", 400, do="want", group="A", sound="loud")
        await operator.post("/groups", 400, do="want", group="A", version="2.0; reboot")
        await operator.post("/groups", 400, do="want", group="B", sound="on")
        await operator.post("/boxes", 404, site="club", box="b1", group="B")
        await operator.post("/boxes", 404, site="club", box="b2", group="A")
        assert await operator.pages.groups.all() == {"A": GroupSettings()}
        assert "No box is in this group" in await operator.get("/groups")

    run(tmp_path, act)


def test_only_operators_set_boxes(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await online(operator)
        await operator.pages.groups.add("A")
        await operator.pages.groups.put(BoxId("club", "b1"), "A")
        page = await operator.get("/boxes")
        assert ">A<" in page
        assert "<select" not in page
        await operator.be(Role.DIRECTOR)
        assert "<select" not in await operator.get("/boxes")
        await operator.post("/groups", 403, do="add", group="B")

    run(tmp_path, act)
