"""Checks that hidden information cannot be seen."""

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from companion.engine import facets
from companion.engine.conformance.bench import Bench, ConformanceError
from companion.engine.conformance.plays import Position
from companion.engine.game import CHANCE, SPECTATOR, Action

_FUTURES: Final = 6
"""How many actions of a position are tried to find states that look alike."""


class Secrets(Bench):
    """Checks of the observations of seats and spectators."""

    def test_observations_are_json(self) -> None:
        """A seat's observation is plain JSON, for a phone at the table.

        Usual mistake: a record or a tuple as a key is passed on as it is.
        """
        for position in self.positions():
            for viewer in self.viewers(position):
                observation = self.game.observation(position.state, viewer)
                try:
                    json.dumps(observation)
                except TypeError as error:
                    raise ConformanceError(position, f"observation of {viewer}: {error}") from error

    def test_no_seat_sees_a_secret(self) -> None:
        """States that differ only in secrets (``twins``) have the same observation.

        A game whose seats see different things has secrets, and must give twins. Usual mistake: a
        copy of a hidden value, such as the last card drawn, in a public part.
        """
        differ, proven = None, False
        for position in self.positions():
            for viewer in position.seats:
                for twin in self.twins(position.state, viewer):
                    proven = proven or twin != position.state
                    parts = self._differences(position.state, twin, viewer)
                    if parts:
                        raise ConformanceError(position, f"seat {viewer} sees a secret in {parts}")
            if len({self._sees(position.state, seat) for seat in position.seats}) > 1:
                differ = position
        if differ and not proven:
            raise ConformanceError(
                differ, "the seats see different things, so there are secrets: give twins"
            )

    def test_a_spectator_sees_no_more_than_a_seat(self) -> None:
        """Where a seat cannot distinguish two states, a spectator cannot either.

        Usual mistake: the spectator's view is the whole state, because no seat's is.
        """
        first_views: dict[tuple[int, str], str] = {}
        for position, state in self._futures():
            open_to_all = self._sees(state, SPECTATOR)
            for seat in position.seats:
                first_view = first_views.setdefault((seat, self._sees(state, seat)), open_to_all)
                if first_view != open_to_all:
                    raise ConformanceError(
                        position, f"a spectator sees what is hidden from seat {seat}"
                    )

    def test_displays_show_no_secret(self) -> None:
        """Prompts, summary, diagram, outlook and advice contain only what a spectator may know.

        Usual mistake: a prompt names the card that was just drawn.
        """
        shown: dict[str, object] = {}
        twins = ((position, twin) for position, _, twin in self._all_twins())
        for position, state in (*self._futures(), *twins):
            says = (
                self.game.summary(state),
                self.game.status(state),
                self.game.diagram(state),
                self.game.open_score(state),
                self.game.sprites(state),
                [self.game.prompt(state, seat) for seat in position.seats],
                [self.game.outlook(state, seat) for seat in position.seats],
                [self.game.advice(state, seat) for seat in position.seats],
            )
            if shown.setdefault(self._sees(state, SPECTATOR), says) != says:
                raise ConformanceError(position, f"{says} tells what a spectator may not know")

    def test_private_lines_are_the_seats_own(self) -> None:
        """States that a seat cannot distinguish (``twins``) give it the same ``private`` lines.

        Usual mistake: the lines are always those of the player whose turn it is.
        """
        for position, seat, twin in self._all_twins():
            private = self.game.private(position.state, seat)
            if private != self.game.private(twin, seat):
                raise ConformanceError(position, f"seat {seat} is told a secret: {private}")

    def test_a_secret_action_tells_nobody_else(self) -> None:
        """All secret actions of a seat look the same to others.

        ``audience`` makes actions and events secret. Usual mistake: an event, or whose turn it is,
        reveals what a player has played face down.
        """
        for position, legal in self.open_positions():
            first_views: dict[object, object] = {}
            for action in legal:
                knows = self.game.audience(position.state, action)
                if knows is None:
                    continue
                visible = self._happens(position.state, action)
                if first_views.setdefault((type(action), knows), visible) != visible:
                    raise ConformanceError(position, f"others than {knows} learn of {action}")

    def test_who_is_next_depends_on_no_secret(self) -> None:
        """Open actions other than ``secret_turns`` lead to the same player in all ``twins``.

        Usual mistake: whoever has laid the highest card face down is next.
        """
        game = self.game
        if not isinstance(game, facets.Secrets):
            return
        # The label of a key is read by all, so a twin of anybody counts, whoever presses the key.
        for position, _, twin in self._all_twins():
            for seat in game.active_players(position.state):
                for action in game.legal_actions(position.state, seat):
                    secret = isinstance(action, game.secret_turns)
                    if not secret and game.audience(position.state, action) is None:
                        self._leads_to_the_same(position, action, twin)

    def _leads_to_the_same(self, position: Position, action: Action, twin: Any) -> None:  # noqa: ANN401 - a state
        if self.game.why_not(twin, action) is not None:
            return
        if len({self._next_after(state, action) for state in (position.state, twin)}) > 1:
            raise ConformanceError(position, f"who is next after {action} depends on a secret")

    def _next_after(self, state: Any, action: Action) -> int:  # noqa: ANN401 - a state
        """Return the next player after an action and the chance outcomes that it causes."""
        game = self.game
        after = game.apply_action(state, action).state
        while game.current_player(after) == CHANCE:
            after = game.apply_action(after, game.chance_outcomes(after)[0][0]).state
        return game.current_player(after)

    def test_a_seat_knows_what_it_may_do(self) -> None:
        """Where a seat cannot distinguish two states, it has the same legal actions.

        Usual mistake: an action is refused because of something that only another seat knows.
        """
        able: dict[tuple[int, str], object] = {}
        alike = ((at, seat, state) for at, state in self._futures() for seat in at.seats)
        for position, seat, state in (*alike, *self._all_twins()):
            legal = frozenset(self.game.legal_actions(state, seat))
            if able.setdefault((seat, self._sees(state, seat)), legal) != legal:
                raise ConformanceError(
                    position, f"what seat {seat} may do depends on what it cannot see"
                )

    def _happens(self, before: Any, action: Action) -> object:  # noqa: ANN401 - a state
        """Return what all players notice of an action."""
        game = self.game
        with suppress(Exception):  # one check reports it, whatever it is
            step = game.apply_action(before, action)
            return (
                game.current_player(step.state),
                game.active_players(step.state),
                game.awaited(step.state),
                game.instructions(before, action, step),
                [event for event in step.events if game.audience(before, event) is None],
            )
        return None

    def _all_twins(self) -> Iterator[tuple[Position, int, Any]]:
        for position in self.positions():
            for seat in position.seats:
                yield from ((position, seat, twin) for twin in self.twins(position.state, seat))

    def _differences(self, state: Any, twin: Any, viewer: int) -> list[str]:  # noqa: ANN401 - states
        """Return the parts of an observation in which two states differ."""
        observation, other = (self.game.observation(version, viewer) for version in (state, twin))
        return [key for key in {**observation, **other} if observation.get(key) != other.get(key)]

    def _sees(self, state: Any, viewer: int) -> str:  # noqa: ANN401 - a game's state
        return json.dumps(self.game.observation(state, viewer), sort_keys=True, default=repr)

    @classmethod
    @lru_cache(maxsize=4)
    def _futures(cls) -> tuple[tuple[Position, Any], ...]:
        """Return states that may look alike: the results of different actions in one position."""
        return tuple(cls._possible())

    @classmethod
    def _possible(cls) -> Iterator[tuple[Position, Any]]:
        for position, legal in cls.open_positions():
            yield position, position.state
            every = max(1, len(legal) // _FUTURES)
            for action in legal[::every]:
                with suppress(Exception):  # one check reports it, whatever it is
                    step = cls.game.apply_action(position.state, action)
                    yield position, step.state
