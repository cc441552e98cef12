"""What people decide, in a real PostgreSQL: accounts, groups, a tournament."""

import asyncio

import pytest

from companion_hub.club.accounts import AccountError, Accounts, Role
from companion_hub.club.audit import Audit
from companion_hub.club.groups import Groups, GroupSettings
from companion_hub.club.tables import METADATA
from companion_hub.club.tournament import PairingSystem, Tournament, TournamentError
from companion_hub.club.tournaments import Tournaments
from companion_hub.message_parsing import BoxId
from companion_hub.migrate import differences, migrate
from companion_hub.store import Store, open_store
from labs.fleet.servers import postgres
from tests.hub.club.operator_client import CHEAP, WORD


def test_the_club_in_postgresql() -> None:
    with postgres() as database:
        asyncio.run(everything(database.url))


async def everything(url: str) -> None:
    store = open_store(url)
    await migrate(store.engine)
    async with store.engine.connect() as db:
        assert await db.run_sync(differences, METADATA) == []
    await accounts(store)
    await groups(store)
    await tournament(store)
    await store.close()


async def accounts(store: Store) -> None:
    kept = Accounts(store, CHEAP)
    await kept.add_first("Ann", WORD)
    await kept.add("Ben", WORD, Role.DIRECTOR)
    with pytest.raises(AccountError, match="name_taken"):
        await kept.add("ben", WORD, Role.DIRECTOR)
    account, token = await kept.log_in("Ben", WORD) or (None, "")
    assert await kept.who(token) == account
    with pytest.raises(AccountError, match="last_admin"):
        await kept.remove("Ann")
    await kept.remove("Ben")
    assert await kept.who(token) is None
    log = Audit(store)
    for subject in ("one", "two"):
        await log.note("Ann", "127.0.0.1", "account_added", subject, role="admin")
    assert [(each.subject, each.detail) for each in await log.page()] == [
        ("two", {"role": "admin"}),
        ("one", {"role": "admin"}),
    ]


async def groups(store: Store) -> None:
    kept = Groups(store)
    await kept.add("Back room")
    await kept.want("Back room", GroupSettings({"sound": "off"}, "2.0"))
    await kept.put(BoxId("club", "b1"), "Back room")
    assert await kept.all() == {"Back room": GroupSettings({"sound": "off"}, "2.0")}
    assert await kept.members() == {BoxId("club", "b1"): "Back room"}
    await kept.remove("Back room")
    assert await kept.members() == {}


async def tournament(store: Store) -> None:
    kept = Tournaments(store)
    number = await kept.make(Tournament(0, "Cup", "essence", PairingSystem.SWISS, 2, 2, 3))
    await kept.enter(number, ("Ann", "Ben", "Cleo", "Dan"))
    # Two directors press the button at once: there is one round.
    both = await asyncio.gather(kept.pair(number), kept.pair(number), return_exceptions=True)
    assert sorted(map(str, both)) == ["1", "results_missing"]
    await kept.decide(number, (1, 1), (1, 2))
    await kept.decide(number, (1, 2), (1, 1))
    await kept.end(number, over=True)
    with pytest.raises(TournamentError, match="tournament_over"):
        await kept.pair(number)
    found = await kept.get(number)
    assert found is not None
    assert [str(row.score) for row in found.standings()] == ["1", "1/2", "1/2", "0"]
