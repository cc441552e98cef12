"""The worked examples of the rules (section 11), carried out by actions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from companion.engine.game import CHANCE, Action, Setup, Step
from companion.engine.records import replace
from companion.engine.shared_actions import ChooseStart
from companion.games.inner_compass import GAME
from companion.games.inner_compass.actions import (
    Deal,
    Discard,
    EndTurn,
    Feel,
    FreeMove,
    Imprint,
    Move,
    PlacePiece,
    PlaceSection,
    PlaceToken,
    PlaceValue,
    Shift,
    Stay,
)
from companion.games.inner_compass.ask import position, terms
from companion.games.inner_compass.board import COLOURS, SLOTS, board
from companion.games.inner_compass.events import EndTriggered, EPGained, LineCleared, ValueDue
from companion.games.inner_compass.qualities import quality
from companion.games.inner_compass.state import Phase, State, cards, letters
from tests.games.examples import Carry, assert_carried_out, lines_beside, name
from tests.games.inner_compass.tables import all_of, base, below_full

LINES = lines_beside(__file__)
Given = Mapping[str, Any]
BASE = {"Y": 1, "B": 2, "K": 2, "W": 3, "R": 3}
"""What memories cost without discount and others' cubes (IC-COST-1)."""
M = terms.REFERENCE
RICH = "Y" * 3 + "B" * 4 + "K" * 4 + "W" * 5 + "R" * 5
TILES = ("joy", "solidarity", "solitude", "variety", "equilibrium")


def legal(state: State) -> tuple[Action, ...]:
    return GAME.legal_actions(state, GAME.current_player(state))


def take(state: State, action: Action) -> Step[State]:
    """Take an action that is legal."""
    assert action in legal(state), action
    step: Step[State] = GAME.apply_action(state, action)
    return step


def until(state: State, *phases: Phase) -> State:
    """Let CHANCE take its first choice until one of these phases."""
    while state.phase not in phases:
        state = GAME.apply_action(state, legal(state)[0]).state
    return state


def new(seats: int, level: str = "full") -> State:
    state: State = GAME.new_initial_state(Setup(tuple("ABCD"[:seats]), level))
    return state


def on_reference(state: State) -> State:
    """Lay the reference board."""
    for slot, section in zip(SLOTS, "ABCD", strict=True):
        state = take(state, PlaceSection(slot, section, 0)).state
    return state


def track_setup(given: Given) -> object:
    state = until(new(2), Phase.TRACK)
    for token in given["order"]:
        if PlaceToken(token) not in legal(state):
            return {"ok": False}
        state = take(state, PlaceToken(token)).state
    return {"ok": True}


def deal(given: Given) -> object:
    names = given["players"]
    state = take(until(on_reference(new(len(names))), Phase.START), ChooseStart(0)).state
    dealt = until(state, Phase.PIECES)
    order = []
    state = dealt
    while state.phase is Phase.PIECES:
        order.append(names[GAME.current_player(state)])
        state = take(state, legal(state)[0]).state
    sizes = (player.hand_size for player in dealt.players)
    return {"cards": dict(zip(names, sizes, strict=True)), "placement": order}


def assembled(given: Given) -> object:
    state = new(2)
    for slot in SLOTS:
        section, turns = given["slots"][slot]
        state = take(state, PlaceSection(slot, section, turns)).state
    return {"board": list(state.board or ())}


def placement(given: Given) -> object:
    state = take(until(on_reference(new(2)), Phase.START), ChooseStart(0)).state
    (taken,) = given["taken"]
    state = take(until(state, Phase.PIECES), PlacePiece(taken)).state
    return {"ok": PlacePiece(given["cell"]) in legal(state)}


def group(given: Given) -> object:
    state = base(pieces={"p1": given["cell"], "p2": "f5"})
    free = {action.space for action in legal(state) if isinstance(action, FreeMove)}
    return {"cells": sorted({given["cell"], *free})}


def track(given: Given) -> object:
    state = below_full("track", track=given["order"], track_values=given["values"])
    ep = []
    for emotion in given["imprints"]:
        memory = Imprint(emotion, None, None, None)
        if memory not in legal(state):
            return {"legal": False}
        step = take(replace(state, current=0, phase=Phase.MEMORY), memory)
        ep += [event.points for event in all_of(step, EPGained) if event.source == "track"]
        state = replace(step.state, phase=Phase.MEMORY)
    return {"ep": ep, "order": list(state.track)}


def price(given: Given, color: str, *, others: bool) -> int:
    """Return how many cards a memory takes that is made one step away from its space."""
    target = next(space for space in M.spaces if M.colour[space] == color)
    way, start = next(
        (way, start)
        for start in M.spaces
        for way, reached in M.neighbours[start].items()
        if reached == target
    )
    options = {key: given[key] for key in ("discount", "floor") if key in given}
    state = base(
        track=given["order"],
        pieces={"p1": start, "p2": "f5"},
        hands={"p1": RICH, "p2": ""},
        cubes={"p1": [], "p2": [target] if others else []},
        removed={"p1": [], "p2": ["r1c4"] if others else []},
        options=options,
    )
    after = take(state, Move(way)).state
    (paid,) = {len(each.pay or "") for each in legal(after) if isinstance(each, Imprint)}
    return paid


def discounted(given: Given) -> object:
    """Return the emotions that cost a card less where others have a cube, too."""
    cheap = [c for c in COLOURS if price(given, c, others=True) < BASE[c] + 1]
    return {"colors": sorted(cheap)}


def cost(given: Given) -> object:
    return {"cost": price(given, given["color"], others=given["others"])}


def ended(given: Given, names: Sequence[str], **changes: object) -> State:
    """Return the end of a game in which the first player has the last turn."""
    hands = given.get("hand", {})
    changes = {
        "board": list(M.rows) if given["board"] == "M" else given["board"],
        "players": list(names),
        "pieces": dict(zip(names, ("c3", "f5", "a6", "f1"), strict=False)),
        "cubes": given["cubes"],
        "removed": {},
        "hands": {each: "W" * hands.get(each, 0) for each in names},
        "compass": given.get("compass"),
        "remaining": [names[0]],
        **changes,
    }
    state = base(**changes)
    way = next(each for each in legal(state) if isinstance(each, Move))
    state = take(take(state, way).state, EndTurn()).state
    while GAME.current_player(state) == CHANCE:
        state = take(state, legal(state)[0]).state
    assert GAME.is_terminal(state)
    return state


def tile(given: Given) -> object:
    """Put the player's token beside the tile, and end the game."""
    wanted, player = given["tile"], given["player"]
    others = [each for each in TILES if each != wanted]
    names = list(given["cubes"])
    state = ended(given, names, tiles=[wanted, *others[:4]], values=[[player, wanted]], ep={})
    rule = quality(wanted).rule
    lines = (line for line in GAME.score_breakdown(state) if line.rule == rule)
    return {"ep": sum(line.points for line in lines)}


def final(given: Given) -> object:
    names = given["players"]
    state = ended(given, names, values=given["values"], ep=given["ep"])
    totals = dict(zip(names, GAME.returns(state), strict=True))
    return {"totals": totals, "winners": [names[seat] for seat in GAME.winners(state)]}


def taken(removed: Sequence[str], **changes: object) -> State:
    """Return a state of level scoring with squares without a cube; the cubes lie somewhere."""
    spaces = [space for space in M.spaces if space not in ("c2", "d4", "f1", "d2", "d1", "e1")]
    cubes = {"p1": spaces[: len(removed)], "p2": []}
    changes = {"removed": {"p1": list(removed), "p2": []}, "cubes": cubes, "ep": {}, **changes}
    return below_full("scoring", **changes)


def squares(given: Given) -> object:
    own = [
        each.square
        for each in legal(taken(given["removed"]))
        if isinstance(each, Imprint) and each.emotion == given["color"]
    ]
    return {"squares": sorted({square for square in own if square})}


def imprint_from(state: State, square: str) -> Step[State]:
    """Make a memory with the cube of a square, wherever that is possible."""
    memories = (each for each in legal(state) if isinstance(each, Imprint))
    memory = next(each for each in memories if each.square == square)
    return take(state, memory)


def line(given: Given) -> object:
    options = {key: given[key] for key in ("double_clear",) if key in given}
    before = base(removed={"p1": given["removed"], "p2": []}).players[0].lines
    values = [["p1", each] for each in TILES[: min(before, 2)]]
    step = imprint_from(taken(given["removed"], values=values, options=options), given["square"])
    return {
        "new_lines": [event.line for event in all_of(step, LineCleared)],
        "lines_total": step.state.players[0].lines,
        "value_tokens_due": sum(event.count for event in all_of(step, ValueDue)),
        "third_line": bool(all_of(step, EndTriggered)),
    }


def value(given: Given) -> object:
    """Clear as many lines as tokens are placed, after those that lie already."""
    own = sum(owner == given["player"] for owner, _ in given["values"])
    removed = ("r1c1", "r2c1", "r3c1", "r1c2", "r2c2")[: 5 if own else 2]
    state = taken(removed, tiles=given["tiles"], values=given["values"])
    state = imprint_from(state, "r3c2" if own else "r3c1").state
    gained = 0
    for each in given["place"]:
        refusal = GAME.why_not(state, PlaceValue(each))
        if refusal is not None:
            return {"legal": False, "why": refusal.code}
        step = take(state, PlaceValue(each))
        state, gained = step.state, gained + sum(event.points for event in all_of(step, EPGained))
    placed = [[("p1", "p2")[seat], each] for seat, each in state.values]
    return {"legal": True, "ep": gained, "values": placed}


def last_turns(given: Given) -> object:
    names, trigger = given["players"], given["trigger"]
    gone = [f"r{row}c{column}" for column in (1, 2, 3) for row in (1, 2, 3)][:-1]
    cubes = {each: M.spaces[-8:] if each == trigger else [] for each in names}
    state = below_full(
        "scoring",
        players=names,
        current=trigger,
        pieces=dict(zip(names, M.spaces, strict=False)),
        removed={each: gone if each == trigger else [] for each in names},
        cubes=cubes,
        hands=dict.fromkeys(names, ""),
        values=[[trigger, "joy"], [trigger, "variety"]],
        ep={},
    )
    state = take(imprint_from(state, "r3c3").state, EndTurn()).state
    turns = []
    while not GAME.is_terminal(state):
        turns.append(names[state.current])
        state = GAME.apply_action(state, legal(state)[0]).state
        if state.phase is Phase.HANDS:
            break
    return {"turns": turns}


def row_ep(given: Given) -> object:
    gone = given["removed_from_row"]
    state = taken([f"r2c{column}" for column in range(1, gone)], mode="advanced")
    step = imprint_from(state, f"r2c{gone}")
    return {"ep": sum(event.points for event in all_of(step, EPGained) if event.source == "row")}


def row_move(given: Given) -> object:
    """Make a memory with the cube of the shift row that is due, then shift."""
    source, target, gone = given["from"], given["to"], given["removed_from_row"]
    own = given["cubes"][given["player"]]
    removed = [f"r3c{column}" for column in range(1, gone)]
    others = [f"r1c{column}" for column in range(1, 6)]
    removed += others[: max(0, len(own) - len(removed))]
    state = below_full(
        "scoring",
        mode="advanced",
        cubes=given["cubes"],
        removed={"p1": removed, "p2": []},
        options={"exact_move": given.get("exact_move", False)},
        ep={},
    )
    memories = (each for each in legal(state) if isinstance(each, Imprint))
    apart = (each for each in memories if each.square == f"r3c{gone}" and each.space != target)
    after = take(state, next(apart)).state
    return {"ok": after.phase is Phase.SHIFT and Shift(source, target) in legal(after)}


def turn(given: Given) -> object:
    """Play a turn with the cards of the question; the first action that is not legal ends it."""
    place = position.read(given["state"])
    state, pile = place.state, list(place.draw)
    shuffles = [list(each) for each in given["turn"].get("shuffles", ())]
    for action in of_turn(given["turn"], place.state):
        if state.phase is Phase.SHIFT and not isinstance(action, Shift | Stay):
            state = take(state, Stay()).state
        if action not in legal(state):
            return {"legal": False}
        state = dealt(take(state, action).state, pile, shuffles)
    written = position.write(replace(place, state=state, draw="".join(pile)))
    return {"legal": True, "state": written}


def dealt(state: State, pile: list[str], shuffles: list[list[str]]) -> State:
    """Deal what CHANCE deals; a pile that is empty is followed by the next shuffle."""
    while GAME.current_player(state) == CHANCE:
        state = take(state, Deal(pile.pop(0))).state
        if not pile and shuffles:
            pile += shuffles.pop(0)
    if not pile and shuffles and state.draw_size:
        pile += shuffles.pop(0)
    return state


def of_turn(given: Given, before: State) -> Iterator[Action]:
    """Yield the actions of a turn in a question."""
    if given.get("free"):
        yield FreeMove(given["free"])
    if given.get("step"):
        yield Move(given["step"])
    then = given.get("then")
    if then:
        yield Feel(bonus=given.get("bonus", True)) if then == "take" else Move(then)
    if given.get("imprint"):
        yield from of_memory(given, before)
    yield EndTurn()
    yield from map(Discard, given.get("discard", ""))


def of_memory(given: Given, before: State) -> Iterator[Action]:
    """Yield the actions of a memory: it is made where the piece stands after the moves."""
    memory = given["imprint"]
    land = board(before.board or ())
    here = given.get("free") or before.players[before.current].piece or ""
    for way in (given.get("step"), given.get("then")):
        if way and way != "take":
            here = land.neighbours[here][way]
    yield Imprint(land.colour[here], here, memory["square"], letters(cards(memory["pay"])))
    if "move" in memory:
        yield Shift(memory["move"]["from"], memory["move"]["to"])
    yield from map(PlaceValue, memory.get("values", ()))


CARRIES: Mapping[str, Carry] = {
    "track-setup": track_setup,
    "deal": deal,
    "assemble": assembled,
    "placement": placement,
    "group": group,
    "track": track,
    "discounted": discounted,
    "cost": cost,
    "tile": tile,
    "squares": squares,
    "line": line,
    "value": value,
    "last-turns": last_turns,
    "final": final,
    "row-ep": row_ep,
    "row-move": row_move,
    "turn": turn,
}


@pytest.mark.parametrize("line_", [pytest.param(each, id=name(each)) for each in LINES])
def test_example_by_actions(line_: str) -> None:
    assert_carried_out(CARRIES, line_)
