"""Who comes into the office, and what is noted of them."""

from pathlib import Path

import pytest

from companion.protocol.http.code_guesses import WRONG
from companion_hub.club.accounts import Role
from tests.hub.club.operator_client import WORD, OperatorClient, run

OTHER = "wrong letters"
SHORT = "short"


def test_the_code_in_the_log_makes_the_first_account_and_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.pages.doors.announce()
        code = caplog.messages[-1].rpartition(" ")[2]
        assert "code of eight digits" in await operator.get("/login")
        page = await operator.post("/first", 403, code="1", name="Ann", password=WORD)
        assert "not the code" in page
        page = await operator.post("/first", 400, code=code, name="Ann", password=SHORT)
        assert "10 to 200" in page
        assert "log in" in await operator.post("/first", code=code, name="Ann", password=WORD)
        page = await operator.post("/first", 400, code=code, name="Eve", password=WORD)
        assert "log in" in page
        assert [each.name for each in await operator.pages.accounts.listed()] == ["Ann"]
        assert "Accounts" in await operator.post(
            "/login", name="Ann", password=WORD, next="/office"
        )
        caplog.clear()
        await operator.pages.doors.announce()
        assert not caplog.messages

    run(tmp_path, act)


def test_what_needs_an_account_leads_to_the_door_and_back(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.pages.accounts.add("Ann", WORD, Role.OPERATOR)
        page = await operator.get("/audit")
        assert 'value="/audit"' in page
        page = await operator.post("/login", name="Ann", password=WORD, next="/audit")
        assert "<h1>Audit log</h1>" in page
        assert "logged in" in page
        await operator.post("/logout")
        assert "log in" in await operator.get("/audit")

    run(tmp_path, act)


@pytest.mark.parametrize("elsewhere", ["//evil.example/", "https://evil.example", "/\\evil", ""])
def test_the_door_leads_nowhere_else(tmp_path: Path, elsewhere: str) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.pages.accounts.add("Ann", WORD, Role.OPERATOR)
        page = await operator.post("/login", name="Ann", password=WORD, next=elsewhere)
        assert "<h1>Tables</h1>" in page

    run(tmp_path, act)


def test_a_role_that_is_not_enough(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.DIRECTOR)
        office = await operator.get("/office")
        assert "Tournaments" in office
        assert "/accounts" not in office
        for path in ("/accounts", "/audit"):
            assert "Your account may not do that" in await operator.get(path, 403)
        await operator.post("/accounts", 403, do="add", name="Eve", password=WORD, role="admin")

    run(tmp_path, act)


def test_a_form_of_a_foreign_page_is_refused(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.ADMIN)
        form = {"do": "add", "name": "Eve", "password": WORD, "role": "admin"}
        foreign = {"Origin": "http://evil.example"}
        page = await operator.send("/accounts", 403, foreign, form)
        assert "comes from another page" in page
        assert len(await operator.pages.accounts.listed()) == 1

    run(tmp_path, act)


def test_whoever_guesses_passwords_is_barred_and_noted(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.pages.accounts.add("Ann", WORD, Role.ADMIN)
        for _ in range(WRONG):
            page = await operator.post("/login", 403, name="Ann", password=OTHER)
            assert "Name or password is wrong" in page
        assert "Too many" in await operator.post("/login", 429, name="Ann", password=WORD)
        deeds = await operator.pages.audit.page()
        assert [(each.action, each.subject) for each in deeds] == [("login_refused", "Ann")] * WRONG
        assert {each.address for each in deeds} == {"127.0.0.1"}

    run(tmp_path, act)


def test_administrators_change_accounts_and_each_change_is_noted(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.ADMIN)
        page = await operator.post(
            "/accounts", do="add", name="Ben", password=WORD, role="director"
        )
        assert "Ben" in page
        await operator.post("/accounts", do="role", name="Ben", role="operator")
        await operator.post("/accounts", do="password", name="Ben", password=WORD + "!")
        await operator.post("/accounts", 400, do="role", name="Ben", role="emperor")
        await operator.post("/accounts", do="remove", name="Ben")
        page = await operator.post("/accounts", 400, do="remove", name="Ann")
        assert "Somebody must be left" in page
        deeds = [(each.account, each.action) for each in await operator.pages.audit.page()]
        assert deeds[:4] == [
            ("Ann", "account_removed"),
            ("Ann", "password_changed"),
            ("Ann", "role_changed"),
            ("Ann", "account_added"),
        ]
        page = await operator.get("/audit?lang=de")
        assert "Konto angelegt" in page
        assert "Rolle: Turnierleitung" in page

    run(tmp_path, act)


def test_everybody_changes_their_own_password(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.DIRECTOR)
        await operator.post("/office/password", 403, old=OTHER, password=WORD + "!")
        await operator.post("/office/password", 400, old=WORD, password=SHORT)
        assert "log in" in await operator.post("/office/password", old=WORD, password=WORD + "!")
        await operator.post("/login", name="Ann", password=WORD + "!")
        await operator.get("/office")

    run(tmp_path, act)


def test_a_proxy_on_this_computer_says_where_a_request_comes_from(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        own = {"Origin": str(operator.client.make_url("/")).rstrip("/")}
        told = {"X-Forwarded-For": "9.9.9.9, 203.0.113.7", "X-Forwarded-Proto": "https", **own}
        await operator.pages.accounts.add("Ann", WORD, Role.ADMIN)
        form = {"name": "Ann", "password": WORD}
        async with operator.client.post(
            "/login", data=form, headers=told, allow_redirects=False
        ) as answer:
            cookie = answer.headers["Set-Cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=Strict", "Secure"))
        assert (await operator.pages.audit.page())[0].address == "203.0.113.7"

    run(tmp_path, act)
