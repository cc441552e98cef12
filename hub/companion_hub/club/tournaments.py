"""Stores tournaments and their results from boxes."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from companion_hub.club.tables import ENTRANT, PAIRING, TOURNAMENT
from companion_hub.club.tournament import (
    LARGEST,
    Entrant,
    Pairing,
    PairingSystem,
    Tournament,
    TournamentError,
    places_of,
    same,
)
from companion_hub.queries import StoredGame, games_among
from companion_hub.removal_checks import hidden_names, mask_names
from companion_hub.store import Store

_SLACK: Final = 60.0
"""Seconds by which the clock of a box may be behind that of the hub."""
_LONGEST: Final = 60
"""Characters of a name."""


@dataclass(slots=True)
class Tournaments:
    """All tournaments of a hub."""

    store: Store
    now: Callable[[], float] = time.time

    async def listed(self) -> list[Tournament]:
        """Return all tournaments, the newest first, without entrants and pairings."""
        wanted = select(TOURNAMENT).order_by(TOURNAMENT.c.id.desc())
        async with self.store.engine.connect() as db:
            return [_tournament(row) for row in await db.execute(wanted)]

    async def get(self, number: int) -> Tournament | None:
        """Return a tournament, with the results received from boxes."""
        async with self.store.engine.connect() as db:
            found, hidden = await _read(db, number), await hidden_names(db)
        if found is not None and found.awaited and await self._take_results(found):
            async with self.store.engine.connect() as db:
                found = await _read(db, number)
        if found is None or not hidden:
            return found
        shown = [replace(each, name=mask_names([each.name], hidden)[0]) for each in found.entrants]
        return replace(found, entrants=tuple(shown))

    async def make(self, wanted: Tournament) -> int:
        """Store a new tournament, and return its number. Raises ``TournamentError``."""
        _check(wanted)
        values = {
            "name": wanted.name,
            "game": wanted.game,
            "kind": wanted.kind,
            "size": wanted.size,
            "smallest": wanted.smallest,
            "rounds": wanted.rounds,
            "groups": wanted.groups,
            "over": False,
            "made": self.now(),
            "rooms": [],
        }
        async with self.store.writing() as db:
            made = await db.execute(insert(TOURNAMENT).values(values).returning(TOURNAMENT.c.id))
            return int(made.scalar_one())

    async def enter(self, number: int, names: Iterable[str]) -> list[str]:
        """Add participants, also late ones; return the new ones. Raises ``TournamentError``.

        A participant who has left and returns continues.
        """
        async with self.store.writing() as db:
            tournament = await _there(db, number)
            entered = {" ".join(each.name.split()).casefold() for each in tournament.entrants}
            new: list[str] = []
            for name in (" ".join(each.split()) for each in names):
                if len(name) > _LONGEST:
                    raise TournamentError("long_name")
                if name and name.casefold() not in entered:
                    entered.add(name.casefold())
                    new.append(name)
            first = len(tournament.entrants) + 1
            if first + len(new) - 1 > LARGEST:
                raise TournamentError("too_many_entrants")
            if tournament.kind is PairingSystem.GROUPS and tournament.round and new:
                raise TournamentError("groups_are_dealt")
            for at, name in enumerate(new):
                values = {"tournament": number, "number": first + at, "name": name, "active": True}
                await db.execute(insert(ENTRANT).values(values))
            return new

    async def set_active(self, number: int, entrant: int, *, active: bool) -> None:
        """Record that a participant leaves or returns."""
        columns = ENTRANT.c
        this = (columns.tournament == number) & (columns.number == entrant)
        async with self.store.writing() as db:
            await db.execute(update(ENTRANT).where(this).values(active=active))

    async def set_rooms(self, number: int, rooms: Sequence[tuple[str, str]]) -> None:
        """Set the boxes of a tournament, from the next round on."""
        await self._change(number, rooms=[list(room) for room in rooms])

    async def end(self, number: int, *, over: bool) -> None:
        """End a tournament, or resume it."""
        await self._change(number, over=over)

    async def pair(self, number: int) -> int:
        """Pair the next round, and return its number. Raises ``TournamentError``."""
        async with self.store.writing() as db:
            tournament = await _there(db, number)
            new = tournament.next_round(self.now())
            for each in new:
                await db.execute(insert(PAIRING).values({"tournament": number, **_row(each)}))
            return new[0].round

    async def unpair(self, number: int) -> int:
        """Delete the last round, if it has no result. Raises ``TournamentError``."""
        async with self.store.writing() as db:
            tournament = await _there(db, number)
            last = tournament.round
            rounds = [each for each in tournament.pairings if each.round == last]
            if not rounds or any(each.places for each in rounds):
                raise TournamentError("round_has_results")
            columns = PAIRING.c
            this = (columns.tournament == number) & (columns.round == last)
            await db.execute(PAIRING.delete().where(this))
            return last

    async def decide(self, number: int, at: tuple[int, int], places: Sequence[int]) -> None:
        """Enter a result by hand, for a table of a round in seating order.

        Without ranks the result is deleted, and that of a game counts again. Raises
        ``TournamentError``.
        """
        async with self.store.writing() as db:
            tournament = await _there(db, number)
            pairing = next(
                (each for each in tournament.pairings if (each.round, each.table) == at), None
            )
            if pairing is None or pairing.is_bye or pairing.round != tournament.round:
                raise TournamentError("no_table")
            given = places_of(places) if places else ()
            if given and len(given) != len(pairing.players):
                raise TournamentError("bad_places")
            await _put(db, number, pairing, given, ("", 0))

    async def _change(self, number: int, **values: object) -> None:
        async with self.store.writing() as db:
            this = update(TOURNAMENT).where(TOURNAMENT.c.id == number)
            if not (await db.execute(this.values(**values))).rowcount:
                raise TournamentError("no_tournament")

    async def _take_results(self, tournament: Tournament) -> bool:
        """Store the results of games since a round began; return whether there are any."""
        used_games = {(each.journal, each.play) for each in tournament.pairings if each.journal}
        matched = []
        for pairing in tournament.awaited:
            names = [tournament.name_of(number) for number in pairing.players]
            since = pairing.began - _SLACK
            found = await games_among(self.store, tournament.game, names, since)
            new_games = [each for each in found if (each.journal, each.play) not in used_games]
            for played, places in _matching(tournament, pairing, new_games):
                matched.append((pairing, played, places))
        if not matched:
            return False
        async with self.store.writing() as db:
            for pairing, played, places in matched:
                await _put(db, tournament.id, pairing, places, (played.journal, played.play))
        return True


def _matching(
    tournament: Tournament, pairing: Pairing, games: Iterable[StoredGame]
) -> list[tuple[StoredGame, tuple[int, ...]]]:
    """Return the first game between the players of a table, ``None`` without one."""
    for played in games:
        if len(played.ranking.places) != len(pairing.players):
            continue
        places = _places(tournament, pairing, played)
        if places:
            return [(played, places)]
    return []


def _places(tournament: Tournament, pairing: Pairing, played: StoredGame) -> tuple[int, ...]:
    """Return the ranks of a table's players in any seating order; empty for other players.

    A player who has left the game is last: in a tournament all players have a rank.
    """
    found: list[int] = []
    places = played.ranking.places
    last = 1 + sum(place > 0 for place in places)
    seats = [*range(len(played.players))]
    for number in pairing.players:
        name = tournament.name_of(number)
        seat = next((each for each in seats if same(played.players[each], name)), None)
        if seat is None:
            return ()
        seats.remove(seat)
        found.append(places[seat] or last)
    return tuple(found)


async def _put(
    db: AsyncConnection,
    number: int,
    pairing: Pairing,
    places: Sequence[int],
    game: tuple[str, int],
) -> None:
    columns = PAIRING.c
    this = (columns.tournament == number) & (columns.round == pairing.round)
    values = {"places": list(places), "journal": game[0], "play": game[1]}
    await db.execute(update(PAIRING).where(this & (columns.table == pairing.table)).values(values))


async def _read(db: AsyncConnection, number: int) -> Tournament | None:
    wanted = select(TOURNAMENT).where(TOURNAMENT.c.id == number)
    row = (await db.execute(wanted)).one_or_none()
    if row is None:
        return None
    entrants = select(ENTRANT).where(ENTRANT.c.tournament == number).order_by(ENTRANT.c.number)
    pairings = select(PAIRING).where(PAIRING.c.tournament == number)
    ordered = pairings.order_by(PAIRING.c.round, PAIRING.c.table)
    return _tournament(
        row,
        tuple(
            Entrant(each.number, each.name, bool(each.active))
            for each in await db.execute(entrants)
        ),
        tuple(_pairing(each) for each in await db.execute(ordered)),
    )


async def _there(db: AsyncConnection, number: int) -> Tournament:
    """Return a tournament, locked against changes. Raises ``TournamentError``."""
    await db.execute(select(TOURNAMENT.c.id).where(TOURNAMENT.c.id == number).with_for_update())
    found = await _read(db, number)
    if found is None:
        raise TournamentError("no_tournament")
    if found.over:
        raise TournamentError("tournament_over")
    return found


def _tournament(
    row: Any,  # noqa: ANN401 - a row
    entrants: tuple[Entrant, ...] = (),
    pairings: tuple[Pairing, ...] = (),
) -> Tournament:
    values = row._asdict()
    rooms = tuple((site, box) for site, box in values["rooms"])
    changed = {"kind": PairingSystem(values["kind"]), "over": bool(values["over"]), "rooms": rooms}
    return Tournament(**{**values, **changed}, entrants=entrants, pairings=pairings)


def _pairing(row: Any) -> Pairing:  # noqa: ANN401 - a row
    values = row._asdict()
    del values["tournament"]
    players, places = tuple(values["players"]), tuple(values["places"])
    return Pairing(**{**values, "players": players, "places": places})


def _row(pairing: Pairing) -> dict[str, object]:
    return {
        "round": pairing.round,
        "table": pairing.table,
        "players": list(pairing.players),
        "site": pairing.site,
        "box": pairing.box,
        "began": pairing.began,
        "places": list(pairing.places),
        "journal": pairing.journal,
        "play": pairing.play,
    }


def _check(wanted: Tournament) -> None:
    """Check whether a tournament is possible. Raises ``TournamentError``."""
    if not 0 < len(wanted.name) <= _LONGEST:
        raise TournamentError("bad_tournament_name")
    if not (2 <= wanted.smallest <= wanted.size <= 8):  # noqa: PLR2004 - people at a table
        raise TournamentError("bad_sizes")
    if not 1 <= wanted.rounds <= 30 or not 1 <= wanted.groups <= 16:  # noqa: PLR2004 - an evening
        raise TournamentError("bad_rounds")
