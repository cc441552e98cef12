"""Operators: passwords, roles, logins."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from sqlalchemy import select

from companion_hub.club.accounts import LASTING, AccountError, Accounts, Role
from companion_hub.club.passwords import Cost, is_right, password_record
from companion_hub.club.tables import ACCOUNT, LOGIN
from tests.hub.scene import scene

CHEAP = Cost(16, 1, 1)
WORD = "ten letters"


def run(folder: Path, act: Callable[[Accounts, list[float]], Coroutine[None, None, None]]) -> None:
    async def whole() -> None:
        async with scene(folder) as there:
            time = [1000.0]
            await act(Accounts(there.store, CHEAP, lambda: time[0]), time)

    asyncio.run(whole())


def test_a_password_is_kept_as_a_hash_with_its_own_salt() -> None:
    first, second = password_record(WORD, CHEAP), password_record(WORD, CHEAP)
    assert first != second
    assert WORD not in first
    assert is_right(WORD, first)
    assert is_right(WORD, second)
    assert not is_right(WORD + " ", first)


@pytest.mark.slow
def test_the_usual_cost_is_what_is_advised() -> None:
    """128 · N · r bytes, as often as p says."""
    assert (Cost().n, Cost().r, Cost().p) == (32768, 8, 3)
    assert is_right(
        WORD, password_record(WORD, Cost(p=1))
    )  # the memory of the usual cost is to be had


def test_roles_stand_above_one_another() -> None:
    assert [[role.may(needed) for needed in Role] for role in Role] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


@pytest.mark.slow
def test_whoever_logs_in_is_known_until_the_login_ends(tmp_path: Path) -> None:
    async def act(accounts: Accounts, time: list[float]) -> None:
        await accounts.add("Ann", WORD, Role.OPERATOR)
        assert await accounts.log_in("Ann", "wrong letters") is None
        assert await accounts.log_in("Nobody", WORD) is None
        found = await accounts.log_in(" Ann", WORD)
        assert found is not None
        account, token = found
        assert (account.name, account.role) == ("Ann", Role.OPERATOR)
        assert await accounts.who(token) == account
        assert await accounts.who(token + "x") is None
        time[0] += LASTING
        assert await accounts.who(token) is None

    run(tmp_path, act)


def test_the_database_has_neither_passwords_nor_what_browsers_know(tmp_path: Path) -> None:
    async def act(accounts: Accounts, _time: list[float]) -> None:
        await accounts.add("Ann", WORD, Role.ADMIN)
        _, token = await accounts.log_in("Ann", WORD) or (None, "")
        async with accounts.store.engine.connect() as db:
            rows = [*await db.execute(select(ACCOUNT)), *await db.execute(select(LOGIN))]
        assert len(rows) == 2
        assert WORD not in str(rows)
        assert token not in str(rows)

    run(tmp_path, act)


def test_a_new_password_logs_out_everywhere(tmp_path: Path) -> None:
    async def act(accounts: Accounts, _time: list[float]) -> None:
        await accounts.add("Ann", WORD, Role.ADMIN)
        _, token = await accounts.log_in("Ann", WORD) or (None, "")
        await accounts.change_password("Ann", WORD + "!")
        assert await accounts.who(token) is None
        assert await accounts.log_in("Ann", WORD) is None
        assert await accounts.log_in("Ann", WORD + "!")

    run(tmp_path, act)


def test_logging_out_ends_this_login_only(tmp_path: Path) -> None:
    async def act(accounts: Accounts, _time: list[float]) -> None:
        await accounts.add("Ann", WORD, Role.ADMIN)
        _, here = await accounts.log_in("Ann", WORD) or (None, "")
        _, there = await accounts.log_in("Ann", WORD) or (None, "")
        await accounts.log_out(here)
        assert await accounts.who(here) is None
        assert await accounts.who(there)

    run(tmp_path, act)


def test_somebody_is_left_who_may_change_accounts(tmp_path: Path) -> None:
    async def act(accounts: Accounts, _time: list[float]) -> None:
        await accounts.add_first("Ann", WORD)
        await accounts.add("Ben", WORD, Role.DIRECTOR)
        with pytest.raises(AccountError, match="last_admin"):
            await accounts.change_role("Ann", Role.OPERATOR)
        with pytest.raises(AccountError, match="last_admin"):
            await accounts.remove("Ann")
        assert [each.role for each in await accounts.listed()] == [Role.ADMIN, Role.DIRECTOR]
        await accounts.change_role("Ben", Role.ADMIN)
        await accounts.remove("Ann")
        assert [each.name for each in await accounts.listed()] == ["Ben"]

    run(tmp_path, act)


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [
        ("ann", WORD, "name_taken"),
        ("", WORD, "bad_name"),
        ("<b>", WORD, "bad_name"),
        ("x" * 41, WORD, "bad_name"),
        ("Ben", "ninechars", "password_length"),
        ("Ben", "x" * 201, "password_length"),
    ],
)
def test_accounts_that_are_not_made(tmp_path: Path, name: str, password: str, why: str) -> None:
    async def act(accounts: Accounts, _time: list[float]) -> None:
        await accounts.add("Ann", WORD, Role.ADMIN)
        with pytest.raises(AccountError, match=why):
            await accounts.add(name, password, Role.DIRECTOR)
        with pytest.raises(AccountError, match="not_the_first"):
            await accounts.add_first("Ben", WORD)
        with pytest.raises(AccountError, match="no_account"):
            await accounts.change_password("Ben", WORD)
        await accounts.forget_all()
        assert not await accounts.any()

    run(tmp_path, act)
