"""Questions about cards and jewels."""

from collections import Counter

from companion.engine.game import Struct
from companion.games.compass_jewels import best as search
from companion.games.compass_jewels import cards as known
from companion.games.compass_jewels import scoring
from companion.games.compass_jewels.ask import terms
from companion.games.compass_jewels.ask.position import CONFIG
from companion.games.compass_jewels.cards import DECK, KINDS, kind
from companion.games.compass_jewels.jewels import colours, is_jewel, points
from companion.games.compass_jewels.state import Phase, Player, State
from companion.schema.bounds import Line


def kinds() -> Struct:
    """Answer how many kinds of card there are, and how many cards (CJ-COMP-3)."""
    return {"count": len(KINDS), "deck": DECK, "kinds": list(KINDS)}


def same_card(cards: tuple[terms.Card, terms.Card]) -> bool:
    """Answer whether two cards are of one kind (CJ-COMP-4)."""
    first, second = cards
    return kind(first) == kind(second)


def is_card(card: Line) -> bool:
    """Answer whether something is a card of the game (CJ-COMP-2)."""
    return known.is_card(card)


def jewel(cards: terms.Four) -> Struct:
    """Answer whether four cards, NW, NE, SW, SE, form a jewel as oriented (CJ-JEWEL-2)."""
    valid = is_jewel(cards)
    distinct = colours(cards) if valid else None
    return {"valid": valid, "distinct": distinct, "points": points(cards)}


def best(cards: terms.Cards) -> Struct:
    """Answer the most points that cards can make, and the jewels that make them (CJ-R9)."""
    solution = search.best(cards)
    return {
        "points": solution.points,
        "exact": solution.exact,
        "jewels": list(map(list, solution.jewels)),
    }


def result(hands: terms.Hands = terms.NO_CARDS, jewels: terms.Jewels = terms.NO_JEWELS) -> Struct:
    """Answer who has won with the declared jewels, each given as it lies (CJ-END-1).

    An error names the first player with an invalid claim: a card that is not in the collection
    or has been used already (CJ-JEWEL-4), or edges that do not match (CJ-JEWEL-2).
    """
    players = []
    for name in terms.PLAYERS:
        held, claim = map(kind, getattr(hands, name)), getattr(jewels, name)
        players.append(Player(cards=tuple(held), jewels=claim))
        used = Counter(kind(card) for four in claim for card in four)
        if used - Counter(players[-1].cards) or not all(map(is_jewel, claim)):
            return {"error": name}
    state = State(CONFIG, tuple(players), Phase.OVER)
    winners = scoring.winners(state)
    winner = terms.PLAYERS[winners[0]] if len(winners) == 1 else "draw"
    return {"scores": terms.by_player(scoring.returns(state)), "winner": winner}
