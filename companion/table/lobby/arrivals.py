"""Seats of those who have come by phone: who is here plays, until the game begins."""

from msgspec.structs import replace

from companion.engine.text import text
from companion.table.lobby import colours
from companion.table.lobby.lobby import Lobby, can_gather, on_usual
from companion.table.lobby.start import GameStart, start
from companion.table.state import ArrivalsInput, Notice, PlayersInput, with_console


def seat_players(lobby: Lobby, people: PlayersInput) -> Lobby | GameStart:
    """Seat these players in this order, instead of asking for number, names and colours."""
    names = ((f"name.{seat}", name) for seat, name in enumerate(people.players))
    given = (
        *_game(lobby),
        ("players", len(people.players)),
        *names,
        *colours.colour_answers(lobby.game, people),
    )
    seated = replace(
        lobby,
        given=given,
        gathered=people.players,
        asks_language=False,
        dialling=None,
        chosen=replace(lobby.chosen, open=""),
        deviations=replace(lobby.deviations, open=""),
    )
    return start(seated) if seated.question is None else on_usual(seated)


def follow_arrivals(lobby: Lobby, arrivals: ArrivalsInput) -> Lobby:
    """Return the lobby with those who are here now; those who have gathered are seated anew.

    Where they are too few or too many for the game, it asks who plays, and says why.
    """
    after = replace(lobby, arrived=arrivals.players)
    if not _is_gathered(lobby):
        return after if after.question == lobby.question else on_usual(after)
    wishes = dict(zip(arrivals.players, arrivals.colours, strict=False))
    seated = tuple(
        name for name in arrivals.players if name in lobby.gathered or name not in lobby.arrived
    )
    if seated == lobby.gathered:
        return after
    again = PlayersInput(seated, tuple(wishes.get(name, "") for name in seated))
    followed = seat_players(after, again) if can_gather(lobby, len(seated)) else None
    if isinstance(followed, Lobby):
        return followed
    asking = replace(after, given=tuple(_game(lobby)), gathered=())
    return with_console(on_usual(asking), cover=Notice(text("lobby.who_now")))


def _is_gathered(lobby: Lobby) -> bool:
    """Return whether the names are those of the people who have gathered."""
    given = dict(lobby.given)
    keys = (f"name.{seat}" for seat in range(len(lobby.gathered)))
    is_same = given.get("players") == len(lobby.gathered)
    return is_same and tuple(given.get(key) for key in keys) == lobby.gathered


def _game(lobby: Lobby) -> tuple[tuple[str, object], ...]:
    return tuple(pair for pair in lobby.given if pair[0] == "game")
