"""Questions about rounds and turns, played by the engine step by step."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from companion.engine.game import Setup, Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.gilded_compass import actions, rolling, rounds, turn
from companion.games.gilded_compass.ask import terms
from companion.games.gilded_compass.buildings import ILLUMINATI
from companion.games.gilded_compass.buildings.dice import Dice, difference, holds
from companion.games.gilded_compass.laps import offered
from companion.games.gilded_compass.state import Hand, Phase, Player, State
from companion.games.gilded_compass.tiles import PERSUASION, SMALL_HELP, TIMELESS_GIFT
from companion.games.gilded_compass.variant import DATA, DICE, PLAYERS, Variant, variant

_VARIANTS: Final[Mapping[int, Variant]] = {
    players: variant(
        Setup(tuple(map(str, range(players))), "full", {"c_building": ILLUMINATI}), DATA
    )
    for players in PLAYERS
}
"""A table for each number of players, with the Illuminati, which give abilities."""


def _table(fields: Fields) -> tuple[tuple[str, ...], State]:
    """Return the players of a question and a state in which it is the start player's turn."""
    names = terms.players(fields)
    if len(names) not in PLAYERS:
        raise fields.wrong("players", say("2 to 5 players"))
    start = terms.one_of_players(fields, "start", names)
    state = rounds.seated(_VARIANTS[len(names)], len(names))
    return names, replace(state, start=start, current=start)


def round_(fields: Fields) -> Struct:
    """Answer who has turns in a round, and how many dice are left after it (GC-ROUND-3, -4)."""
    names, state = _table(fields)
    players = (Player(own=own) for own in _own_dice(fields, names))
    state = replace(state, players=tuple(players))
    turns: list[str] = []
    places = _placed(fields, names)
    while state.phase is not Phase.GIFT and (placed := places(state.current)) is not None:
        if not 0 < placed <= state.player.unplaced:
            return {"error": "dice-not-held" if placed else "place-first", "turn": len(turns) + 1}
        turns.append(names[state.current])
        state = state.with_player(state.current, own=state.player.own - placed)
        state = rounds.following(turn.finished(state).state).state
    ended = state.phase is Phase.GIFT
    return {
        "turns": turns,
        "ended": ended,
        "unplaced": {
            name: player.unplaced for name, player in zip(names, state.players, strict=True)
        },
        "next": None if ended else names[state.current],
    }


def _own_dice(fields: Fields, names: tuple[str, ...]) -> tuple[int, ...]:
    """Return how many own dice each seat has: one number for all, or one for each player."""
    if isinstance(fields.any("own_dice", DICE), dict):
        return terms.numbers_by_player(fields, "own_dice", names)
    return (fields.whole("own_dice", DICE, least=1),) * len(names)


def _placed(fields: Fields, names: tuple[str, ...]) -> Callable[[int], int | None]:
    """Return a function that gives the dice a seat places next, ``None`` once they run out.

    A question lists the numbers turn by turn, or for each player separately.
    """
    if isinstance(fields.any("placed", ()), dict):
        given = fields.fields("placed")
        numbers = [iter(given.wholes(name, ())) for name in names]
        return lambda seat: next(numbers[seat], None)
    listed = iter(fields.wholes("placed", ()))
    return lambda _seat: next(listed, None)


def persuasion(fields: Fields) -> Struct:
    """Answer whether Persuasion can turn a roll into another (GC-ABIL-PERS, GC-R21)."""
    rolled, result = terms.dice(fields, "rolled"), terms.dice(fields, "result")
    return {"ok": len(rolled) == len(result) and _persuades(rolled, result)}


def _persuades(rolled: Dice, result: Dice) -> bool:
    state = _rolled(rolled, Player(abilities=(PERSUASION,)))
    state = rolling.persuade(state, actions.Persuade()).state
    turned = zip(difference(rolled, result), difference(result, rolled), strict=True)
    for shown, value in turned:
        action = actions.TurnDie(str(shown), value)
        if state.phase is not Phase.PERSUADE or rolling.why_not_turn_die(state, action):
            return False
        state = rolling.turn_die(state, action).state
    return True


def reroll(fields: Fields) -> Struct:
    """Answer whether a knowledge tile can lead from some dice to others (GC-TURN-2)."""
    before, after = terms.dice(fields, "before"), terms.dice(fields, "after")
    kept, tiles = terms.dice(fields, "kept"), fields.whole("tiles")
    same = len(before) == len(after) and holds(before, kept) and holds(after, kept)
    return {"ok": same and _rerolls(before, kept, tiles)}


def _rerolls(before: Dice, kept: Dice, tiles: int) -> bool:
    state = _rolled(before, Player(knowledge=tiles))
    if rolling.why_not_spend(state, actions.SpendKnowledge()):
        return False
    state = rolling.spend(state, actions.SpendKnowledge()).state
    for value in difference(before, kept):
        state = rolling.lift(state, actions.Lift(str(value))).state
    return rolling.why_not_roll_lifted(state, actions.RollLifted()) is None


def _rolled(own: Dice, player: Player) -> State:
    """Return a state in which a player has rolled these dice of their own."""
    variant = _VARIANTS[PLAYERS[0]]
    others = (Player(),) * (PLAYERS[0] - 1)
    return State(variant, (player, *others), Phase.PLACE, hand=Hand(own))


def small_help(fields: Fields) -> Struct:
    """Answer who gets the black dice: the first to have and use Small Help (GC-ABIL-HELP)."""
    names, state = _table(fields)
    wants = terms.some_of_players(fields, "wants", names)
    holders = terms.some_of_players(fields, "holders", names)
    players = (Player(abilities=(SMALL_HELP,) * (seat in holders)) for seat in state.seats)
    state = rounds.opened(replace(state, players=tuple(players))).state
    while (asked := state.laps.asked if state.laps else None) is not None:
        if asked in wants:
            state = rounds.take_help(state, actions.TakeHelp()).state
        else:
            state = rounds.decline(state, actions.Decline()).state
    black = (name for name, player in zip(names, state.players, strict=True) if player.black)
    return {"player": next(black, None)}


def gifts(fields: Fields) -> Struct:
    """Answer who takes extra turns, in order (GC-ABIL-GIFT, GC-R18).

    A player who wants one takes it whenever it is offered, or as often as the question says. Each
    turn places one die, the least that a turn needs.
    """
    names, state = _table(fields)
    tiles = terms.numbers_by_player(fields, "gifts", names)
    wants = list(terms.numbers_by_player(fields, "wants", names))
    if isinstance(fields.any("wants", {}), list):
        wants = [want * sum(tiles) for want in wants]
    dice = terms.numbers_by_player(fields, "dice_left", names)
    players = (
        Player(own=left, abilities=(TIMELESS_GIFT,) * n)
        for left, n in zip(dice, tiles, strict=True)
    )
    state = replace(state, players=tuple(players), phase=Phase.GIFT)
    laps = offered(state.start, len(names), again=True).among(rounds.gifted(state))
    state = replace(state, laps=laps)
    taken = []
    while (asked := state.laps.asked if state.laps else None) is not None:
        if wants[asked]:
            wants[asked] -= 1
            taken.append(names[asked])
            state = rounds.take_turn(state, actions.TakeTurn()).state
            state = state.with_player(asked, own=state.player.own - 1)
            state = rounds.following(state).state
        else:
            state = rounds.decline(state, actions.Decline()).state
    return {"turns": taken}
