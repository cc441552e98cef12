"""The worked examples of the rules (section 11), carried out by actions."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.engine.game import Action, IllegalAction, Setup, Step
from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.actions import (
    Deal,
    EndPhase,
    Move,
    PlaceCard,
    PutCard,
    TakeCard,
    TurnCard,
)
from companion.games.compass_jewels.area import FILES, RANKS
from companion.games.compass_jewels.cards import border, kind, middle, side
from companion.games.compass_jewels.events import JewelDeclared, JewelRefused
from companion.games.compass_jewels.state import Phase, State
from tests.games.compass_jewels.tables import NAMES, all_of, declare, declaring, play, position
from tests.games.examples import Carry, assert_carried_out, lines_beside, name

LINES = lines_beside(__file__)
Given = Mapping[str, Any]


def begun(given: Given, seat: str) -> State:
    """Return the position of a question, with a seat to move."""
    rows = [row.split() for row in given["layout"]]
    cards = {
        f"{file}{rank}": lying
        for rank, row in zip(sorted(RANKS, reverse=True), rows, strict=True)
        for file, lying in zip(FILES, row, strict=True)
        if lying != "--"
    }
    hands = given.get("hands", {"A": [], "B": []})
    seats = ("A", "B") if seat == "A" else ("B", "A")
    first, second = (tuple(given["checkers"][each]) for each in seats)
    return position(cards, first, second, (hands[seats[0]], hands[seats[1]]))


def moves(state: State) -> list[str]:
    legal = GAME.legal_actions(state, state.current)
    return sorted(f"{each.source}-{each.target}" for each in legal if isinstance(each, Move))


def legal_moves(given: Given) -> object:
    return moves(begun(given, given["player"]))


def options(given: Given) -> object:
    state = begun(given["state"], given["state"]["turn"])
    legal = GAME.legal_actions(state, state.current)
    taking = [action for action in legal if isinstance(action, TakeCard)]
    holes: list[str] = []
    if taking:
        putting = GAME.apply_action(state, taking[0]).state
        puts = GAME.legal_actions(putting, putting.current)
        holes = [each.square for each in puts if isinstance(each, PutCard)]
    return {
        "moves": moves(state),
        "may_end": EndPhase() in legal,
        "may_place": bool(taking),
        "place_on": sorted(holes),
    }


def steps(given: Given) -> tuple[Action, ...]:
    if "move" in given:
        return (Move(*given["move"]),)
    if "end" in given:
        return (EndPhase(),)
    card = given["place"]["card"]
    taken = TakeCard(middle(kind(card)), border(kind(card)))
    return taken, PutCard(given["place"]["square"]), TurnCard(side(card, "N"))


def replay(given: Given) -> object:
    names = ("A", "B") if given["state"]["turn"] == "A" else ("B", "A")
    state = begun(given["state"], given["state"]["turn"])
    for number, entry in enumerate(given["actions"]):
        for action in steps(entry):
            if action not in GAME.legal_actions(state, state.current):
                return {"error_at": number}
            state = GAME.apply_action(state, action).state
    over = state.phase not in (Phase.MOVE, Phase.BLOCKED)
    seats = dict(zip(names, state.players, strict=True))
    return {
        "over": over,
        "turn": None if over else names[state.current],
        "checkers": {each: list(player.checkers) for each, player in sorted(seats.items())},
        "hands": {each: list(player.cards) for each, player in sorted(seats.items())},
        "cards_on_table": sum(lying is not None for lying in state.layout),
        "next_moves": [] if over else moves(state),
    }


def jewel(given: Given) -> object:
    step = declare(declaring(given["cards"]), given["cards"])
    valid = bool(all_of(step, JewelDeclared))
    assert valid is not bool(all_of(step, JewelRefused))
    return {"valid": valid, "points": GAME.returns(step.state)[0]}


def same_card(given: Given) -> object:
    """Tell whether somebody who has only the one card can lay the other."""
    own, other = given["cards"]
    apart = [card for card in ("G/YRBP", "B/RYGP", "P/RYGB") if kind(card) != kind(other)]
    laying = PlaceCard(middle(kind(other)), border(kind(other)), side(other, "N"))
    return laying in GAME.legal_actions(declaring((own, *apart)), 0)


def is_card(given: Given) -> object:
    middle_, borders = given["card"].split("/")
    north = min(borders)
    turned = borders[borders.index(north) :] + borders[: borders.index(north)]
    state = GAME.new_initial_state(Setup(NAMES))
    dealt = Deal(middle_, turned, borders[0])
    return GAME.why_not(state, dealt) is None


def kinds(_given: Given) -> object:
    state = GAME.new_initial_state(Setup(NAMES))
    deals = [action for action, _ in GAME.chance_outcomes(state)]
    found = {(each.middle, each.border) for each in deals if isinstance(each, Deal)}
    copies, first = 0, deals[0]
    while GAME.why_not(state, first) is None:
        state, copies = GAME.apply_action(state, first).state, copies + 1
    return {"count": len(found), "deck": copies * len(found)}


def best(given: Given) -> object:
    return {"points": GAME.returns(declaring(given["cards"], auto_jewels=True))[0]}


def result(given: Given) -> object:
    hands = given["hands"]
    state = declaring(hands["A"], hands["B"])
    for seat, each in enumerate(("A", "B")):
        if state.phase is not Phase.DECLARE or state.current != seat:
            continue
        try:
            step = declared(state, given["jewels"].get(each, ()))
        except IllegalAction:
            return {"error": each}
        if all_of(step, JewelRefused):
            return {"error": each}
        state = play(step.state, "done").state
    winners = GAME.winners(state)
    scores = dict(zip("AB", GAME.returns(state), strict=True))
    return {"scores": scores, "winner": "draw" if len(winners) == 2 else "AB"[winners[0]]}


def declared(state: State, jewels: Sequence[Sequence[str]]) -> Step[State]:
    return declare(state, *jewels)


CARRIES: Mapping[str, Carry] = {
    "legal_moves": legal_moves,
    "options": options,
    "replay": replay,
    "jewel": jewel,
    "same_card": same_card,
    "is_card": is_card,
    "kinds": kinds,
    "best": best,
    "result": result,
}


@pytest.mark.parametrize(
    "line", [pytest.param(line, id=f"{i}-{name(line)}") for i, line in enumerate(LINES)]
)
def test_example_by_actions(line: str) -> None:
    assert_carried_out(CARRIES, line)
