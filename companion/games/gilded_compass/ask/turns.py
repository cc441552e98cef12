"""Questions about rounds and turns, played by the engine step by step."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.game import Setup, Struct
from companion.engine.questions import each_of, seat_of
from companion.games.gilded_compass import actions, rolling, rounds, turn
from companion.games.gilded_compass.ask import terms
from companion.games.gilded_compass.ask.terms import Names
from companion.games.gilded_compass.buildings import ILLUMINATI
from companion.games.gilded_compass.buildings.dice import Dice, difference, holds
from companion.games.gilded_compass.laps import offered
from companion.games.gilded_compass.state import Hand, Phase, Player, State
from companion.games.gilded_compass.tiles import PERSUASION, SMALL_HELP, TIMELESS_GIFT
from companion.games.gilded_compass.variant import DATA, DICE, PLAYERS, Variant, variant
from companion.schema.bounds import Count, Few, Many, Named, Positive, Word

_VARIANTS: Final[Mapping[int, Variant]] = {
    players: variant(
        Setup(tuple(map(str, range(players))), "full", {"c_building": ILLUMINATI}), DATA
    )
    for players in PLAYERS
}
"""A table for each number of players, with the Illuminati, which give abilities."""


def _table(players: Names, start: str) -> tuple[tuple[str, ...], State]:
    """Return the players of a question and a state in which it is the start player's turn."""
    names = terms.players(players)
    first = seat_of(start, names, "start")
    state = rounds.seated(_VARIANTS[len(names)], len(names))
    return names, replace(state, start=first, current=first)


def round_(
    players: Names,
    start: Word,
    own_dice: Positive | Named[Count] = DICE,
    placed: Many[Count] | Named[Many[Count]] = (),
) -> Struct:
    """Answer who has turns in a round, and how many dice are left after it (GC-ROUND-3, -4).

    ``own_dice`` is one number for all, or one for each player.
    """
    names, state = _table(players, start)
    if isinstance(own_dice, int):
        own_dice = dict.fromkeys(names, own_dice)
    own = each_of(names, own_dice, "own_dice", absent=0)
    state = replace(state, players=tuple(Player(own=dice) for dice in own))
    turns: list[str] = []
    places = _placed(placed, names)
    while state.phase is not Phase.GIFT and (dice := places(state.current)) is not None:
        if not 0 < dice <= state.player.unplaced:
            return {"error": "dice-not-held" if dice else "place-first", "turn": len(turns) + 1}
        turns.append(names[state.current])
        state = state.with_player(state.current, own=state.player.own - dice)
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


def _placed(
    given: Sequence[int] | Mapping[str, Sequence[int]], names: tuple[str, ...]
) -> Callable[[int], int | None]:
    """Return a function that gives the dice a seat places next, ``None`` once they run out.

    A question lists the numbers turn by turn, or for each player separately.
    """
    if isinstance(given, Mapping):
        numbers = [iter(own) for own in each_of(names, given, "placed", absent=())]
        return lambda seat: next(numbers[seat], None)
    listed = iter(given)
    return lambda _seat: next(listed, None)


def persuasion(rolled: terms.Dice, result: terms.Dice) -> Struct:
    """Answer whether Persuasion can turn a roll into another (GC-ABIL-PERS, GC-R21)."""
    before, after = tuple(sorted(rolled)), tuple(sorted(result))
    return {"ok": len(before) == len(after) and _persuades(before, after)}


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


def reroll(before: terms.Dice, after: terms.Dice, kept: terms.Dice, tiles: Count) -> Struct:
    """Answer whether a knowledge tile can lead from some dice to others (GC-TURN-2)."""
    rolled, shown = tuple(sorted(before)), tuple(sorted(kept))
    same = len(before) == len(after) and holds(rolled, kept) and holds(after, kept)
    return {"ok": same and _rerolls(rolled, shown, tiles)}


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


def small_help(
    players: Names, start: Word, wants: Few[Word] = (), holders: Few[Word] = ()
) -> Struct:
    """Answer who gets the black dice: the first to have and use Small Help (GC-ABIL-HELP)."""
    names, state = _table(players, start)
    wanting = terms.some_of_players(wants, names, "wants")
    holding = terms.some_of_players(holders, names, "holders")
    seats = (Player(abilities=(SMALL_HELP,) * (seat in holding)) for seat in state.seats)
    state = rounds.begin_turns(replace(state, players=tuple(seats))).state
    while (seat_due := state.laps.asked if state.laps else None) is not None:
        if seat_due in wanting:
            state = rounds.take_help(state, actions.TakeHelp()).state
        else:
            state = rounds.decline(state, actions.Decline()).state
    black = (name for name, player in zip(names, state.players, strict=True) if player.black)
    return {"player": next(black, None)}


def gifts(
    players: Names,
    start: Word,
    gifts: terms.Numbers = (),
    wants: terms.Numbers = (),
    dice_left: terms.Numbers = (),
) -> Struct:
    """Answer who takes extra turns, in order (GC-ABIL-GIFT, GC-R18).

    A player who wants one takes it whenever it is offered, or as often as the question says. Each
    turn places one die, the least that a turn needs.
    """
    names, state = _table(players, start)
    tiles = terms.numbers_by_player(gifts, names, "gifts")
    left_to_take = list(terms.numbers_by_player(wants, names, "wants"))
    if isinstance(wants, tuple):
        left_to_take = [want * sum(tiles) for want in left_to_take]
    dice = terms.numbers_by_player(dice_left, names, "dice_left")
    seats = (
        Player(own=left, abilities=(TIMELESS_GIFT,) * n)
        for left, n in zip(dice, tiles, strict=True)
    )
    state = replace(state, players=tuple(seats), phase=Phase.GIFT)
    laps = offered(state.start, len(names), again=True).among(rounds.gifted(state))
    state = replace(state, laps=laps)
    gifts_given = []
    while (seat_due := state.laps.asked if state.laps else None) is not None:
        if left_to_take[seat_due]:
            left_to_take[seat_due] -= 1
            gifts_given.append(names[seat_due])
            state = rounds.take_turn(state, actions.TakeTurn()).state
            state = state.with_player(seat_due, own=state.player.own - 1)
            state = rounds.following(state).state
        else:
            state = rounds.decline(state, actions.Decline()).state
    return {"turns": gifts_given}
