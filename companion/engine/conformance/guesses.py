"""Checks a robot's determinization: the guessed state matches its seat's observation."""

import random
from collections.abc import Collection, Iterator
from typing import Any

from companion.engine.conformance.bench import Bench, ConformanceError
from companion.engine.conformance.plays import Position
from companion.engine.game import Struct
from companion.engine.robots import can_play, determinize


class Guesses(Bench):
    """Checks of a robot's guesses at hidden state; skipped for games that robots cannot play."""

    guessed_otherwise: Collection[str] = ()
    """Keys of observations in which a guess may differ on purpose, such as settings."""

    def test_a_guess_fits_what_the_seat_sees(self) -> None:
        """A robot's guess has the same observation for its seat as the table.

        Usual mistake: a new field of the state is shown to the seat, but not copied into the guess.
        """
        for position, seat in self._turns():
            observation = self.game.observation(position.state, seat)
            looks = self.game.observation(self._guess(position, seat, observation), seat)
            parts = {
                key for key in {**observation, **looks} if observation.get(key) != looks.get(key)
            }
            if parts - {*self.guessed_otherwise}:
                what = ", ".join(sorted(parts))
                raise ConformanceError(position, f"seat {seat} sees otherwise than guessed: {what}")

    def test_a_guess_allows_the_same_actions(self) -> None:
        """A robot's guess has the same legal actions for its seat as the table.

        Usual mistake: a guess puts the only card that can be played into another hand.
        """
        for position, seat in self._turns():
            legal = self._able(position.state, seat)
            if any(self._able(twin, seat) != legal for twin in self.twins(position.state, seat)):
                continue  # no guess can know; another check reports it
            observation = self.game.observation(position.state, seat)
            if self._able(self._guess(position, seat, observation), seat) != legal:
                raise ConformanceError(position, f"seat {seat} may do otherwise than guessed")

    def test_a_guess_knows_no_secret(self) -> None:
        """States that differ only in secrets (``twins``) lead to the same guess from the same seed.

        Usual mistake: the game remembers the table's state, so that the robot need not guess.
        """
        for position, seat in self._turns():
            others = (twin for twin in self.twins(position.state, seat) if twin != position.state)
            twin = next(others, None)
            if twin is None:
                continue
            observation = self.game.observation(position.state, seat)
            guessed = self._guess(position, seat, observation)
            looks = self.game.observation(twin, seat)
            is_distinguishable = looks != observation  # another check reports it
            if not is_distinguishable and self._guess(position, seat, looks) != guessed:
                raise ConformanceError(position, f"a guess of seat {seat} knows a secret")

    def _turns(self) -> Iterator[tuple[Position, int]]:
        """Yield the positions and seats to act, at the level at which robots play."""
        for position in self.positions() if can_play(self.game) else ():
            if position.play.setup.level == self.game.levels[-1]:
                active = self.game.active_players(position.state)
                yield from ((position, seat) for seat in active if seat in position.seats)

    def _guess(self, position: Position, seat: int, observation: Struct) -> Any:  # noqa: ANN401 - a state
        play = position.play
        first = self.game.new_initial_state(play.setup)
        source = random.Random(play.seed + position.after)  # noqa: S311 - repeatable, no secret
        return determinize(self.game, first, observation, seat, source)

    def _able(self, state: Any, seat: int) -> frozenset[object]:  # noqa: ANN401 - a game's state
        return frozenset(self.game.legal_actions(state, seat))
