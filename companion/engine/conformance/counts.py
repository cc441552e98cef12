"""Golden counts of a game's tree (perft)."""

from typing import Any, Final

from companion.engine.conformance.bench import Bench, ConformanceError
from companion.engine.conformance.plays import offered
from companion.engine.game import CHANCE, Setup

_DEPTH: Final = 2
"""How many actions deep to count where the author gives no golden counts."""


class Counts(Bench):
    """The size of the game's tree: the only check that knows more than the game itself."""

    def test_perft(self) -> None:
        """From ``opening()`` the numbers of sequences of 1, 2, ... actions equal ``perft``.

        Without golden counts, counting twice must give the same numbers. Usual mistake: a rule
        missing from all functions, so that they are consistently wrong.
        """
        setup, state = self.opening()
        depths = range(1, (len(self.perft) or _DEPTH) + 1)
        counted = tuple(self._count(setup, state, depth) for depth in depths)
        golden = tuple(self.perft) or tuple(self._count(setup, state, depth) for depth in depths)
        if counted != golden:
            raise ConformanceError(state, f"there are {counted} sequences of actions, not {golden}")

    @classmethod
    def opening(cls) -> tuple[Setup, Any]:
        """Return the position where counting starts: by default, where the first seat acts.

        Until then, CHANCE takes the first action that is legal for it.
        """
        setup = cls.setups()[0]
        state = cls.game.new_initial_state(setup)
        while drawn := cls.game.legal_actions(state, CHANCE):
            state = cls.game.apply_action(state, drawn[0]).state
        return setup, state

    def _count(self, setup: Setup, state: Any, depth: int) -> int:  # noqa: ANN401 - a state
        able = dict.fromkeys(action for _, action in offered(self.game, setup, state))
        if depth == 1:
            return len(able)
        after = (self.game.apply_action(state, action).state for action in able)
        return sum(self._count(setup, following, depth - 1) for following in after)
