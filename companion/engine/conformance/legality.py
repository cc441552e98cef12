"""Checks that ``legal_actions``, ``why_not`` and ``apply_action`` agree."""

from typing import Final

from companion.engine.conformance.bench import Bench, ConformanceError
from companion.engine.conformance.plays import Position, offered
from companion.engine.game import Action, Correction, IllegalAction

_TRIED: Final = 3
"""How many legal actions of each position are applied."""


class Legality(Bench):
    """Which actions are legal, queried in every possible way."""

    def test_legal_actions_are_accepted(self) -> None:
        """``why_not`` is ``None`` for every legal action, and ``apply_action`` accepts it.

        Usual mistake: a rule is in ``why_not``, but missing from ``legal_actions``.
        """
        for play in self.plays():
            if play.failure:
                raise ConformanceError(f"{play}, after {len(play.moves)} actions", play.failure)
        for position, legal in self.open_positions():
            for action in legal:
                refusal = self.game.why_not(position.state, action)
                if refusal is not None:
                    raise ConformanceError(
                        position, f"{action} is legal but refused: {refusal.code}"
                    )
            for action in legal[:_TRIED]:
                try:
                    self.game.apply_action(position.state, action)
                except Exception as error:
                    raise ConformanceError(
                        position, f"{action} is legal but fails: {error!r}"
                    ) from error

    def test_other_actions_are_refused(self) -> None:
        """An action that is legal elsewhere, or mixed from legal ones, is refused unless listed.

        Usual mistake: a rule is in ``legal_actions``, but missing from ``why_not``.
        """
        for position, action in self.foreign():
            accepted = self.game.why_not(position.state, action) is None
            if accepted and not self.allows(position, action):
                raise ConformanceError(
                    position, f"{action} is not listed, but why_not has no reason"
                )

    def test_nonsense_is_refused(self) -> None:
        """``why_not`` returns a refusal for incomplete actions and values that do not exist.

        Usual mistake: an unchecked value from a tag is used as an index or a key.
        """
        for position, action in self.nonsense():
            try:
                refusal = self.game.why_not(position.state, action)
            except Exception as error:
                raise ConformanceError(
                    position, f"why_not fails for {action}: {error!r}"
                ) from error
            if refusal is None and not self.allows(position, action):
                raise ConformanceError(position, f"{action} is nonsense, but why_not has no reason")

    def test_a_refused_action_changes_nothing(self) -> None:
        """``apply_action`` raises ``IllegalAction`` with the refusal of ``why_not``.

        Usual mistake: an illegal action is silently ignored, or partly carried out.
        """
        seen, before = None, ""
        for position, action, refusal in self.refusals():
            if position is not seen:
                seen, before = position, repr(position.state)
            try:
                self.game.apply_action(position.state, action)
            except IllegalAction as error:
                if error.refusal != refusal:
                    raise ConformanceError(
                        position, f"{action}: {error.refusal} is not {refusal}"
                    ) from None
            except Exception as error:
                raise ConformanceError(position, f"{action} raises {error!r}") from error
            else:
                raise ConformanceError(
                    position, f"{action} is refused ({refusal.code}), but was applied"
                )
            if repr(position.state) != before:
                raise ConformanceError(position, f"{action} was refused, but has changed the state")

    def test_the_order_is_fixed(self) -> None:
        """``legal_actions`` have the same order every time, in every process.

        Usual mistake: they are collected in a set; ``line`` shows it, because the order differs in
        a new process.
        """
        for position, _ in self.open_positions():
            for actor in self.actors(position):
                once = self.game.legal_actions(position.state, actor)
                if self.game.legal_actions(position.state, actor) != once:
                    raise ConformanceError(
                        position, "legal_actions come in another order when asked again"
                    )
        play = self.plays()[0]
        notations = tuple(self.game.action_to_string(move.action) for move in play.moves)
        for i, (expected, played) in enumerate(zip(self.line, notations, strict=False)):
            if expected != played:
                raise ConformanceError(
                    f"{play}, after {i} actions", f"plays {played}, not {expected}"
                )

    def test_no_action_is_listed_twice(self) -> None:
        """``legal_actions`` are all different.

        Usual mistake: the same action is listed twice, such as for two equal cards in a hand.
        """
        for position, _ in self.open_positions():
            for actor in self.actors(position):
                listed = self.game.legal_actions(position.state, actor)
                if len(set(listed)) < len(listed):
                    raise ConformanceError(position, f"an action is listed twice: {listed}")

    def test_corrections_are_labelled_and_possible(self) -> None:
        """Corrections are of type ``Correction``, are accepted, and the game can continue then.

        Usual mistake: a correction that could also be taken as an action of the game.
        """
        for position, legal in self.open_positions():
            corrections = self.corrections(position)
            for correction in corrections:
                if not isinstance(correction, Correction):
                    raise ConformanceError(position, f"{correction} must derive from Correction")
                if self.game.why_not(position.state, correction) is not None:
                    raise ConformanceError(position, f"{correction} is offered, but refused")
            for correction in {type(correction): correction for correction in corrections}.values():
                state = self.game.apply_action(position.state, correction).state
                stuck = not any(offered(self.game, position.play.setup, state))
                if stuck and not self.game.is_terminal(state):
                    raise ConformanceError(position, f"after {correction} nothing is legal")
            mixed_up = [action for action in legal if isinstance(action, Correction)]
            if mixed_up:
                raise ConformanceError(
                    position, f"{mixed_up[0]} is a correction, but listed as legal"
                )

    def allows(self, position: Position, action: Action) -> bool:
        """Return whether an action is among the legal actions or the corrections."""
        if action in self.legal(position):
            return True
        return action in self.corrections(position)
