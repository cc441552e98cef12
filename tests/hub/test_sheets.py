"""Sheets of a club: what boxes send is checked, listed, and taken by other boxes."""

import json
from pathlib import Path

import pytest

from companion_hub import sheet_library
from companion_hub.club.accounts import Role
from tests.hub.club.operator_client import OperatorClient
from tests.hub.club.operator_client import run as run_operator
from tests.hub.scene import STATE, Scene
from tests.hub.test_pages import Get, run

TEXT = "title: {en: Harbour, de: Hafen}\nplayers: [2, 5]\nwins: named\n"


def message(text: str = TEXT) -> dict[str, object]:
    """Return the message with a sheet."""
    return {"v": 1, "text": text}


async def names(get: Get) -> list[str]:
    """Return the names of the sheets that boxes see."""
    return [each["name"] for each in json.loads(await get("/sheets.json"))["sheets"]]


def test_a_sheet_of_a_box_is_taken_by_another(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        assert "No box has sent a sheet yet." in await get("/sheets")
        await there.hear("sheet", message())
        (name,) = await names(get)
        assert name.startswith("harbour-")
        assert await get(f"/sheets/{name}.yaml") == TEXT
        page = await get("/sheets", **{"Accept-Language": "de"})
        assert ">Hafen</a>" in page
        assert "club / b1" in page
        assert "<form" not in page.partition("<main")[2]
        await get("/sheets/other.yaml", 404)

    run(tmp_path, act)


def test_the_same_sheet_of_two_boxes_is_there_once(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await there.hear("sheet", message())
        await there.hear("sheet", message(TEXT.replace("\n", "  \n")), box="b2")
        assert len(await names(get)) == 1
        assert "club / b1" in await get("/sheets")

    run(tmp_path, act)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title: Harbour\nplayers: [5, 2]\nwins: named\n", "sheet"),
        ("title: <b>\nplayers: many\n", "sheet"),
        ("[", "sheet"),
    ],
)
def test_a_sheet_with_a_mistake_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    async def act(there: Scene, get: Get) -> None:
        await there.hear("sheet", message(text))
        assert there.refused(reason) == 1
        assert await names(get) == []

    run(tmp_path, act)


def test_a_text_that_is_too_long_is_refused_unread(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await there.hear("sheet", message(f"{TEXT}# {'x' * 3600}"))
        assert await names(get) == []

    run(tmp_path, act)


def test_a_box_and_all_boxes_have_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_library, "OF_BOX", 2)
    monkeypatch.setattr(sheet_library, "MOST", 3)

    async def act(there: Scene, get: Get) -> None:
        for box in ("b1", "b2"):
            for n in range(3):
                await there.hear("sheet", message(f"{TEXT}rounds: {n + 1}\n# {box}\n"), box=box)
        assert len(await names(get)) == 3
        assert there.refused("too-many-sheets") == 3

    run(tmp_path, act)


def test_an_operator_removes_a_sheet(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.there.hear("sheet", message())
        (name,) = await names(operator.get)
        await operator.be(Role.OPERATOR, "Olga")
        assert f'value="{name}"' in await operator.get("/sheets")
        assert "No box has sent a sheet yet." in await operator.post("/sheets", name=name)
        await operator.post("/sheets", 404, name=name)
        (first, *_) = await operator.pages.audit.page()
        assert (first.account, first.action, first.subject) == ("Olga", "sheet_removed", name)

    run_operator(tmp_path, act)


def test_sheets_of_a_box_that_was_removed_are_gone(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.there.hear("state", STATE)
        await operator.there.hear("sheet", message())
        (name,) = await names(operator.get)
        await operator.be(Role.OPERATOR, "Olga")
        await operator.post("/removals", do="remove", kind="box", subject="club/b1")
        assert await names(operator.get) == []
        await operator.get(f"/sheets/{name}.yaml", 404)

    run_operator(tmp_path, act)
