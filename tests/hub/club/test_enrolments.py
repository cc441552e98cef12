"""Boxes join by a code: it counts once, for ten minutes, and is guessed by nobody."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.fleet.hub_enrolment import ASK, FETCH
from companion.protocol.http.code_guesses import WRONG
from companion_hub.broker_accounts import KEPT
from companion_hub.club import enrolments
from companion_hub.club.accounts import Role
from companion_hub.club.enrolments import (
    LASTING,
    OF_ONE,
    BoxAssignment,
    EnrolmentError,
    Enrolments,
)
from companion_hub.message_parsing import BoxId
from companion_hub.settings import BrokerAddress, HubSettingsError, settings_of
from tests.hub.club.operator_client import OperatorClient, run
from tests.hub.scene import BoxJournal

FORM = {"site": "club", "box": "table-7", "title": "Table 7", "room": ""}


async def says(
    operator: OperatorClient, path: str, status: int = 200, **box_journal: object
) -> Mapping[str, Any]:
    """Ask as a box does, and return the hub's answer."""
    own = {"Origin": str(operator.client.make_url("/")).rstrip("/")}
    async with operator.client.post(path, data=json.dumps(box_journal), headers=own) as answer:
        assert answer.status == status, await answer.text()
        found: Mapping[str, Any] = await answer.json() if status == 200 else {}
        return found


def test_a_box_is_taken_and_gets_a_password_that_the_hub_forgets(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.OPERATOR)
        asked = await says(operator, ASK)
        assert await says(operator, FETCH, secret=asked["secret"]) == {"v": 1, "state": "waiting"}
        typed = asked["code"].lower().replace("-", " ")
        assert "club / table-7" in await operator.send_form("/enrolment", {**FORM, "code": typed})
        given = await says(operator, FETCH, secret=asked["secret"])
        assert operator.ledger.passwords == {"table-7": given["password"]}
        assert given["broker"] == {"host": "127.0.0.1", "port": 1884, "tls": False}
        assert (given["site"], given["box"], given["title"]) == ("club", "table-7", "Table 7")
        again = await says(operator, FETCH, secret=asked["secret"])  # the answer was lost
        assert operator.ledger.passwords == {"table-7": again["password"]}
        assert given["password"].encode() not in (tmp_path / "hub.sqlite3").read_bytes()
        page = await operator.send_form("/enrolment", {**FORM, "code": asked["code"]}, 400)
        assert "No box shows this code" in page

    run(tmp_path, act)


def test_only_operators_take_boxes(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        asked = await says(operator, ASK)
        await operator.be(Role.DIRECTOR)
        assert "/enrolment" not in await operator.get("/boxes")
        await operator.get("/enrolment", 403)
        await operator.send_form("/enrolment", {**FORM, "code": asked["code"]}, 403)
        assert operator.ledger.passwords == {}
        await operator.post("/logout")
        await operator.be(Role.OPERATOR, "Ben")
        assert "/enrolment" in await operator.get("/boxes")
        operator.pages.enrolment = None
        page = await operator.get("/boxes")
        assert "/enrolment" not in page
        assert "with NATS or another broker give each box an account there" in page

    run(tmp_path, act)


def test_whoever_guesses_codes_has_to_wait(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.OPERATOR)
        right = (await says(operator, ASK))["code"]
        for _ in range(WRONG):
            await operator.send_form("/enrolment", {**FORM, "code": "BBBB-BBBB"}, 400)
        page = await operator.send_form("/enrolment", {**FORM, "code": right}, 429)
        assert "Too many wrong codes" in page
        assert operator.ledger.passwords == {}
        deeds = [each.action for each in await operator.pages.audit.page()]
        assert deeds.count("code_refused") == WRONG

    run(tmp_path, act)


WRONG_NAMES = [
    ({"box": "Table 7"}, "Site and name have"),
    ({"site": "../club"}, "Site and name have"),
    ({"site": "+"}, "Site and name have"),
    ({"title": "T" * 61}, "at most 60"),
    ({"box": "taken"}, "was taken already"),
    ({"box": "homeassistant"}, "account of this name"),
]


@pytest.mark.slow
def test_what_goes_wrong_leaves_the_code_good(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.OPERATOR)
        operator.ledger.passwords["homeassistant"] = "of somebody else"
        other = (await says(operator, ASK))["code"]
        await operator.send_form("/enrolment", {**FORM, "box": "taken", "code": other})
        asked = await says(operator, ASK)
        for changed, said in WRONG_NAMES:
            given = {**FORM, **changed, "code": asked["code"]}
            page = await operator.send_form("/enrolment", given, 400)
            assert said in page
            assert asked["code"] in page  # the form keeps what was typed
        assert operator.ledger.passwords["homeassistant"] == "of somebody else"
        operator.ledger.is_away = True
        page = await operator.send_form("/enrolment", {**FORM, "code": asked["code"]}, 502)
        assert "it is away" in page
        operator.ledger.is_away = False
        await operator.send_form("/enrolment", {**FORM, "code": asked["code"]})
        operator.ledger.is_away = True
        await says(operator, FETCH, 503, secret=asked["secret"])

    run(tmp_path, act)


def test_a_removed_box_is_gone_for_all(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.OPERATOR)
        asked = await says(operator, ASK)
        await operator.send_form("/enrolment", {**FORM, "box": "b1", "code": asked["code"]})
        await operator.there.hear("status", BoxJournal().status())
        await operator.pages.groups.add("A")
        await operator.pages.groups.put(BoxId("club", "b1"), "A")
        await operator.post("/enrolment", do="remove", box="b1")
        assert operator.ledger.passwords == {}
        assert operator.there.live.boxes == {}
        assert await operator.pages.groups.members() == {}
        cleared = [topic for topic, payload in operator.there.answers if payload == {}]
        assert {f"companion/v1/club/b1/{name}" for name in KEPT} <= {*cleared}
        assert cleared.index("companion/v1/club/b1/status") == len(cleared) - 2
        await says(operator, FETCH, secret=asked["secret"])
        await operator.post("/enrolment", 400, do="remove", box="b1")
        # Another hub hears of it by the broker.
        await operator.there.hear("status", BoxJournal().status())
        await operator.there.hear("status", b"")
        assert operator.there.live.boxes == {}
        assert (await operator.pages.audit.page())[0].action == "box_removed"

    run(tmp_path, act)


def test_codes_expire_and_one_address_fills_no_hub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enrolments, "OF_ALL", 2 * OF_ONE)

    async def act(operator: OperatorClient) -> None:
        time = [0.0]
        taken = Enrolments(operator.there.store, operator.ledger, lambda: time[0])
        place = BoxAssignment(BoxId("club", "table-7"))
        asked = []
        for time[0] in range(OF_ONE + 1):
            asked.append(await taken.ask("here"))
        with pytest.raises(EnrolmentError, match="no_candidate"):
            await taken.fetch(asked[0].secret)
        assert await taken.fetch(asked[1].secret) is None
        time[0] += LASTING
        with pytest.raises(EnrolmentError, match="no_candidate"):
            await taken.admit(asked[-1].code, place, "Ann")
        with pytest.raises(EnrolmentError, match="no_candidate"):
            await taken.fetch(asked[-1].secret)
        await says(operator, FETCH, 410, secret=[1])
        await says(operator, FETCH, 410)
        for number in range(2 * OF_ONE):
            await taken.ask(f"there {number}")
        with pytest.raises(EnrolmentError, match="too_many"):
            await taken.ask("yonder")

    run(tmp_path, act)


@pytest.mark.parametrize(
    "address",
    [
        "2001:db8:1:2::{}",  # a household's network has more addresses than anybody can count
        "::ffff:192.0.2.7",
        "192.0.2.7",
        "fe80::{}%eth0",
    ],
)
def test_a_network_has_as_many_codes_as_an_address(tmp_path: Path, address: str) -> None:
    async def act(operator: OperatorClient) -> None:
        taken = Enrolments(operator.there.store, operator.ledger)
        asked = [await taken.ask(address.format(number)) for number in range(1, 2 * OF_ONE)]
        waiting = 0
        for each in asked:
            try:
                waiting += await taken.fetch(each.secret) is None
            except EnrolmentError:
                continue
        assert waiting == OF_ONE

    run(tmp_path, act)


@pytest.mark.slow
def test_forty_addresses_keep_nobody_from_joining(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enrolments, "OF_ALL", 4 * OF_ONE)

    async def act(operator: OperatorClient) -> None:
        taken = Enrolments(operator.there.store, operator.ledger)
        for number in range(4 * OF_ONE):
            await taken.ask(f"192.0.2.{number % 4}")
        honest = [await taken.ask(f"198.51.100.{number}") for number in range(4)]
        for number in range(4 * OF_ONE):
            with suppress(EnrolmentError):
                await taken.ask(f"192.0.2.{number % 4}")
        for each in honest:
            assert await taken.fetch(each.secret) is None

    run(tmp_path, act)


def test_settings_say_whether_boxes_can_join() -> None:
    assert settings_of({}).offered is None
    given = {"broker": {"user": "hub"}, "enrolment": {"accounts": "dynamic-security", "port": 9}}
    assert settings_of(given).offered == BrokerAddress(port=9)
    with pytest.raises(HubSettingsError, match=r"broker\.user"):
        settings_of({"enrolment": {"accounts": "dynamic-security"}})
    with pytest.raises(HubSettingsError, match="only 'dynamic-security'"):
        settings_of({"broker": {"user": "hub"}, "enrolment": {"accounts": "file"}})
