"""Determinization for robots: a full state that matches a seat's observation."""

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
    observed = {key: value for key, value in observation.items() if key != "players"}
    state = game.with_fields(first, {**observed, "card": question and question["id"], "used": used})
    players = _players(observation["players"], observation["votable"], source)
    return replace(state, players=tuple(players))


def _players(
    seats: Iterable[Mapping[str, Any]], votable: Collection[int], source: Random
) -> Iterable[Player]:
    for observed in seats:
        vote = observed.get("vote")
        if observed["unread"]:
            vote = UNREAD
        elif observed["laid"] and vote is None:
            vote = source.choice(list(votable))
        yield Player(
            corrected=observed["field"],
            coins=observed["coins"],
            vote=vote,
            gain=observed["gain"],
            away=observed["away"],
        )


def _used(
    first: State, name: str, count: int, lying: Collection[str], source: Random
) -> tuple[str, ...]:
    if not first.variant.shown_phrases:
        return (UNKNOWN,) * count
    cards = (f"{name}-{number}" for number in range(1, first.variant.deck(name).size + 1))
    return tuple(source.sample([card for card in cards if card not in lying], count))
