"""Questions about one part of the rules: track, price, squares, lines, value tokens, deal."""

from functools import cache

from msgspec.structs import replace

from companion.engine.game import IllegalAction, Struct
from companion.engine.message import say
from companion.engine.questions import Fields, refused
from companion.engine.wording import refuse
from companion.games.inner_compass import GAME, rewards, rows, setup
from companion.games.inner_compass.actions import PlaceValue
from companion.games.inner_compass.ask import terms
from companion.games.inner_compass.board import COLOURS
from companion.games.inner_compass.events import EndTriggered, ValueDue
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.state import Phase, Player, State
from companion.games.inner_compass.track import JOKER, is_start, points, slide
from companion.games.inner_compass.track import cost as price
from companion.games.inner_compass.track import discounted as cheaper
from companion.games.inner_compass.variant import VALUE_TOKENS


def track(fields: Fields) -> Struct:
    """Answer what memories bring and where the tokens lie afterwards (section 4.6)."""
    order = terms.order(fields)
    values = terms.track_values(fields, "values")
    imprints = fields.texts("imprints")
    if set(imprints) - {*COLOURS, JOKER}:
        raise fields.wrong("imprints", say("emotions out of {letters}", letters=COLOURS))
    if JOKER in imprints:
        return {"legal": False, **refused(refuse("no-such-emotion", "IC-TRACK-3"))}
    ep = []
    for emotion in imprints:
        ep.append(points(order, values, emotion))
        order = slide(order, emotion)
    return {"ep": ep, "order": list(order)}


def track_setup(fields: Fields) -> Struct:
    """Answer whether a game may start with this track (IC-SETUP-6)."""
    return {"ok": is_start(fields.texts("order"))}


def discounted(fields: Fields) -> Struct:
    """Answer which emotions cost a card less (IC-COST-4, IC-R14)."""
    return {"colors": sorted(cheaper(terms.order(fields), terms.discount(fields)))}


def cost(fields: Fields) -> Struct:
    """Answer what a memory costs (section 4.5)."""
    cards = price(
        terms.order(fields),
        fields.one_of("color", COLOURS),
        shared=fields.truth("others"),
        discount=terms.discount(fields),
        floor=terms.floor(fields),
    )
    return {"cost": cards}


def deal(fields: Fields) -> Struct:
    """Answer how many cards each player gets and who places when (IC-SETUP-9, IC-SETUP-10)."""
    names = terms.players(fields)
    hands, placement = _dealt(len(names))
    return {
        "cards": dict(zip(names, hands, strict=True)),
        "placement": [names[seat] for seat in placement],
    }


@cache
def _dealt(seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards by seat and the order of placing; the first seat begins the game."""
    state = setup.begin(terms.DEFAULT, seats)
    state = replace(state, phase=Phase.DEAL, board=terms.REFERENCE.rows)
    while state.phase is Phase.DEAL:
        state = _usual(state)
    hands = tuple(player.hand_size for player in state.players)
    placement: list[int] = []
    while state.phase is Phase.PIECES:
        placement.append(GAME.current_player(state))
        state = _usual(state)
    return hands, tuple(placement)


def _usual(state: State) -> State:
    """Return the state after the first of all legal actions."""
    first = GAME.legal_actions(state, GAME.current_player(state))[0]
    return GAME.apply_action(state, first).state


def squares(fields: Fields) -> Struct:
    """Answer which squares a cube may come from (IC-IMPRINT-4, IC-IMPRINT-5)."""
    layout = terms.layout(fields)
    removed = terms.removed(fields, "removed", layout)
    names = player_board(layout).sources(removed, fields.one_of("color", COLOURS))
    return {"squares": list(names)}


def line(fields: Fields) -> Struct:
    """Answer which lines taking a cube clears, and what follows (section 4.7, IC-END-1, IC-R50)."""
    layout = terms.layout(fields)
    removed = terms.removed(fields, "removed", layout)
    square = terms.square(fields, "square", layout)
    if square in removed:
        raise fields.wrong("square", say("a square that has a cube"))
    squares = player_board(layout)
    new = squares.cleared_by(removed, square)
    player = Player(removed=(*removed, square), lines=len(squares.cleared(removed)))
    settings = replace(terms.DEFAULT, double_clear=terms.double_clear(fields))
    step = rewards.clear(State(settings, (player, Player())), 0, new, [])
    return {
        "new_lines": list(new),
        "lines_total": step.state.players[0].lines,
        "value_tokens_due": sum(e.count for e in step.events if isinstance(e, ValueDue)),
        "third_line": any(isinstance(event, EndTriggered) for event in step.events),
    }


def value(fields: Fields) -> Struct:
    """Answer whether value tokens may go beside tiles, and what they earn (section 4.7)."""
    tiles = terms.tiles(fields)
    player = fields.text("player")
    names = tuple(dict.fromkeys((player, *terms.owners(fields))))
    values = terms.value_tokens(fields, names, tiles)
    place = fields.texts("place")
    left = VALUE_TOKENS - sum(owner == 0 for owner, _ in values)
    if len(place) > left:
        return {"legal": False, **refused(refuse("no-token-left", "IC-SETUP-3"))}
    state = State(
        terms.DEFAULT,
        tuple(Player() for _ in names),
        Phase.VALUE,
        tiles=tiles,
        values=values,
        value_due=len(place),
        memory_by=0,
    )
    try:
        for tile in place:
            state = GAME.apply_action(state, PlaceValue(tile)).state
    except IllegalAction as illegal:
        return {"legal": False, **refused(illegal.refusal)}
    placed = terms.placed(state.values, names)
    return {"legal": True, "ep": state.players[0].ep, "values": placed}


def last_turns(fields: Fields) -> Struct:
    """Answer who still has a turn after the trigger (IC-END-3)."""
    names = terms.players(fields)
    trigger = terms.seat(fields, "trigger", names)
    state = State(terms.DEFAULT, tuple(Player() for _ in names))
    left = rewards.trigger(state, trigger)[0].remaining or ()
    return {"turns": [names[seat] for seat in left]}


def row_ep(fields: Fields) -> Struct:
    """Answer what the n-th cube of the EP row brings (IC-ADV-4)."""
    return {"ep": rows.row_ep(terms.of_row(fields))}
