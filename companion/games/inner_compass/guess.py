"""What a robot takes the table to be, given what its seat sees (IC-R29)."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from companion.engine.rules import Rules
from companion.games.inner_compass.board import COLOURS
from companion.games.inner_compass.observation import EP
from companion.games.inner_compass.state import Cards, State, cards


def guess(
    game: Rules[State], first: State, observation: Mapping[str, Any], player: int, source: Random
) -> State:
    """Return a state with any cards in others' hands and in the draw pile.

    Cards that the box does not see stay unseen; they count as part of the pile (``State.pool``).

    The robot takes others to have as many EP as itself: it sees none, and has no better reason.
    """
    own = observation["players"][player]
    rest = {key: value for key, value in observation.items() if key != "variant"}
    if not first.follows_cards:
        players = [_known(seen, own) for seen in observation["players"]]
        return game.with_fields(first, {**rest, "players": players})
    unseen = _unseen(first, observation, own)
    source.shuffle(unseen)
    players = []
    for seat, seen in enumerate(observation["players"]):
        size = 0 if seat == player else seen["hand_size"]
        unknown = size if first.variant.unknown_cards else 0
        hand, unseen = unseen[: size - unknown], unseen[size - unknown :]
        players.append({"hand": cards("".join(hand)), "unknown": unknown, **_known(seen, own)})
    pool = cards("".join(unseen))
    return game.with_fields(first, {**rest, "players": players, "pool": pool})


def _known(seen: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what is seen of a player, with the robot's own EP for those that are secret."""
    known = {**{key: own[key] for key in EP}, **seen}
    return {key: value for key, value in known.items() if key != "hand_size"}


def _unseen(first: State, observation: Mapping[str, Any], own: Mapping[str, Any]) -> list[str]:
    """Return all cards that neither lie open nor are known to be in the robot's hand."""
    seen: Counter[str] = Counter(card for card in observation["display"] if card is not None)
    for counts in (observation["discard"], own["hand"]):
        seen.update(dict(zip(COLOURS, counts, strict=True)))
    deck: Cards = first.variant.deck
    left = Counter(dict(zip(COLOURS, deck, strict=True))) - seen
    return list(left.elements())
