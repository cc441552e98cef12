"""Questions about one part of the rules: boards, the track, prices, lines, tiles, points."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

from companion.engine.binding import by_player, checked, texts, whole
from companion.engine.evolve import replace
from companion.engine.game import IllegalAction, Refusal, Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.engine.wording import refuse
from companion.games.inner_compass import GAME, actions, board, rewards, rows, scoring, setup
from companion.games.inner_compass import track as tracks
from companion.games.inner_compass.ask import terms
from companion.games.inner_compass.events import EndTriggered, ValueDue
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.qualities import QUALITIES, quality
from companion.games.inner_compass.state import Phase, Player, State
from companion.games.inner_compass.variant import VALUE_TOKENS

_DISCOUNT: Final = terms.DEFAULT.discount
_LAYOUT: Final = terms.DEFAULT.layout
_Emotions: TypeAlias = Annotated[
    tuple[str, ...],
    checked(
        texts,
        lambda letters: set(letters) <= {*board.COLOURS, tracks.JOKER},
        say("emotions out of {letters}", letters=board.COLOURS),
    ),
]
_FullSquare: TypeAlias = Annotated[
    str,
    checked(
        terms.square,
        lambda square, removed: square not in removed,
        say("a square that has a cube"),
    ),
]


def track(
    order: terms.Order,
    imprints: _Emotions,
    values: terms.TrackValues = terms.DEFAULT.track_values,
) -> Struct:
    """Answer what memories bring and where the tokens lie afterwards (section 4.6)."""
    if tracks.JOKER in imprints:
        return terms.refusal(refuse("no-such-emotion", "IC-TRACK-3"))
    ep = []
    for emotion in imprints:
        ep.append(tracks.points(order, values, emotion))
        order = tracks.slide(order, emotion)
    return {"ep": ep, "order": list(order)}


def track_setup(order: tuple[str, ...]) -> Struct:
    """Answer whether a game may start with this track (IC-SETUP-6)."""
    return {"ok": tracks.is_start(order)}


def discounted(order: terms.Order, discount: tracks.Discount = _DISCOUNT) -> Struct:
    """Answer which emotions cost a card less (IC-COST-4, IC-R14)."""
    return {"colors": sorted(tracks.discounted(order, discount))}


def cost(
    order: terms.Order,
    color: terms.Colour,
    *,
    others: bool,
    discount: tracks.Discount = _DISCOUNT,
    floor: tracks.Floor = terms.DEFAULT.floor,
) -> Struct:
    """Answer what a memory costs (section 4.5)."""
    return {"cost": tracks.cost(order, color, shared=others, discount=discount, floor=floor)}


def group(board: terms.Land, cell: terms.Space) -> Struct:
    """Answer which spaces are in the same group as a space (IC-FREE-2, IC-R3)."""
    return {"cells": list(board.group[cell])}


def _laid(fields: Fields, name: str, sections: terms.Sections) -> Mapping[str, board.Rows]:
    slots = fields.fields(name)
    laid: dict[str, board.Rows] = {}
    used = set()
    for slot in board.SLOTS:
        match slots.items(slot):
            case (str(section), int(turns)) if section in sections and section not in used:
                laid[slot] = board.turned(sections[section], turns)
                used.add(section)
            case _:
                raise slots.wrong(slot, say("[a section not yet used, clockwise quarter turns]"))
    slots.close()
    return laid


def assembled(
    *,
    sections: terms.Sections = MappingProxyType(dict(terms.DEFAULT.sections)),
    slots: Annotated[Mapping[str, board.Rows], _laid],
) -> Struct:
    """Answer which board four sections make, turned as they lie (IC-SETUP-2, IC-R2)."""
    del sections  # which the slots name
    return {"board": list(board.assemble(slots))}


def placement(board: terms.Land, taken: terms.Spaces, cell: str) -> Struct:
    """Answer whether a piece may start on a space (IC-SETUP-10)."""
    pieces = tuple(Player(piece) for piece in (None, *taken))
    state = State(terms.DEFAULT, pieces, board=board.rows)
    return _ok(setup.why_not_place(state, actions.PlacePiece(cell)))


def _cubes(fields: Fields, name: str, board: board.Board) -> dict[str, tuple[str, ...]]:
    """Return the cubes of everybody, by player."""
    by_name, known = fields.fields(name), {"board": board}
    return {player: terms.spaces(by_name, player, known) for player in by_name.names}


Cubes = Annotated[dict[str, tuple[str, ...]], _cubes]


def _owner(fields: Fields, name: str, cubes: dict[str, Any]) -> str:
    return fields.one_of(name, cubes)


def row_move(
    *,
    board: terms.Land,
    cubes: Cubes,
    player: Annotated[str, _owner],
    removed_from_row: terms.OfRow,
    from_: str,
    to: str,
    exact_move: bool = terms.DEFAULT.exact_move,
) -> Struct:
    """Answer whether the shift row allows a move of a cube (IC-ADV-5, IC-R41, IC-R42)."""
    settings = replace(terms.DEFAULT, advanced=True, exact_move=exact_move)
    row = settings.row_actions.index("shift") + 1
    gone = tuple(f"r{row}c{column}" for column in range(1, removed_from_row + 1))
    mover = Player(removed=gone, cubes=cubes[player])
    others = (Player(cubes=own) for own in cubes.values())
    state = State(settings, (mover, *others), board=board.rows)
    return _ok(rows.why_not_shift(state, actions.Shift(from_, to)))


def _ok(refused: Refusal | None) -> Struct:
    if refused is None:
        return {"ok": True}
    return {"ok": False, "why": refused.code, "rule": refused.rule}


def deal(players: terms.Players) -> Struct:
    """Answer how many cards each player gets and who places when (IC-SETUP-9, IC-SETUP-10)."""
    hands, order = _dealt(len(players))
    cards = dict(zip(players, hands, strict=True))
    return {"cards": cards, "placement": [players[seat] for seat in order]}


@cache
def _dealt(seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards by seat and the order of placing; the first seat begins the game."""
    state = setup.begin(terms.DEFAULT, seats)
    state = replace(state, phase=Phase.DEAL, board=terms.REFERENCE.rows)
    while state.phase is Phase.DEAL:
        state = _usual(state)
    hands = tuple(player.hand_size for player in state.players)
    order: list[int] = []
    while state.phase is Phase.PIECES:
        order.append(GAME.current_player(state))
        state = _usual(state)
    return hands, tuple(order)


def _usual(state: State) -> State:
    """Return the state after the first of all legal actions."""
    first = GAME.legal_actions(state, GAME.current_player(state))[0]
    return GAME.apply_action(state, first).state


def squares(
    *, layout: terms.Layout = _LAYOUT, removed: terms.Removed, color: terms.Colour
) -> Struct:
    """Answer which squares a cube may come from (IC-IMPRINT-4, IC-IMPRINT-5)."""
    return {"squares": list(player_board(layout).sources(removed, color))}


def line(
    *,
    layout: terms.Layout = _LAYOUT,
    removed: terms.Removed,
    square: _FullSquare,
) -> Struct:
    """Answer which lines taking a cube clears, and what follows (section 4.7, IC-END-1)."""
    squares = player_board(layout)
    new = squares.cleared_by(removed, square)
    player = Player(removed=(*removed, square), lines=len(squares.cleared(removed)))
    step = rewards.clear(State(terms.DEFAULT, (player, Player())), 0, new, [])
    return {
        "new_lines": list(new),
        "lines_total": step.state.players[0].lines,
        "value_tokens_due": sum(e.count for e in step.events if isinstance(e, ValueDue)),
        "third_line": any(isinstance(event, EndTriggered) for event in step.events),
    }


def value(
    tiles: terms.Tiles, player: str, values: terms.ValueTokens, place: tuple[str, ...]
) -> Struct:
    """Answer whether value tokens may go beside tiles, and what they earn (section 4.7)."""
    names = tuple(dict.fromkeys((player, *(owner for owner, _ in values))))
    if len(place) > VALUE_TOKENS - sum(owner == player for owner, _ in values):
        return terms.refusal(refuse("no-token-left", "IC-SETUP-3"))
    state = State(
        terms.DEFAULT,
        tuple(Player() for _ in names),
        Phase.VALUE,
        tiles=tiles,
        values=terms.seated(values, names),
        value_due=len(place),
        memory_by=0,
    )
    try:
        for tile in place:
            state = GAME.apply_action(state, actions.PlaceValue(tile)).state
    except IllegalAction as illegal:
        return terms.refusal(illegal.refusal)
    placed = terms.placed(state.values, names)
    return {"legal": True, "ep": state.players[0].ep, "values": placed}


def last_turns(players: terms.Players, trigger: terms.Seat) -> Struct:
    """Answer who still has a turn after the trigger (IC-END-3)."""
    state = State(terms.DEFAULT, tuple(Player() for _ in players))
    left = rewards.trigger(state, trigger)[0].remaining or ()
    return {"turns": [players[seat] for seat in left]}


def row_ep(removed_from_row: terms.OfRow) -> Struct:
    """Answer what the n-th cube of the EP row brings (IC-ADV-4)."""
    return {"ep": rows.row_ep(removed_from_row)}


def tile(
    board: terms.Land, cubes: Cubes, player: Annotated[str, _owner], tile: terms.Tile
) -> Struct:
    """Answer how often a tile counts for a player and what that is worth (section 5.1)."""
    players = tuple(Player(cubes=own) for own in cubes.values())
    state = State(terms.DEFAULT, players, board=board.rows)
    count, ep = _scored(state, list(cubes).index(player), tile)
    return {"count": count, "ep": ep}


def _scored(state: State, seat: int, name: str) -> tuple[int, int]:
    count = len(scoring.evidence(state, seat, name))
    return count, quality(name).points(count)


def final(
    *,
    board: terms.Land,
    players: terms.Players,
    values: terms.ValueTokens,
    cubes: Annotated[tuple[Any, ...], by_player(terms.spaces, ())],
    ep: Annotated[tuple[int, ...], by_player(whole, 0)],
    hand: Annotated[tuple[int, ...], by_player(whole, 0)],
    compass: terms.Seat | None,
) -> Struct:
    """Answer the totals and who wins (IC-END-5, IC-TIE-1, IC-TIE-2)."""
    state = State(
        replace(terms.DEFAULT, level="scoring"),
        tuple(
            Player(cubes=own, ep_track=collected, cards_left=cards)
            for own, collected, cards in zip(cubes, ep, hand, strict=True)
        ),
        Phase.OVER,
        board=board.rows,
        tiles=tuple(dict.fromkeys(name for _, name in values)),
        values=terms.seated(values, players),
        compass=compass,
    )
    tiles = {
        name: {quality_name: _scored(state, seat, quality_name)[1] for quality_name in QUALITIES}
        for seat, name in enumerate(players)
    }
    return {**result(state, players), "all_tiles": tiles}


def result(state: State, names: tuple[str, ...]) -> dict[str, object]:
    """Return the totals, and the winners of a game that is over."""
    return {
        "totals": dict(zip(names, scoring.returns(state), strict=True)),
        "winners": [names[seat] for seat in scoring.winners(state)],
    }
