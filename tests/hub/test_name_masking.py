"""Messages of boxes are shown without names that operators have removed, and otherwise as sent."""

import json
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.protocol.extent import Extent
from companion.protocol.journal import JournalPosition
from companion.protocol.mqtt import PAGE, PAGE_ITEMS
from companion_hub import name_masking
from companion_hub.club.removals import RemovalKind
from companion_hub.name_masking import MaskedMessages, without_names
from companion_hub.players import fold_name
from companion_hub.removal_checks import HIDDEN
from tests.hub.club.operator_client import OperatorClient, run
from tests.hub.scene import STATE, BoxJournal

NAME = normalize("NFC", "Zoë Rude")
SPELLINGS = (
    NAME,
    normalize("NFD", NAME),
    "Zoë\u200b Rude",
    "Zo\u00ade\u0308 Rude",
    "Zoë\u2060 Rude",
    "\uff3aOË RUDE",
    "Zoë Rude\u200d",
    "zOË   rude",
    "Zoë\ufe0f Rude",
)
HIDDEN_NAMES = frozenset((fold_name(NAME),))

_PAGE = Extent(PAGE, PAGE_ITEMS)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_name_is_the_same_in_every_spelling_that_looks_alike(spelling: str) -> None:
    assert fold_name(spelling) == fold_name(NAME)
    for before, behind in (
        ("", ""),
        ("", " leads"),
        ("", ": 5"),
        ("It is ", "’s turn"),
        ("(", ")"),
    ):
        shown = without_names(f"{before}{spelling}{behind}", HIDDEN_NAMES)
        assert shown.replace("\u200d", "") == f"{before}{HIDDEN}{behind}"


@pytest.mark.parametrize("text", ["Zoë Rudeness", "AZoë Rude", "Zoë Rud", "Rude Zoë", ""])
def test_only_whole_words_are_replaced(text: str) -> None:
    assert without_names(text, HIDDEN_NAMES) == text


@given(st.text(max_size=30), st.text(min_size=1, max_size=8))
def test_no_text_is_too_odd(text: str, name: str) -> None:
    hidden = frozenset((fold_name(name),))
    assert without_names("", hidden) == ""
    assert isinstance(without_names(text, hidden), str)
    if fold_name(name) and fold_name(name) not in fold_name(text):
        assert without_names(text, hidden) == text


def test_names_stand_only_where_players_are_named() -> None:
    shown_names = {
        "status": {"title": "Table 7"},
        "state": {**STATE, "players": ["Ann", "Ben"]},
        "view": {
            "kind": "playing",
            "phase": "playing",
            "game": {"id": "compass", "title": "Compass"},
            "players": [{"name": "Ann"}, {"name": "Ben"}],
            "summary": [{"left": "playing Compass", "right": "5", "icon": "compass"}],
        },
    }
    assert (
        MaskedMessages(shown_names, frozenset((fold_name("playing"), fold_name("Compass"))))
        == shown_names
    )


def test_sentences_about_a_game_are_without_its_players_who_are_hidden() -> None:
    shown_names = {
        "state": {**STATE, "players": [NAME, "Ben"], "player": NAME, "title": "Compass"},
        "view": {
            "phase": NAME,
            "players": [{"name": NAME, "colour": "red"}, {"name": "Ben"}, 5],
            "summary": [{"left": f"{NAME} leads", "right": "5", "mark": "turn"}],
            "lines": [f"{NAME}: 5", NAME],
        },
        "picture": {"picture": {"zones": [{"id": "a", "caption": f"Hand of {NAME}"}]}},
    }
    shown = MaskedMessages(shown_names, HIDDEN_NAMES)
    assert shown["state"] == {**shown_names["state"], "players": [HIDDEN, "Ben"], "player": HIDDEN}
    assert shown["view"] == {
        "phase": NAME,
        "players": [{"name": HIDDEN, "colour": "red"}, {"name": "Ben"}, 5],
        "summary": [{"left": f"{HIDDEN} leads", "right": "5", "mark": "turn"}],
        "lines": [f"{HIDDEN}: 5", HIDDEN],
    }
    assert shown["picture"]["picture"]["zones"] == [{"id": "a", "caption": f"Hand of {HIDDEN}"}]


@pytest.mark.slow
def test_removed_names_change_no_other_table_and_stand_nowhere(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        hear = operator.there.hear
        for number, spelling in enumerate((*SPELLINGS, "playing", "Compass"), 1):
            result = BoxJournal(f"j{number}").result(
                0, 1, JournalPosition(), players=(spelling, "Ben")
            )
            await hear("result", {**result, "finished": 1e9 + number})
        await hear("status", {**BoxJournal(box="b7").status(), "title": f"The box of {NAME}"}, "b7")
        await hear("state", {**STATE, "players": [NAME, "Ben"], "player": NAME}, "b7")
        await hear("status", BoxJournal(box="b8").status(), "b8")
        await hear("state", STATE, "b8")
        await hear("view", {"v": 1, "phase": "playing", "title": "Compass"}, "b8")
        before = await operator.get("/table/club/b8/view.json")
        for name in (NAME, "playing", "Compass"):
            await operator.pages.removals.remove(RemovalKind.PLAYER, name, "Olga")
        await operator.there.rater.settled()
        operator.there.rater.wake()
        await operator.there.rater.settled()
        assert "Compass · in play" in await operator.get("/")
        assert await operator.get("/table/club/b8/view.json") == before
        for path in ("/", "/games", "/players", "/boxes", "/table/club/b7"):
            page = await operator.get(path)
            assert not [each for each in SPELLINGS if each in page], path
        assert "b7" in await operator.get("/boxes")
        assert json.loads(before)["view"]["title"] == "Compass"

    run(tmp_path, act)


@pytest.mark.slow
def test_names_are_looked_for_once_after_each_message_and_removal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of tables costs the same however much a box says: nobody looks through it again."""
    looked: list[str] = []

    def noted(text: str, hidden: Iterable[str]) -> str:
        looked.append(text)
        return without_names(text, hidden)

    monkeypatch.setattr(name_masking, "without_names", noted)
    pages = ("/", "/table/club/b1", "/table/club/b1/view.json", "/boxes")

    async def act(operator: OperatorClient) -> None:
        async def work() -> int:
            """Return how many texts are looked through for four pages, each of them twice."""
            looked.clear()
            for page in (*pages, *pages):
                text = (await operator.get(page)).replace("\\u2013", HIDDEN)
                assert NAME not in text
                assert HIDDEN in text or page in ("/boxes", "/table/club/b1")
            return len(looked)

        hear = operator.there.hear
        view = {"v": 1, "players": [{"name": NAME}], "lines": [f"{NAME} leads"] * 100}
        await hear("status", BoxJournal().status())
        await hear("state", {**STATE, "players": [NAME, "Ben"], "player": NAME})
        await hear("view", view)
        await operator.pages.removals.remove(RemovalKind.PLAYER, NAME, "Olga")
        assert await work() == 101, "the title, and each of the lines"
        assert await work() == 0
        await hear("view", {**view, "lines": ["Go on", f"{NAME} is last"]})
        assert await work() == 3
        assert await work() == 0
        await operator.pages.removals.put_back(RemovalKind.PLAYER, NAME)
        assert f"{NAME} is last" in json.loads(await operator.get(pages[2]))["view"]["lines"]
        await operator.pages.removals.remove(RemovalKind.PLAYER, NAME, "Olga")
        assert await work() == 0, "it is as it was before"
        await operator.pages.removals.remove(RemovalKind.PLAYER, "Ben", "Olga")
        assert await work() == 3

    run(tmp_path, act)


def test_the_largest_page_that_is_full_of_names_is_masked_in_time() -> None:
    names = [f"Zo\u0308e {chr(0x1D400 + number)}" for number in range(16)]
    hidden = frozenset((*map(fold_name, names), *(f"nobody{number}" for number in range(2000))))
    lines = [f"{name}, " * (_PAGE.text // 10) for name in names]
    view = {"v": 1, "players": [{"name": name} for name in names], "lines": lines}
    size = len(json.dumps(view, ensure_ascii=False).encode())
    assert _PAGE.size // 2 < size < _PAGE.size
    began = process_time()
    shown = MaskedMessages({"view": view, "status": {"title": "x" * 200}}, hidden)
    assert shown["status"] == {"title": "x" * 200}
    assert set("".join(shown["view"]["lines"])) == {*f"{HIDDEN}, "}
    assert process_time() - began < 1
