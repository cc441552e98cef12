"""Final scoring: lines with reasons, totals and winners (section 5)."""

from collections.abc import Iterator
from typing import Final

from companion.engine.game import ScoreLine
from companion.engine.text import Text, text
from companion.games.inner_compass.board import board
from companion.games.inner_compass.qualities import Groups, quality
from companion.games.inner_compass.refusals import tile_name
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.variant import COMPASS_EP, FINAL

_EP_RULES: Final = frozenset({"IC-EP-1", "IC-VALUE-3", "IC-ADV-4", "IC-AP-4"})


def own_tiles(state: State, seat: int) -> tuple[str, ...]:
    """Return the tiles with one of the player's value tokens, in the order of the display."""
    mine = {tile for player, tile in state.values if player == seat}
    return tuple(tile for tile in state.tiles if tile in mine)


def evidence(state: State, seat: int, tile: str) -> Groups:
    """Return the groups of cubes that a tile counts for a player; none without a board."""
    if state.board is None:
        return ()
    cubes = state.players[seat].cubes
    return quality(tile).count(board(state.board), cubes, state.others_cubes(seat))


def score_breakdown(state: State) -> tuple[ScoreLine, ...]:
    """Return every player's score lines in seat order (IC-END-5)."""
    return tuple(
        line
        for seat in range(len(state.players))
        for line in (*_collected(state, seat), *_tiles(state, seat))
    )


def _collected(state: State, seat: int) -> Iterator[ScoreLine]:
    player = state.players[seat]
    is_final = state.variant.level == FINAL
    source = text("score.collected") if is_final else text("score.track", n=player.memories)
    yield ScoreLine(seat, player.ep_track, "IC-EP-1", source)
    if is_final and player.cards_left is not None:
        yield ScoreLine(seat, 0, "IC-TIE-1", text("score.cards", n=player.cards_left))
    if player.ep_first:
        yield ScoreLine(seat, player.ep_first, "IC-VALUE-3", text("score.first"))
    if player.ep_row:
        yield ScoreLine(seat, player.ep_row, "IC-ADV-4", text("score.row"))
    if player.ep_corrected:
        yield ScoreLine(seat, player.ep_corrected, "IC-AP-4", text("score.corrected"))
    if state.compass == seat:
        yield ScoreLine(seat, COMPASS_EP, "IC-END-2", text("score.compass"))


def _tiles(state: State, seat: int) -> Iterator[ScoreLine]:
    for tile, count, groups in _counted(state, seat):
        rule = quality(tile)
        yield ScoreLine(seat, rule.points(count), rule.rule, _because(tile, count, groups))


def _counted(state: State, seat: int) -> Iterator[tuple[str, int, Groups]]:
    """Yield the player's tiles, their counts, and the counted groups of cubes."""
    typed = dict(state.players[seat].counts)
    for tile in own_tiles(state, seat):
        groups = evidence(state, seat, tile)
        yield tile, typed.get(tile, len(groups)), groups


def _because(tile: str, count: int, groups: Groups) -> Text:
    where = " ".join("+".join(group) for group in groups)
    return text(
        "score.tile" if where else "score.tile_count", tile=tile_name(tile), n=count, where=where
    )


def open_score(state: State) -> tuple[ScoreLine, ...]:
    """Return the public score lines: EP are secret until the end (IC-R29)."""
    lines = score_breakdown(state)
    if state.shows_totals:
        return lines
    return tuple(line for line in lines if line.rule not in _EP_RULES)


def returns(state: State) -> tuple[int, ...]:
    """Return each player's total if the game ended now."""
    return tuple(_total(state, seat) for seat in range(len(state.players)))


def _total(state: State, seat: int) -> int:
    """Return the points of all lines of a seat, without texts."""
    compass = COMPASS_EP if state.compass == seat else 0
    tiles = sum(quality(tile).points(count) for tile, count, _ in _counted(state, seat))
    return state.players[seat].ep + compass + tiles


def leaders(state: State) -> tuple[int, ...]:
    """Return the seats with the highest total (IC-TIE-1)."""
    totals = returns(state)
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def hand_size(state: State, seat: int) -> int | None:
    """Return the number of cards in hand, which breaks a tie, or ``None`` if unknown (IC-R37)."""
    player = state.players[seat]
    return player.hand_size if state.variant.follows_cards else player.cards_left


def decided(state: State) -> Text | None:
    """Return that cards in hand have broken the tie, and each tied player's number (IC-TIE-1)."""
    won = winners(state)
    if not won or len(leaders(state)) == len(won):
        return None
    hands = sorted((hand_size(state, seat) or 0 for seat in leaders(state)), reverse=True)
    return text("decided.cards", most=hands[0], less=hands[len(won)])


def winners(state: State) -> tuple[int, ...]:
    """Return the winners: by total, then by cards in hand, else shared (IC-TIE-1, IC-TIE-2)."""
    if state.phase is not Phase.OVER:
        return ()
    tied = leaders(state)
    if len(tied) == 1:
        return tied
    hands = {seat: hand_size(state, seat) or 0 for seat in tied}
    return tuple(seat for seat in tied if hands[seat] == max(hands.values()))
