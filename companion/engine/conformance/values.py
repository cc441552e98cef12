"""Checks that a game is pure: states are values, and there is no other storage."""

import random
from collections.abc import Mapping

import msgspec

from companion.engine.conformance.bench import Bench, ConformanceError
from companion.engine.conformance.plays import Position


class Values(Bench):
    """States, actions and events are values; the game's functions depend on nothing else."""

    def test_play_is_repeatable(self) -> None:
        """The same actions from the same setup lead to the same states and events.

        Usual mistake: chance, a counter or the time of day inside the rules.
        """
        for play in self.plays():
            state = self.game.new_initial_state(play.setup)
            for i, move in enumerate(play.moves):
                step = self.game.apply_action(state, move.action)
                state = step.state
                if repr(state) != play.snapshots[i + 1] or step.events != move.step.events:
                    raise ConformanceError(play, f"action {i + 1}, {move.action}, led elsewhere")

    def test_old_states_never_change(self) -> None:
        """A state is the same after the whole game and all checks as when it was new.

        Usual mistake: a list or dictionary shared by a state and its successors.
        """
        for play in self.plays():
            for after, (state, snapshot) in enumerate(
                zip(play.states, play.snapshots, strict=True)
            ):
                if repr(state) != snapshot:
                    raise ConformanceError(
                        play, f"the state after {after} actions has changed since"
                    )

    def test_records_are_values(self) -> None:
        """States, actions and events are frozen records whose fields are all hashable.

        Usual mistake: a list or dictionary as a field.
        """
        for position in self.positions():
            for value in (position.state, *self.legal(position), *position.events):
                if not _is_frozen(value):
                    raise ConformanceError(
                        position, f"{type(value).__name__} is not a frozen record"
                    )
                try:
                    hash(value)
                except TypeError as error:
                    raise ConformanceError(position, f"{type(value).__name__}: {error}") from error

    def test_a_state_is_complete(self) -> None:
        """An action on a state has the same result, independent of earlier calls.

        Usual mistake: the game object itself stores data, such as the last player.
        """
        positions = list(self.positions())
        random.Random(0).shuffle(positions)  # noqa: S311 - any order but that of the play
        for position in positions:
            if position.after < len(position.play.moves):
                move = position.play.moves[position.after]
                state = self.game.apply_action(position.state, move.action).state
                if repr(state) != position.play.snapshots[position.after + 1]:
                    raise ConformanceError(
                        position, f"{move.action} led elsewhere when taken again"
                    )

    def test_questions_change_no_answer(self) -> None:
        """Every query about a state returns the same result when repeated.

        Usual mistake: a cache or counter inside the game.
        """
        for position in self.positions():
            once, again = (_answers(self, position) for _ in range(2))
            for question, answer in once.items():
                if answer != again[question]:
                    raise ConformanceError(
                        position, f"{question} was {answer}, is {again[question]}"
                    )

    def test_invariants_hold(self) -> None:
        """``violations`` finds nothing in any step of the plays.

        Usual mistake: an action that omits part of its bookkeeping.
        """
        for play in self.plays():
            for i, move in enumerate(play.moves):
                broken = self.game.violations(play.states[i], move.step)
                if broken:
                    raise ConformanceError(
                        play, f"action {i + 1}, {move.action}, breaks: {broken[0]}"
                    )


def _answers(bench: Bench, position: Position) -> Mapping[str, object]:
    game, state = bench.game, position.state
    observations = {
        f"observation {who}": game.observation(state, who) for who in bench.viewers(position)
    }
    prompts = {f"prompt {who}": game.prompt(state, who) for who in bench.viewers(position)}
    return {
        **observations,
        **prompts,
        "current_player": game.current_player(state),
        "active_players": game.active_players(state),
        "awaited": game.awaited(state),
        "untimed": game.untimed(state),
        "diagram": game.diagram(state),
        "chance_outcomes": game.chance_outcomes(state),
        "is_terminal": game.is_terminal(state),
        "returns": game.returns(state),
        "winners": game.winners(state),
        "score_breakdown": game.score_breakdown(state),
        "corrections": game.corrections(state),
        "summary": game.summary(state),
        "status": game.status(state),
        "outlook": game.outlook(state, 0),
        "advice": game.advice(state, 0),
        "pieces": game.pieces(state),
        "placements": game.placements(state),
    }


def _is_frozen(value: object) -> bool:
    if isinstance(value, msgspec.Struct):
        return value.__struct_config__.frozen
    params = getattr(type(value), "__dataclass_params__", None)
    return params is not None and params.frozen is True
