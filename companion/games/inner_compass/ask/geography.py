"""Questions about the Life board: groups, sections, pieces and shifted cubes."""

from msgspec.structs import replace

from companion.engine.game import Refusal, Struct
from companion.engine.message import say
from companion.engine.questions import Fields, refused
from companion.games.inner_compass import rows, setup
from companion.games.inner_compass.actions import PlacePiece, Shift
from companion.games.inner_compass.ask import terms
from companion.games.inner_compass.board import SLOTS, Rows, assemble, turned
from companion.games.inner_compass.state import Player, State


def group(fields: Fields) -> Struct:
    """Answer which spaces are in the same group as a space (IC-FREE-2, IC-R3)."""
    land = terms.land(fields)
    return {"cells": list(land.group[terms.space(fields, "cell", land)])}


def assembled(fields: Fields) -> Struct:
    """Answer which board four sections make, turned as they lie (IC-SETUP-2, IC-R2)."""
    sections = _sections(fields)
    slots = fields.fields("slots")
    laid: dict[str, Rows] = {}
    used = set()
    for slot in SLOTS:
        match slots.items(slot):
            case (str(name), int(turns)) if name in sections and name not in used:
                laid[slot] = turned(sections[name], turns)
                used.add(name)
            case _:
                raise slots.wrong(slot, say("[a section not yet used, clockwise quarter turns]"))
    return {"board": list(assemble(laid))}


def _sections(fields: Fields) -> dict[str, Rows]:
    if "sections" not in fields:
        return dict(terms.DEFAULT.sections)
    sections = fields.fields("sections")
    terms.sound(fields, "sections", {"board": {"sections": fields.any("sections")}})
    return {name: sections.texts(name) for name in sections.names}


def placement(fields: Fields) -> Struct:
    """Answer whether a piece may start on a space (IC-SETUP-10)."""
    land = terms.land(fields)
    taken = terms.spaces(fields, "taken", land)
    cell = fields.text("cell")
    pieces = tuple(Player(piece) for piece in (None, *taken))
    state = State(terms.DEFAULT, pieces, board=land.rows)
    return _ok(setup.why_not_place(state, PlacePiece(cell)))


def row_move(fields: Fields) -> Struct:
    """Answer whether the shift row allows a move of a cube (IC-ADV-5, IC-R41, IC-R42)."""
    land = terms.land(fields)
    cubes = fields.fields("cubes")
    player = fields.one_of("player", cubes.names)
    settings = replace(
        terms.DEFAULT,
        advanced=True,
        exact_move=fields.truth("exact_move", terms.DEFAULT.exact_move),
    )
    row = settings.row_actions.index("shift") + 1
    gone = tuple(f"r{row}c{column}" for column in range(1, terms.of_row(fields) + 1))
    mover = Player(removed=gone, cubes=terms.spaces(cubes, player, land))
    shift = Shift(fields.text("from"), fields.text("to"))
    others = (Player(cubes=terms.spaces(cubes, name, land)) for name in cubes.names)
    state = State(settings, (mover, *others), board=land.rows)
    return _ok(rows.why_not_shift(state, shift))


def _ok(refusal: Refusal | None) -> Struct:
    if refusal is None:
        return {"ok": True}
    return {"ok": False, **refused(refusal)}
