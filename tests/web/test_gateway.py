"""The room tells its pages what is new once the panel shows it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.emulation.manual_clock import ManualClock
from companion.storage.logins import login_of
from companion.table.command import Command
from companion.table.state import CommandInput
from companion.web.access.seats import Attempt, DeniedError
from companion.web.gateway import GONE, TableGateway
from companion.web.updates.publisher import Client
from companion.web.views.viewer import SPECTATOR, Viewer
from tests.menu_names import names
from tests.rig import Rig, running, settings


def told(gateway: TableGateway) -> list[int]:
    """Connect a page and return the list of what it is told."""
    news: list[int] = []
    client = Client(SPECTATOR, "en", lambda: news.append(1), lambda: None)
    gateway.hub.attach(client, None)
    news.clear()
    return news


def scene(folder: Path, check: Callable[[Rig, TableGateway, "asyncio.Future[bool]"], None]) -> None:
    async def whole() -> None:
        async with running(settings(folder), folder) as rig:
            await rig.lay_out()
            session = rig.box.session
            paintings: list[asyncio.Future[bool]] = []
            gateway = TableGateway(
                session,
                rig.clock,
                lambda _language, stage: rig.box.voice_of(stage),
                shown=lambda: paintings[-1] if paintings else None,
            )
            painting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            paintings.append(painting)
            news = told(gateway)
            seq = gateway.hub.seq
            await session.ask(CommandInput(Command.PAUSE))
            assert gateway.hub.seq > seq
            assert not news
            check(rig, gateway, painting)
            await asyncio.sleep(0)
            assert news == [1]
            rig.clock.advance(1.0)
            assert news == [1]

    asyncio.run(whole())


def test_pages_are_told_when_the_picture_is_on_the_panel(tmp_path: Path) -> None:
    scene(tmp_path, lambda _rig, _room, painting: painting.set_result(True))


def test_a_panel_that_hangs_keeps_nobody_waiting_for_long(tmp_path: Path) -> None:
    def wait(rig: Rig, _room: TableGateway, _painting: "asyncio.Future[bool]") -> None:
        assert isinstance(rig.clock, ManualClock)
        rig.clock.advance(0.2)

    scene(tmp_path, wait)


async def chosen(rig: Rig, steps: int) -> None:
    """Choose what is so many steps below the cursor in the list that is open."""
    for command in (*(Command.NEXT,) * steps, Command.CONFIRM):
        await rig.box.session.ask(command)


def test_a_phone_loses_its_seat_when_the_seat_is_handed_over_in_the_menu(tmp_path: Path) -> None:
    async def whole() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            await rig.lay_out()
            gateway = TableGateway(
                rig.box.session, rig.clock, lambda _, stage: rig.box.voice_of(stage)
            )
            dropped: list[int] = []
            phones = [phone(gateway, seat, dropped) for seat in (0, 1)]
            await rig.box.session.ask(Command.MENU)
            await chosen(rig, names(rig.table).index("hand_over"))
            await chosen(rig, 0)
            await chosen(rig, 0)  # the letter A
            assert dropped == []
            await rig.box.session.ask(Command.LEFT)  # to where the name is done
            await chosen(rig, 0)
            assert rig.table.setup.players[0] == "A"
            assert dropped == [0]
            assert gateway.hub.clients == {phones[1]}
            assert gateway.seats.claims(rig.table.setup.players) == {1: phones[1].token}
            phone(gateway, 0, dropped)
            assert set(gateway.seats.claims(rig.table.setup.players)) == {0, 1}

    asyncio.run(whole())


def phone(gateway: TableGateway, seat: int, dropped: list[int]) -> Client:
    """Sit down with a phone, as the server does it."""
    token = login_of(gateway.join(Attempt("192.0.2.7", gateway.seats.code, "", 0), seat))
    rights = gateway.seats.rights(token)
    client = Client(
        Viewer(seat=seat),
        "en",
        lambda: None,
        lambda: dropped.append(seat),
        token,
        who=lambda: Viewer(seat=gateway.seat_of(rights)),
    )
    gateway.enter(client, None)
    return client


def test_a_phone_that_has_gone_for_long_leads_no_more(tmp_path: Path) -> None:
    """The first at the table leads; it may reload its page, and pass the lead on."""

    async def whole() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            gateway = TableGateway(
                rig.box.session, rig.clock, lambda _, stage: rig.box.voice_of(stage)
            )
            first, second = (phone(gateway, seat, []) for seat in (0, 1))
            assert isinstance(rig.clock, ManualClock)

            def lead() -> int | None:
                return gateway.hub.snapshot.surroundings.lead

            assert lead() == 0
            gateway.go(first)
            rig.clock.advance(GONE - 1)
            gateway.enter(first, None)
            rig.clock.advance(GONE)
            assert lead() == 0
            gateway.go(first)
            rig.clock.advance(GONE)
            assert lead() == 1
            gateway.enter(first, None)
            assert lead() == 1
            assert gateway.pass_lead(0)
            assert lead() == 0
            assert not gateway.pass_lead(2)
            gateway.leave(first.token)
            assert lead() == 1
            gateway.go(second)

    asyncio.run(whole())


def test_a_seat_goes_to_the_phone_that_asks_for_it(tmp_path: Path) -> None:
    async def whole() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            gateway = TableGateway(
                rig.box.session, rig.clock, lambda _, stage: rig.box.voice_of(stage)
            )
            dropped: list[int] = []
            phone(gateway, 0, dropped)
            phone(gateway, 1, dropped)
            attempt = Attempt("192.0.2.8", gateway.seats.code, "", 0)
            for yes in (False, True):
                who = login_of(gateway.ask_for_seat(attempt, 1))
                assert gateway.hub.snapshot.surroundings.asked == {1}
                assert gateway.give_seat(1, yes=yes)
                assert not gateway.hub.snapshot.surroundings.asked
                assert (gateway.seats.rights(who).login.seat == 1) is yes
            assert dropped == [1]
            assert not gateway.give_seat(1, yes=True), "nobody asks any more"
            with pytest.raises(DeniedError, match="wrong-code"):
                gateway.ask_for_seat(Attempt("192.0.2.8", "nonsense", "", 0), 1)

    asyncio.run(whole())


def gateway_of(rig: Rig) -> TableGateway:
    return TableGateway(rig.box.session, rig.clock, lambda _, stage: rig.box.voice_of(stage))


def watcher(gateway: TableGateway, viewer: Viewer, token: str = "") -> Client:
    """Open a page without a seat."""
    client = Client(viewer, "en", lambda: None, lambda: None, token)
    gateway.enter(client, None)
    return client


@pytest.mark.parametrize("is_late", [False, True])
def test_a_seat_is_given_where_nobody_is_left_who_could_decide(
    tmp_path: Path, *, is_late: bool
) -> None:
    """The only phone has lost its cookie; it asks at once, or after it has been gone for long."""

    async def whole() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            gateway = gateway_of(rig)
            assert isinstance(rig.clock, ManualClock)
            gateway.go(phone(gateway, 0, []))
            rig.clock.advance(GONE if is_late else GONE / 2)
            attempt = Attempt("192.0.2.8", gateway.seats.code, "", 0)
            who = login_of(gateway.ask_for_seat(attempt, 0))
            assert (gateway.seats.rights(who).login.seat == 0) is is_late
            rig.clock.advance(GONE / 2)
            assert gateway.seats.rights(who).login.seat == 0
            assert not gateway.hub.snapshot.surroundings.asked

    asyncio.run(whole())


@pytest.mark.parametrize("is_host", [False, True])
def test_a_seat_is_not_given_while_somebody_can_decide(tmp_path: Path, *, is_host: bool) -> None:
    async def whole() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            gateway = gateway_of(rig)
            assert isinstance(rig.clock, ManualClock)
            lost = phone(gateway, 0, [])
            if is_host:
                watcher(gateway, Viewer(host=True))
            else:
                phone(gateway, 1, [])
            gateway.go(lost)
            who = login_of(gateway.ask_for_seat(Attempt("192.0.2.8", gateway.seats.code, "", 0), 0))
            rig.clock.advance(2 * GONE)
            assert gateway.seats.rights(who).login.seat is None
            assert gateway.hub.snapshot.surroundings.asked == {0}

    asyncio.run(whole())


def test_a_second_phone_that_asks_for_a_seat_is_told_so(tmp_path: Path) -> None:
    async def whole() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            gateway = gateway_of(rig)
            phone(gateway, 0, [])
            phone(gateway, 1, [])
            cookie = gateway.ask_for_seat(Attempt("192.0.2.8", gateway.seats.code, "", 0), 1)
            page = watcher(gateway, SPECTATOR, login_of(cookie))
            other = Attempt("192.0.2.9", gateway.seats.code, "", 0)
            with pytest.raises(DeniedError, match="seat-asked"):
                gateway.ask_for_seat(other, 1)
            again = Attempt("192.0.2.8", gateway.seats.code, cookie, 0)
            assert gateway.ask_for_seat(again, 1)
            gateway.go(page)
            who = login_of(gateway.ask_for_seat(other, 1))
            assert gateway.give_seat(1, yes=True)
            assert gateway.seats.rights(who).login.seat == 1, "the first one has gone"

    asyncio.run(whole())
