"""What a robot takes the table to be, given what its seat sees."""

from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.engine.rules import Rules
from companion.games.essence.questions import PHRASE_DECKS
from companion.games.essence.state import UNKNOWN, UNREAD, Player, State


def guess(
    game: Rules[State], first: State, observation: Mapping[str, Any], _player: int, source: Random
) -> State:
    """Return a state with any votes (ES-R8) and any used phrase cards that could be there."""
    question = observation["question"]
    lying = {*observation["shown"], *observation["covered"]}
    used = [
        _used(first, deck, count, lying, source)
        for deck, count in zip(PHRASE_DECKS, observation["phrases_used"], strict=True)
    ]
    seen = {key: value for key, value in observation.items() if key != "players"}
    state = game.with_fields(first, {**seen, "card": question and question["id"], "used": used})
    players = _players(observation["players"], observation["votable"], source)
    return replace(state, players=tuple(players))


def _players(
    seats: Iterable[Mapping[str, Any]], votable: Collection[int], source: Random
) -> Iterable[Player]:
    for seen in seats:
        vote = seen.get("vote")
        if seen["unread"]:
            vote = UNREAD
        elif seen["laid"] and vote is None:
            vote = source.choice(list(votable))
        yield Player(
            corrected=seen["field"],
            coins=seen["coins"],
            vote=vote,
            gain=seen["gain"],
            away=seen["away"],
        )


def _used(
    first: State, name: str, count: int, lying: Collection[str], source: Random
) -> tuple[str, ...]:
    if not first.variant.shown_phrases:
        return (UNKNOWN,) * count
    cards = (f"{name}-{number}" for number in range(1, first.variant.deck(name).size + 1))
    return tuple(source.sample([card for card in cards if card not in lying], count))
