"""Questions about cards and jewels."""

from collections import Counter

from companion.engine.game import Struct
from companion.engine.questions import Fields
from companion.games.compass_jewels import jewels, scoring
from companion.games.compass_jewels.ask import terms
from companion.games.compass_jewels.ask.position import CONFIG
from companion.games.compass_jewels.best import best
from companion.games.compass_jewels.cards import DECK, KINDS, is_card, kind
from companion.games.compass_jewels.state import Phase, Player, State


def kinds(_fields: Fields) -> Struct:
    """Answer how many kinds of card there are, and how many cards (CJ-COMP-3)."""
    return {"count": len(KINDS), "deck": DECK, "kinds": list(KINDS)}


def same_card(fields: Fields) -> bool:
    """Answer whether two cards are of one kind (CJ-COMP-4)."""
    first, second = terms.cards(fields, count=2)
    return kind(first) == kind(second)


def card(fields: Fields) -> bool:
    """Answer whether something is a card of the game (CJ-COMP-2)."""
    return is_card(fields.text("card"))


def jewel(fields: Fields) -> Struct:
    """Answer whether four cards, NW, NE, SW, SE, are a jewel as they lie (CJ-JEWEL-2)."""
    return _judged(fields, "cards")


def _judged(fields: Fields, name: str) -> Struct:
    north_west, north_east, south_west, south_east = terms.cards(fields, name, jewels.SIZE)
    lying = (north_west, north_east, south_west, south_east)
    valid = jewels.is_jewel(lying)
    distinct = jewels.colours(lying) if valid else None
    return {"valid": valid, "distinct": distinct, "points": jewels.points(lying)}


def best_total(fields: Fields) -> Struct:
    """Answer the most points that cards can make, and the jewels that make them (CJ-R9)."""
    solution = best(terms.cards(fields))
    return {
        "points": solution.points,
        "exact": solution.exact,
        "jewels": list(map(list, solution.jewels)),
    }


def result(fields: Fields) -> Struct:
    """Answer who has won with the declared jewels, each given as it lies (CJ-END-1).

    An error names the first player with an invalid claim: a card that is not in the collection
    or has been used already (CJ-JEWEL-4), or edges that do not match (CJ-JEWEL-2).
    """
    hands = terms.hands(fields)
    declared = fields.fields("jewels", {})
    claims = tuple(_claims(declared, name) for name in terms.PLAYERS)
    for name, hand, claim in zip(terms.PLAYERS, hands, claims, strict=True):
        used = Counter(kind(card) for four in claim for card in four)
        if used - Counter(map(kind, hand)) or not all(map(jewels.is_jewel, claim)):
            return {"error": name}
    players = tuple(
        Player(cards=tuple(map(kind, hand)), jewels=claim)
        for hand, claim in zip(hands, claims, strict=True)
    )
    state = State(CONFIG, players, Phase.OVER)
    winners = scoring.winners(state)
    winner = terms.PLAYERS[winners[0]] if len(winners) == 1 else "draw"
    return {"scores": terms.by_player(scoring.returns(state)), "winner": winner}


def _claims(declared: Fields, name: str) -> tuple[jewels.Jewel, ...]:
    """Return the jewels of a player: lists of four cards as they lie, NW, NE, SW, SE."""
    claims = []
    for i, four in enumerate(declared.items(name, ())):
        numbered = Fields({"jewel": four}, f"{declared.path}.{name}[{i}]")
        north_west, north_east, south_west, south_east = terms.cards(numbered, "jewel", jewels.SIZE)
        claims.append((north_west, north_east, south_west, south_east))
    return tuple(claims)
