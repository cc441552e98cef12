"""From joining to the start: people come by phone, say who they are, and sit down with one tap."""

from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest

from companion.table.lobby.lobby import Lobby
from companion.table.state import Table
from tests.web.box import Served, run
from tests.web.client import Browser, Page
from tests.web.first_turn import Group
from tests.web.phone import Phone


async def left(served: Served, host: Browser) -> None:
    """Leave the game that is on the table, as its host."""
    await host.post("/api/host", {"code": served.gateway.seats.host_code})
    async with host.open("host") as page:
        assert (await page.say("command", command="leave"))["kind"] == "done"
        await page.until(in_lobby)


def in_lobby(phone: Phone) -> bool:
    return bool(phone.view.get("lobby"))


async def come(served: Served, phone: Browser, name: object) -> tuple[int, str]:
    body = {"name": name, "code": served.gateway.seats.code}
    status, answer = await phone.post("/api/join", body)
    return status, answer.get("error", {}).get("message", "")


async def begin(page: Page) -> None:
    """Answer the rest of the setup as recommended or usual."""
    while in_lobby(page.phone):
        question = page.phone.view["lobby"]
        best = question["cursor"] if question["best"] is None else question["best"]
        await page.say("answer", option=best)
        await page.until(partial(has_moved_on, question))


def has_moved_on(question: object, phone: Phone) -> bool:
    return phone.view.get("lobby") != question


@pytest.mark.slow
def test_those_who_come_are_seated_with_one_tap_and_keep_their_phones(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as ada, served.browser() as ben, served.browser() as host:
            await left(served, host)
            assert (await come(served, ada, " Ada "))[0] == 204
            assert (await come(served, ben, "Ben"))[0] == 204
            async with (
                ada.open("seat") as phone,
                host.open("host") as host_page,
                ada.open() as screen,
            ):
                assert [one["name"] for one in screen.phone.view["players"]] == ["Ada", "Ben"]
                assert screen.phone.view["join"]["code"] == served.gateway.seats.code
                assert phone.phone.role["seat"] == 0
                game = host_page.phone.view["lobby"]
                assert game["key"] == "game"
                assert game["lines"][game["best"]].startswith("For 2 to 4")
                refused = await phone.say("gather")
                assert refused["message"] == "Choose a game first."
                await host_page.say("answer", option=game["best"])
                await phone.until(lambda known: known.view["lobby"]["gather"])
                assert (await phone.say("gather"))["kind"] == "done"
                await host_page.until(lambda known: known.view["lobby"]["key"] == "start")
                await begin(host_page)
                table = served.box.session.stage
                assert isinstance(table, Table)
                assert table.setup.players == ("Ada", "Ben")
            async with ben.open("seat") as phone, host.open() as screen:
                assert phone.phone.role["seat"] == 1
                assert "private" in phone.phone.view
                assert screen.phone.view["turn"]["laying"]
                assert screen.phone.view.get("join") is None, "everybody sits"
                assert (await ben.post("/api/leave", {}))[0] == 204
                await screen.until(lambda known: bool(known.view.get("join")))

    run(tmp_path, scene)


def test_names_are_told_apart_and_fit_the_panel(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as one, served.browser() as two, served.browser() as host:
            assert (await come(served, one, "Ada"))[0] == 409, "a game is on the table"
            await left(served, host)
            assert (await come(served, one, "Ada"))[0] == 204
            assert await come(served, two, "ada") == (
                409,
                "ada is here already: take another name.",
            )
            assert (await come(served, two, "Robot"))[0] == 409
            for name in ("", "  ", "x" * 13, "a\x07b"):
                assert await come(served, two, name) == (400, "A name has 1 to 12 letters.")
            assert (await come(served, one, "Adele"))[0] == 204, "somebody may change their mind"
            async with host.open() as screen:
                assert [player["name"] for player in screen.phone.view["players"]] == ["Adele"]

    run(tmp_path, scene)


def test_who_leaves_makes_room_and_so_many_must_fit_the_game(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as ada, served.browser() as ben, served.browser() as host:
            await left(served, host)
            await come(served, ada, "Ada")
            await come(served, ben, "Ben")
            assert (await ada.post("/api/leave", {}))[0] == 204
            async with ben.open("seat") as phone, host.open("host") as host_page:
                assert phone.phone.role["seat"] == 0
                await host_page.say("answer", option=host_page.phone.view["lobby"]["best"])
                await phone.until(lambda known: known.view["lobby"]["key"] != "game")
                refused = await phone.say("gather")
                assert refused["message"] == "This game is for 2 to 4 people, and 1 have come."
                assert isinstance(served.box.session.stage, Lobby)

    run(tmp_path, scene)


def test_those_who_have_played_are_there_for_the_next_game(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as one, served.browser() as two, served.browser() as host:
            await served.joined(one, 1)
            await served.joined(two, 0)
            async with one.open("seat"):
                await left(served, host)
                async with host.open() as screen:
                    names = [player["name"] for player in screen.phone.view["players"]]
                    assert names == ["Player 2"]
            async with two.open("seat") as phone:
                assert phone.phone.role["seat"] == 1, "it comes back after the other"

    run(tmp_path, scene)


def test_in_public_the_code_is_on_no_screen_that_is_not_the_hosts(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as guest, served.browser() as host:
            await left(served, host)
            async with guest.open() as screen:
                assert screen.phone.view.get("join") is None
            async with host.open() as screen:
                assert screen.phone.view["join"]["code"] == served.gateway.seats.code

    run(tmp_path, scene, public=True)


def test_a_colour_is_chosen_by_phone_and_nobody_else_can_have_it(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as ada, served.browser() as ben, served.browser() as host:
            await left(served, host)
            await come(served, ada, "Ada")
            await come(served, ben, "Ben")
            async with (
                ada.open("seat") as one,
                ben.open("seat") as two,
                host.open("host") as host_page,
            ):
                assert one.phone.view["lobby"]["colours"] == []
                assert (await one.say("colour", colour="teal"))["code"] == "no-game-chosen"
                titles = host_page.phone.view["lobby"]["answers"]
                await host_page.say("answer", option=titles.index("Inner Compass"))
                await two.until(lambda known: bool(known.view["lobby"]["colours"]))
                assert (await one.say("colour", colour="purple"))["kind"] == "done"
                await two.until(lambda known: known.view["lobby"]["colours"][2]["seat"] == 0)
                taken = await two.say("colour", colour="purple")
                assert taken["message"] == "Ada has this colour already."
                assert (await two.say("colour", colour="pink"))["code"] == "bad-field"
                assert (await host_page.say("colour", colour="brown"))["code"] == "not-allowed"
                assert [one["colour"] for one in two.phone.view["players"]] == ["purple", "orange"]
                assert (await two.say("gather"))["kind"] == "done"
                await begin(host_page)
                assert (await two.say("colour", colour="teal"))["code"] == "no-setup"
                assert [one["colour"] for one in host_page.phone.view["players"]] == [
                    "purple",
                    "orange",
                ]
                looks = {each["look"] for each in host_page.phone.view["sprites"]}
                assert {"cube-3", "cube-1"} <= looks
                assert "cube-2" not in looks
                signs = {
                    each["sign"]
                    for each in host_page.phone.view["sprites"]
                    if each["look"] == "cube-3"
                }
                assert signs == {"1"}, "the number of the seat"

    run(tmp_path, scene)


def test_a_party_of_before_sits_down_by_one_tap_on_any_of_its_phones(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as lead, served.browser() as one, served.browser() as host:
            await served.joined(lead, 0)
            await served.joined(one, 1)
            async with lead.open("seat"), one.open("seat"):
                await left(served, host)
            async with lead.open("seat"), one.open("seat") as phone, host.open("host") as host_page:
                assert (await phone.say("answer", option=0))["code"] == "not-allowed"
                titles = host_page.phone.view["lobby"]["answers"]
                await host_page.say("answer", option=titles.index("Inner Compass"))
                await host_page.until(lambda known: known.view["lobby"]["key"] == "party")
                await phone.until(lambda known: known.view["lobby"]["seating"])
                assert phone.phone.view["lobby"]["answers"][0] == "Player 1, Player 2"
                assert phone.phone.view["lobby"]["lines"][0].endswith("begins this time")
                others = host_page.phone.view["lobby"]["parties"]
                assert (await phone.say("answer", option=others))["code"] == "not-allowed"
                assert (await phone.say("answer", option=0))["kind"] == "done"
                await phone.until(lambda known: known.view["lobby"]["key"] == "start")
                assert (await phone.say("answer", option=0))["code"] == "not-allowed"
                await begin(host_page)
            async with one.open("seat") as phone:
                assert phone.phone.role["seat"] == 1

    run(tmp_path, scene)


@pytest.mark.slow
def test_who_leaves_or_comes_before_the_game_begins_is_followed(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with AsyncExitStack() as stack:
            group = Group(served, "inner-compass")
            for name in ("Ann", "Ben", "Cleo"):
                await group.come(name, stack)
            lead = group.people[0].page
            await choose(lead, "English", "Inner Compass")
            assert (await lead.say("gather"))["kind"] == "done"
            await lead.until(lambda known: known.view["lobby"]["key"] == "start")
            assert (await lead.say("unseat", seat=2))["kind"] == "done"
            dan = await stack.enter_async_context(served.browser())
            assert (await come(served, dan, "Dan"))[0] == 204
            await lead.until(lambda known: len(known.view["players"]) == 3)
            await begin(lead)
            table = served.box.session.stage
            assert isinstance(table, Table)
            assert table.setup.players == ("Ann", "Ben", "Dan")
            async with dan.open("seat") as page:
                assert page.phone.role["seat"] == 2

    run(tmp_path, scene, ask=True)


async def choose(page: Page, *titles: str) -> None:
    """Answer the next questions of the setup by their words."""
    for title in titles:
        lobby = page.phone.view["lobby"]
        assert (await page.say("answer", option=lobby["answers"].index(title)))["kind"] == "done"
        await page.until(partial(has_moved_on, lobby))


@pytest.mark.slow
@pytest.mark.parametrize("names", [("Ann", "Ben", "Cleo"), ("Ann", "Ben")], ids=" ".join)
def test_those_with_a_phone_keep_it_where_names_are_given_one_by_one(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    """Whoever leads takes the number instead of *everybody is here*; the last may have no phone."""

    async def scene(served: Served) -> None:
        async with AsyncExitStack() as stack:
            group = Group(served, "inner-compass")
            for name in names:
                await group.come(name, stack)
            lead = group.people[0].page
            await choose(lead, "English", "Inner Compass", "3 players")
            for seat, name in enumerate(names):
                lobby = lead.phone.view["lobby"]
                assert lobby["key"] == f"name.{seat}"
                assert lobby["answers"][lobby["cursor"]] == name
                await choose(lead, name)
            await begin(lead)
            table = served.box.session.stage
            assert isinstance(table, Table)
            assert table.setup.players[: len(names)] == names
            assert [person.page.phone.role["seat"] for person in group.people] == [
                *range(len(names))
            ]

    run(tmp_path, scene, ask=True)
