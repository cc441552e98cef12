"""The simulator of Inner Compass at the level `scoring`, as section 10 of its rules tells it.

Neither pieces nor cards are followed, so a memory may be made on any space without an own cube, and
what it costs is left to the players. In a tie they count their cards.
"""

from collections import Counter

from tests.games.simulators.inner_compass import Simulator
from tests.games.simulators.inner_compass_table import HAND_LIMIT, Struct, Turn, name, square_name


class ScoringSimulator(Simulator):
    """One game in which only what lies on the boards is followed."""

    tied: list[int]
    """Seats with the most points whose cards are still to be counted."""

    def do_place_token(self, emotion: str) -> None:
        super().do_place_token(emotion)
        if self.phase == "display":  # nobody turns cards up
            self.phase = "start"

    def do_choose_start(self, player: int) -> None:
        super().do_choose_start(player)
        self.phase, self.current = "memory", player

    def legal(self) -> list[Struct]:
        if self.phase == "hands":
            return [{"type": "enter_hand", "cards": cards} for cards in range(HAND_LIMIT + 1)]
        return super().legal()

    def imprints(self) -> list[Struct]:
        """IC-IMPRINT-3..7, wherever the piece may stand and whatever is in hand."""
        return [
            {
                "type": "imprint",
                "emotion": self.colour(space),
                "space": name(space),
                "square": square_name(square),
                "pay": None,
            }
            for space in self.spaces_of() - self.seats[self.current].cubes
            for square in self.cube_squares(self.colour(space))
        ]

    def do_imprint(self, emotion: str, space: str, square: str, pay: str | None) -> None:
        super().do_imprint(emotion, space, square, pay or "")

    def clean_up(self) -> None:
        """IC-CLEAN-4, IC-END-3, IC-END-4: the next player, or the end."""
        self.turn = Turn()
        if self.remaining is None:
            self.current = (self.current + 1) % len(self.seats)
        elif self.remaining:
            self.current = self.remaining.pop(0)
        else:
            best = max(self.scores())
            tied = [seat for seat, total in enumerate(self.scores()) if total == best]
            self.tied = tied if len(tied) > 1 else []
            self.count_cards()
            return
        self.phase = "memory"

    def count_cards(self) -> None:
        """IC-TIE-1: those who are tied tell how many cards they have left, one after another."""
        if self.tied:
            self.phase, self.current = "hands", self.tied.pop(0)
        else:
            self.phase = "over"

    def do_enter_hand(self, cards: int) -> None:
        self.seats[self.current].hand = Counter({"?": cards})
        self.count_cards()
