"""Questions about the Life board: groups, sections, pieces and shifted cubes."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.engine.game import Refusal, Struct
from companion.engine.message import say
from companion.engine.questions import (
    refusal_answer,
    seat_of,
    sound,
    wrong,
)
from companion.games.inner_compass import board as life
from companion.games.inner_compass import row_actions, setup
from companion.games.inner_compass.actions import PlacePiece, Shift
from companion.games.inner_compass.ask import terms
from companion.games.inner_compass.board import SLOTS, turned
from companion.games.inner_compass.check import wrong_data
from companion.games.inner_compass.state import Player, State
from companion.schema.bounds import Whole, Word


class Slots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The section in each quadrant, with its clockwise quarter turns."""

    nw: tuple[Word, Whole]
    ne: tuple[Word, Whole]
    sw: tuple[Word, Whole]
    se: tuple[Word, Whole]


def group(board: terms.Grid, cell: Word) -> Struct:
    """Answer which spaces are in the same group as a space (IC-FREE-2, IC-R3)."""
    land = terms.land(board)
    return {"cells": list(land.group[terms.space(cell, land, "cell")])}


def assemble(
    slots: Slots, sections: Annotated[Mapping[Word, terms.Rows], Meta(max_length=4)] | None = None
) -> Struct:
    """Answer the board assembled of four sections in their orientations (IC-SETUP-2, IC-R2)."""
    available = dict(terms.DEFAULT.sections)
    if sections is not None:
        listed = {name: list(given) for name, given in sections.items()}
        sound(wrong_data({"board": {"sections": listed}}), "sections", below=3)
        available = dict(sections)
    laid = {}
    for slot in SLOTS:
        name, turns = getattr(slots, slot)
        if name not in available:
            raise wrong(
                "slots", slot, expected=say("[a section not yet used, clockwise quarter turns]")
            )
        laid[slot] = turned(available.pop(name), turns)
    return {"board": list(life.assemble(laid))}


def placement(board: terms.Grid, taken: terms.Places, cell: Word) -> Struct:
    """Answer whether a piece may start on a space (IC-SETUP-10)."""
    land = terms.land(board)
    pieces = tuple(Player(piece) for piece in (None, *terms.spaces(taken, land, "taken")))
    state = State(terms.DEFAULT, pieces, board=land.rows)
    return _ok(setup.why_not_place(state, PlacePiece(cell)))


def row_move(
    board: terms.Grid,
    cubes: terms.Cubes,
    player: Word,
    *,
    removed_from_row: terms.OfRow,
    from_: Word,
    to: Word,
    exact_move: bool = terms.DEFAULT.exact_move,
) -> Struct:
    """Answer whether the shift row allows a move of a cube (IC-ADV-5, IC-R41, IC-R42)."""
    land = terms.land(board)
    settings = replace(terms.DEFAULT, advanced=True, exact_move=exact_move)
    row = settings.row_actions.index("shift") + 1
    gone = tuple(f"r{row}c{column}" for column in range(1, removed_from_row + 1))
    players = [Player(cubes=terms.spaces(own, land, "cubes", name)) for name, own in cubes.items()]
    mover = replace(players[seat_of(player, tuple(cubes), "player")], removed=gone)
    state = State(settings, (mover, *players), board=land.rows)
    return _ok(row_actions.why_not_shift(state, Shift(from_, to)))


def _ok(refusal: Refusal | None) -> Struct:
    if refusal is None:
        return {"ok": True}
    return {"ok": False, **refusal_answer(refusal)}
