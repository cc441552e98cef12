"""Questions about one part of the rules: track, price, squares, lines, value tokens, deal."""

from functools import cache

from msgspec.structs import replace

from companion.engine.game import IllegalAction, Struct
from companion.engine.message import say
from companion.engine.questions import (
    refusal_answer,
    seat_of,
    without_duplicates,
    wrong,
)
from companion.engine.wording import refuse
from companion.games.inner_compass import GAME, rewards, row_actions, setup
from companion.games.inner_compass.actions import PlaceValue
from companion.games.inner_compass.ask import terms
from companion.games.inner_compass.events import EndTriggered, ValueDue
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.state import Phase, Player, State
from companion.games.inner_compass.track import (
    JOKER,
    Discount,
    Floor,
    Track,
    is_start,
    points,
    slide,
)
from companion.games.inner_compass.track import cost as price
from companion.games.inner_compass.track import discounted as cheaper
from companion.games.inner_compass.variant import VALUE_TOKENS, DoubleClear
from companion.schema.bounds import Few, Many, Word


def track(
    order: terms.Order,
    imprints: Many[terms.Token],
    values: terms.Values = terms.DEFAULT.track_values,
) -> Struct:
    """Answer the rewards of memories and the tokens' places afterwards (section 4.6)."""
    now: Track = without_duplicates(order, "order")
    if JOKER in imprints:
        return {"legal": False, **refusal_answer(refuse("no-such-emotion", "IC-TRACK-3"))}
    ep = []
    for emotion in imprints:
        ep.append(points(now, values, emotion))
        now = slide(now, emotion)
    return {"ep": ep, "order": list(now)}


def track_setup(order: Few[Word]) -> Struct:
    """Answer whether a game may start with this track (IC-SETUP-6)."""
    return {"ok": is_start(order)}


def discounted(order: terms.Order, discount: Discount = terms.DEFAULT.discount) -> Struct:
    """Answer which emotions cost a card less (IC-COST-4, IC-R14)."""
    return {"colors": sorted(cheaper(without_duplicates(order, "order"), discount))}


def cost(
    order: terms.Order,
    color: terms.Colour,
    *,
    others: bool,
    discount: Discount = terms.DEFAULT.discount,
    floor: Floor = terms.DEFAULT.floor,
) -> Struct:
    """Answer the cost of a memory (section 4.5)."""
    lying = without_duplicates(order, "order")
    return {"cost": price(lying, color, shared=others, discount=discount, floor=floor)}


def deal(players: terms.Names) -> Struct:
    """Answer each player's number of cards and the order of placing (IC-SETUP-9, IC-SETUP-10)."""
    names = without_duplicates(players, "players")
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


def squares(
    removed: terms.Places, color: terms.Colour, layout: terms.Rows = terms.DEFAULT.layout
) -> Struct:
    """Answer which squares a cube may come from (IC-IMPRINT-4, IC-IMPRINT-5)."""
    gone = terms.squares(removed, terms.layout(layout), "removed")
    return {"squares": list(player_board(layout).sources(gone, color))}


def line(
    removed: terms.Places,
    square: Word,
    layout: terms.Rows = terms.DEFAULT.layout,
    double_clear: DoubleClear = terms.DEFAULT.double_clear,
) -> Struct:
    """Answer the lines cleared by a cube, with consequences (section 4.7, IC-END-1, IC-R50)."""
    gone = terms.squares(removed, terms.layout(layout), "removed")
    if square in gone:
        raise wrong("square", expected=say("a square that has a cube"))
    terms.squares((square,), layout, "square")
    squares = player_board(layout)
    new = squares.cleared_by(gone, square)
    player = Player(removed=(*gone, square), lines=len(squares.cleared(gone)))
    settings = replace(terms.DEFAULT, double_clear=double_clear)
    step = rewards.clear(State(settings, (player, Player())), 0, new, [])
    return {
        "new_lines": list(new),
        "lines_total": step.state.players[0].lines,
        "value_tokens_due": sum(e.count for e in step.events if isinstance(e, ValueDue)),
        "third_line": any(isinstance(event, EndTriggered) for event in step.events),
    }


def value(tiles: Few[terms.Tile], values: terms.Tokens, player: Word, place: Few[Word]) -> Struct:
    """Answer whether value tokens may go beside tiles, and their points (section 4.7)."""
    names = tuple(dict.fromkeys((player, *(owner for owner, _ in values))))
    lying = terms.value_tokens(values, names, without_duplicates(tiles, "tiles"))
    left = VALUE_TOKENS - sum(owner == 0 for owner, _ in lying)
    if len(place) > left:
        return {"legal": False, **refusal_answer(refuse("no-token-left", "IC-SETUP-3"))}
    state = State(
        terms.DEFAULT,
        tuple(Player() for _ in names),
        Phase.VALUE,
        tiles=tiles,
        values=lying,
        value_due=len(place),
        memory_by=0,
    )
    try:
        for tile in place:
            state = GAME.apply_action(state, PlaceValue(tile)).state
    except IllegalAction as illegal:
        return {"legal": False, **refusal_answer(illegal.refusal)}
    placed = terms.placed(state.values, names)
    return {"legal": True, "ep": state.players[0].ep, "values": placed}


def last_turns(players: terms.Names, trigger: Word) -> Struct:
    """Answer which players still have a turn after the trigger (IC-END-3)."""
    names = without_duplicates(players, "players")
    state = State(terms.DEFAULT, tuple(Player() for _ in names))
    left = rewards.trigger(state, seat_of(trigger, names, "trigger"))[0].remaining or ()
    return {"turns": [names[seat] for seat in left]}


def row_ep(removed_from_row: terms.OfRow) -> Struct:
    """Answer the reward of the n-th cube of the EP row (IC-ADV-4)."""
    return {"ep": row_actions.row_ep(removed_from_row)}
