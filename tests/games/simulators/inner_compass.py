"""A second implementation of Inner Compass at the level `full`, to compare the engine with.

Written from `docs/rules/inner-compass.md` alone, by somebody who had not read the engine. It
imports nothing of the companion. Its state is plain and changes in place.
"""

from collections.abc import Iterable

from tests.games.simulators.inner_compass_table import (
    BASE_COST,
    COLOURS,
    COMPASS_EP,
    HAND_LIMIT,
    ROW_EP,
    ROW_SHIFT,
    STEPS,
    VALUE_TOKENS,
    Struct,
    Table,
    Turn,
    name,
    place,
    square_name,
    square_place,
)
from tests.games.simulators.inner_compass_tiles import Space, count, neighbours, points


class Simulator(Table):
    """One game from setup to end, driven by the actions of a log."""

    # What is possible

    def legal(self) -> list[Struct]:
        """What the seat that acts may do."""
        choices = {
            "pieces": (self.places,),
            "free": (self.moves, self.free_moves),
            "step": (self.moves,),
            "act": (self.end, self.feels, self.moves, self.imprints),
            "memory": (self.end, self.imprints),
            "shift": (self.stays, self.shifts),
            "value": (self.value_tiles,),
            "close": (self.end,),
            "discard": (self.discards,),
        }
        return [action for choice in choices[self.phase] for action in choice()]

    def places(self) -> list[Struct]:
        """IC-SETUP-10."""
        return [{"type": "place_piece", "space": name(space)} for space in self.free_spaces()]

    def end(self) -> list[Struct]:
        """What is optional can be left out (section 4)."""
        return [{"type": "end_turn"}]

    def stays(self) -> list[Struct]:
        """IC-ADV-3: a row action is optional."""
        return [{"type": "stay"}]

    def value_tiles(self) -> list[Struct]:
        """IC-VALUE-2: any tile but that of the player's other token."""
        own = self.seats[self.current].values
        return [{"type": "place_value", "tile": tile} for tile in self.tiles if tile not in own]

    def discards(self) -> list[Struct]:
        """IC-CLEAN-1: by choice, one card after another."""
        hand = self.seats[self.current].hand
        return [{"type": "discard", "card": card} for card in COLOURS if hand[card]]

    def piece(self) -> Space:
        """Where the piece of the player on turn stands."""
        space = self.seats[self.current].piece
        assert space is not None
        return space

    def moves(self) -> list[Struct]:
        """IC-MOVE-1..3, IC-FEEL-2: one step, out of the colour after a free move (IC-FREE-3)."""
        row, column = self.piece()
        return [
            {"type": "move", "direction": direction}
            for direction, (down, right) in STEPS.items()
            if (row + down, column + right) in self.spaces_of()
            and self.colour((row + down, column + right)) != self.turn.duty
        ]

    def free_moves(self) -> list[Struct]:
        """IC-FREE-1, neither to the same space (IC-R5) nor where step 2 is impossible (IC-R6)."""
        here = self.piece()
        size = len(self.board)
        return [
            {"type": "free_move", "space": name(space)}
            for space in self.group(here)
            if space != here
            and any(self.colour(other) != self.colour(here) for other in neighbours(space, size))
        ]

    def bonus_possible(self) -> bool:
        """IC-FEEL-3, if there is a card at all (IC-R36)."""
        card = self.display[self.turn.direction]
        return card == self.colour(self.piece()) and self.pool.total() > 0

    def feels(self) -> list[Struct]:
        """IC-FEEL-1; the bonus card may be declined (IC-R12)."""
        if self.turn.direction not in self.display:
            return []
        choices = (True, False) if self.bonus_possible() else (True,)
        return [{"type": "feel", "bonus": bonus} for bonus in choices]

    # Imprint

    def cost(self, space: Space) -> int:
        """What a memory on `space` costs the player on turn (section 4.5)."""
        colour = self.colour(space)
        others = (seat for number, seat in enumerate(self.seats) if number != self.current)
        extra = int(any(space in seat.cubes for seat in others))  # IC-COST-3
        lowest = [emotion for emotion in self.track if emotion in COLOURS]
        if self.options["discount"] == "spaces":  # IC-R14
            lowest = self.track
        discount = int(colour in lowest[-2:])  # IC-COST-4
        if self.options["floor"] == "emotion":  # IC-R15
            return max(1, BASE_COST[colour] - discount) + extra
        return max(1, BASE_COST[colour] + extra - discount)  # IC-COST-5

    def cube_squares(self, colour: str) -> list[Space]:
        """The squares that the cube may come from (IC-IMPRINT-4, IC-IMPRINT-5, IC-R18)."""
        removed = self.seats[self.current].removed
        left = [
            (row, column)
            for row, colours in enumerate(self.layout)
            for column in range(len(colours))
            if (row, column) not in removed
        ]
        return [square for square in left if self.layout[square[0]][square[1]] == colour] or left

    def row_action(self, square: Space) -> str:
        """The action of the row that the cube comes from (IC-ADV-1, IC-ADV-3)."""
        if self.options["mode"] != "advanced":
            return ""
        return str(self.data["player_board"]["advanced_rows"][square[0]])

    def payments(self, colour: str, cost: int, *, wild: bool) -> list[str]:
        """IC-COST-2, IC-COST-6; one card of another colour from the wild row (IC-ADV-2, IC-R38)."""
        hand = self.seats[self.current].hand
        others = [card for card in COLOURS if wild and card != colour and hand[card]]
        own = [[colour] * cost] if hand[colour] >= cost else []
        mixed = [[colour] * (cost - 1) + [card] for card in others if hand[colour] >= cost - 1]
        return ["".join(sorted(cards, key=COLOURS.index)) for cards in own + mixed]

    def imprints(self) -> list[Struct]:
        """IC-IMPRINT-1..7: every square and payment for a memory under the piece."""
        seat, space = self.seats[self.current], self.piece()
        if space in seat.cubes:  # IC-IMPRINT-6
            return []
        colour = self.colour(space)
        return [
            {
                "type": "imprint",
                "emotion": colour,
                "space": name(space),
                "square": square_name(square),
                "pay": pay,
            }
            for square in self.cube_squares(colour)
            for pay in self.payments(
                colour, self.cost(space), wild=self.row_action(square) == "wild"
            )
        ]

    def shifts(self) -> list[Struct]:
        """IC-ADV-5: where one own cube may go (IC-R41, IC-R42)."""
        assert self.turn.memory is not None
        cubes = self.seats[self.current].cubes
        distance = ROW_SHIFT[self.gone_from_row(self.turn.memory[0]) - 1]
        exact = self.options["exact_move"]
        return [
            {"type": "shift", "source": name(source), "space": name(space)}
            for source in cubes
            for space in self.spaces_of() - cubes
            if (away := abs(source[0] - space[0]) + abs(source[1] - space[1])) <= distance
            and (away == distance or not exact)
        ]

    def gone_from_row(self, row: int) -> int:
        """How many cubes are gone from a row of the player board (IC-R40)."""
        return sum(square[0] == row for square in self.seats[self.current].removed)

    # What actions do

    def throw(self, cards: Iterable[str]) -> None:
        """Put cards of the player on turn on the discard pile."""
        for card in cards:
            self.seats[self.current].hand[card] -= 1
            self.discard[card] += 1
        self.reshuffle()

    def do_free_move(self, space: str) -> None:
        self.turn.duty = self.colour(self.piece())
        self.seats[self.current].piece = place(space)
        self.phase = "step"

    def do_move(self, direction: str) -> None:
        row, column = self.piece()
        down, right = STEPS[direction]
        self.seats[self.current].piece = (row + down, column + right)
        if self.phase == "act":
            self.phase = "memory"
        else:
            self.turn.duty, self.turn.direction = "", direction  # IC-R7, IC-R8
            self.phase = "act"

    def do_feel(self, *, bonus: bool) -> None:
        drawn = bonus and self.bonus_possible()
        self.seats[self.current].hand[self.display.pop(self.turn.direction)] += 1
        self.phase = "bonus" if drawn else "memory"

    def do_imprint(self, emotion: str, space: str, square: str, pay: str) -> None:
        seat = self.seats[self.current]
        self.throw(pay)
        self.turn.colour, self.turn.memory = emotion, square_place(square)
        seat.cubes.add(place(space))
        seat.removed.add(self.turn.memory)
        row = self.turn.memory[0]
        action = self.row_action(self.turn.memory)
        if action == "ep":  # IC-ADV-4, IC-R40
            seat.ep += ROW_EP[self.gone_from_row(row) - 1]
        if action == "shift" and self.shifts():
            self.phase = "shift"
        else:
            self.finish_memory()

    def do_shift(self, source: str, space: str) -> None:
        self.seats[self.current].cubes.remove(place(source))
        self.seats[self.current].cubes.add(place(space))
        self.finish_memory()

    def do_stay(self) -> None:
        self.finish_memory()

    def finish_memory(self) -> None:
        """Sections 4.6 and 4.7, and the end (IC-END-1)."""
        seat = self.seats[self.current]
        seat.ep += self.data["track"]["ep"][self.track.index(self.turn.colour)]  # IC-EP-1, IC-R20
        self.track.remove(self.turn.colour)  # IC-TRACK-1
        self.track.append(self.turn.colour)
        if self.track[0] == "X":  # IC-TRACK-2
            self.track.append(self.track.pop(0))
        before = seat.lines
        seat.lines += self.new_lines()
        self.turn.tokens = min(VALUE_TOKENS, seat.lines) - min(VALUE_TOKENS, before)  # IC-VALUE-1
        third = seat.lines > VALUE_TOKENS and seat.lines > before
        if self.options["double_clear"] == "go_on":  # IC-R50
            third = third and before >= VALUE_TOKENS
        if third and self.compass is None:  # IC-END-2, IC-R27
            self.compass = self.current
            number = len(self.seats)
            self.remaining = [(self.current + step) % number for step in range(1, number)]
        self.phase = "value" if self.turn.tokens else "close"

    def new_lines(self) -> int:
        """How many lines this turn's cube has cleared: a row, a column, or both (IC-VALUE-4)."""
        assert self.turn.memory is not None
        row, column = self.turn.memory
        removed = self.seats[self.current].removed
        whole_row = {(row, number) for number in range(len(self.layout[0]))}
        whole_column = {(number, column) for number in range(len(self.layout))}
        return (whole_row <= removed) + (whole_column <= removed)

    def do_place_value(self, tile: str) -> None:
        seat = self.seats[self.current]
        if all(tile not in other.values for other in self.seats):  # IC-VALUE-3
            seat.ep += self.options["first_bonus"]
        seat.values.append(tile)
        self.turn.tokens -= 1
        if not self.turn.tokens:
            self.phase = "close"

    def do_end_turn(self) -> None:
        self.clean_up()

    def do_discard(self, card: str) -> None:
        self.throw(card)
        self.clean_up()

    def clean_up(self) -> None:
        """Section 4.8: first the hand, then the display, then the next player."""
        if self.seats[self.current].hand.total() > HAND_LIMIT:
            self.phase = "discard"
        else:
            self.refill()

    def refill(self) -> None:
        """IC-CLEAN-2, IC-R36: a card for every empty slot, while there are any."""
        if len(self.display) < len(STEPS) and self.pool.total():
            self.phase = "refill"
            return
        self.turn = Turn()
        if self.remaining is None:
            self.current = (self.current + 1) % len(self.seats)  # IC-CLEAN-4
        elif self.remaining:
            self.current = self.remaining.pop(0)  # IC-END-3
        else:
            self.phase = "over"  # IC-END-4
            return
        self.phase = "free"

    # Points

    def scores(self) -> tuple[int, ...]:
        """What each seat has if the game ends now (IC-END-5)."""
        return tuple(
            seat.ep
            + (COMPASS_EP if self.compass == number else 0)
            + sum(self.tile_points(number, tile) for tile in seat.values)
            for number, seat in enumerate(self.seats)
        )

    def tile_points(self, seat: int, tile: str) -> int:
        """What a tile brings a seat."""
        others = [other.cubes for number, other in enumerate(self.seats) if number != seat]
        own = frozenset(self.seats[seat].cubes)
        kind = tile.split("-", maxsplit=1)[0]
        return points(kind, count(kind, self.board, own, frozenset().union(*others)))

    def winners(self) -> tuple[int, ...]:
        """IC-TIE-1, IC-TIE-2: most points, then most cards in hand, else shared."""
        totals = self.scores()
        best = max(
            (total, seat.hand.total()) for total, seat in zip(totals, self.seats, strict=True)
        )
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if (totals[number], seat.hand.total()) == best
        )
