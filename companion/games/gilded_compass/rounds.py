"""Rounds: preparation, offers of abilities, and the end of a round (GC-ROUND, GC-ABIL)."""

from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.data import merge
from companion.engine.game import Event, Setup, Step
from companion.games.gilded_compass import buildings, rolling
from companion.games.gilded_compass.actions import Decline, TakeHelp, TakeTurn
from companion.games.gilded_compass.buildings.archives import Archives
from companion.games.gilded_compass.buildings.auction_house import AuctionHouse
from companion.games.gilded_compass.buildings.building import Building
from companion.games.gilded_compass.buildings.galleon import Galleon
from companion.games.gilded_compass.buildings.guild import Guild
from companion.games.gilded_compass.buildings.illuminati import Illuminati
from companion.games.gilded_compass.buildings.library import Library
from companion.games.gilded_compass.buildings.temple import Slot, Temple
from companion.games.gilded_compass.buildings.tower import Tower
from companion.games.gilded_compass.buildings.university import University
from companion.games.gilded_compass.events import DiceUnplaced, LeftOver, RoundBegan, RoundEnded
from companion.games.gilded_compass.laps import ends_round, offered
from companion.games.gilded_compass.state import Hand, Phase, Player, State, UnseenDice
from companion.games.gilded_compass.tiles import SMALL_HELP, TIMELESS_GIFT, pairs_of
from companion.games.gilded_compass.variant import (
    BLACK_DICE,
    DATA,
    DICE,
    DUMMY_DICE,
    Variant,
    sees_rolls,
    variant,
)


def begin(state: State) -> Step[State]:
    """Begin a round: all dice return to their owners, no tiles are laid out (GC-ROUND-1).

    If there is a dummy, each player has two dummy dice again (GC-DUMMY-4).
    """
    settings = state.variant
    dummy = DUMMY_DICE if settings.dummy else 0
    players = tuple(replace(player, own=DICE, black=0, dummy=dummy) for player in state.players)
    state = replace(
        state,
        players=players,
        phase=Phase.LAY,
        round=state.round + 1,
        current=state.start,
        hand=Hand(),
        last_lap=False,
        resolving=-1,
        maps=(),
        specialists=(),
        abilities=(),
        backs=(),
        archives=Archives(),
        university=University(settings.table.entrances),
        library=Library(),
    )
    for name in (settings.b_building, settings.c_building):
        if name is not None:
            state = state.with_building(name, _empty(settings, name))
    began = RoundBegan("GC-ROUND-1", state.round, settings.table.rounds)
    return Step(state, (began,))


def _empty(settings: Variant, name: str) -> Building:
    """Return an empty B or C building."""
    empty_buildings: dict[str, Building] = {
        buildings.AUCTION_HOUSE: AuctionHouse(per_end=settings.flags.extend_per_end),
        buildings.GUILD: Guild(per_end=settings.flags.extend_per_end),
        buildings.TEMPLE: Temple(),
        buildings.ILLUMINATI: Illuminati(),
        buildings.GALLEON: Galleon(strict=settings.flags.dummy_galleon_strict),
        buildings.TOWER: Tower(),
    }
    return empty_buildings[name]


def begin_turns(state: State) -> Step[State]:
    """Continue once all tiles are laid out, by offering the black dice (GC-ROUND-2, GC-R38)."""
    if state.backs:
        state = replace(state, temple=Temple(tuple(Slot(pairs_of(back)) for back in state.backs)))
    laps = offered(state.start, len(state.players), again=False).among(_holders(state, SMALL_HELP))
    return Step(replace(state, phase=Phase.HELP, laps=laps), ())


def _holders(state: State, ability: str) -> tuple[int, ...]:
    return tuple(seat for seat in state.seats if ability in state.players[seat].abilities)


def take_help(state: State, _action: TakeHelp) -> Step[State]:
    """Take the black dice for this round; no other player can (GC-ABIL-HELP)."""
    seat = asked_seat(state)
    state, used = rolling.use(state, seat, SMALL_HELP, "GC-ABIL-HELP")
    state = state.with_player(seat, black=BLACK_DICE)
    return Step(_answered(state, used=True), used)


def decline(state: State, _action: Decline) -> Step[State]:
    """Decline the offered ability for now."""
    return Step(_answered(state, used=False), ())


def asked_seat(state: State) -> int:
    """Return the seat that is asked whether to use an ability."""
    return (state.laps.asked if state.laps else None) or 0


def _answered(state: State, *, used: bool) -> State:
    if state.laps is None:
        return state
    laps = state.laps.answered(used=used)
    able = _holders(state, SMALL_HELP) if state.phase is Phase.HELP else gifted(state)
    return replace(state, laps=laps.among(able))


def first_turn(state: State) -> Step[State]:
    """Begin the turn of the start player (GC-ROUND-3)."""
    return rolling.begin(replace(state, laps=None), state.start, ())


def following(state: State) -> Step[State]:
    """Continue after a turn: the next player, or the end of the round (GC-ROUND-3, GC-ROUND-4)."""
    if state.extra:
        laps = state.laps.among(gifted(state)) if state.laps else None
        return Step(replace(state, phase=Phase.GIFT, laps=laps, extra=False), ())
    seats = len(state.players)
    if ends_round(state.current, state.start, seats, last_lap=state.last_lap):
        laps = offered(state.start, seats, again=True).among(gifted(state))
        return Step(replace(state, phase=Phase.GIFT, laps=laps), ())
    return rolling.begin(state, (state.current + 1) % seats, ())


def gifted(state: State) -> tuple[int, ...]:
    """Return the seats that may take an extra turn: Timeless Gift and an own die (GC-ABIL-GIFT)."""
    return tuple(it for it in _holders(state, TIMELESS_GIFT) if state.players[it].unplaced)


def take_turn(state: State, _action: TakeTurn) -> Step[State]:
    """Take an extra turn (GC-ABIL-GIFT, GC-R18)."""
    seat = asked_seat(state)
    state, used = rolling.use(state, seat, TIMELESS_GIFT, "GC-ABIL-GIFT")
    laps = state.laps.answered(used=True) if state.laps else None
    return rolling.begin(replace(state, laps=laps), seat, used, extra=True)


def close(state: State) -> Step[State]:
    """End the round: unplaced own dice go to the Library, black ones back (GC-ROUND-6, GC-R5).

    Dummy dice that were not placed have no effect (GC-DUMMY-4).
    """
    events: list[Event] = [RoundEnded("GC-ROUND-6", state.round)]
    for seat in state.seats:
        left = state.players[seat].own
        if left and state.variant.flags.unplaced_dice_to_library:
            state = state.to_library((seat,) * left)
            events.append(DiceUnplaced("GC-R5", seat, left))
    players = tuple(replace(it, own=0, black=0, dummy=0) for it in state.players)
    state = replace(
        state, players=players, phase=Phase.RESOLVE, laps=None, hand=Hand(), resolving=-1, queue=()
    )
    return Step(state, tuple(events))


def over(state: State) -> Step[State]:
    """Continue when all buildings have resolved: the next round, or the end (GC-ROUND-6, -7).

    Unclaimed open tiles are set aside (GC-R4); the start marker goes on. The number of rounds is
    fixed (GC-R34).
    """
    left = (
        ("maps", "GC-ARCHIVE-7", len(state.maps)),
        ("specialists", "GC-UNI-8", len(state.specialists)),
        ("abilities", "GC-R4", len(state.abilities)),
    )
    events = tuple(LeftOver(rule, kind, count) for kind, rule, count in left if count)
    if state.round == state.variant.table.rounds:
        return Step(replace(state, phase=Phase.TELL, maps=(), specialists=(), abilities=()), events)
    start = (state.start + 1) % len(state.players)
    step = begin(replace(state, start=start))
    return Step(step.state, (*events, *step.events))


def first(setup: Setup) -> State:
    """Return the state before anything is laid out (GC-SETUP-1)."""
    settings, players = variant(setup, merge(DATA, setup.data)), len(setup.players)
    return seated(settings, players, State if sees_rolls(setup) else UnseenDice)


def seated(settings: Variant, players: int, kind: type[State] = State) -> State:
    """Return the state in which nothing has been laid out yet (GC-SETUP-1 to GC-SETUP-8).

    Stacks are shuffled by not knowing their order (GC-SETUP-4, GC-SETUP-7).
    """
    stacks = tuple((kind, settings.stack(kind)) for kind, _ in settings.copy)
    return kind(settings, (Player(),) * players, stacks=stacks)


OFFER_HELP: Final = (Act(Decline, decline), Act(TakeHelp, take_help))
OFFER_TURN: Final = (Act(Decline, decline), Act(TakeTurn, take_turn))
