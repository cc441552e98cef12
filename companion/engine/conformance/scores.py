"""Checks of points, winners and cited rules."""

import re
from typing import Final

from companion.engine.conformance.bench import Bench, ConformanceError
from companion.engine.conformance.plays import Position
from companion.engine.ranking import standing_of, team_of

_CODE: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Scores(Bench):
    """Checks of points and winners."""

    def test_score_lines_sum_to_returns(self) -> None:
        """Each seat's score lines sum to its ``returns``, in every state.

        Usual mistake: a bonus that is added to the total but has no line.
        """
        for position in self.positions():
            sums = dict.fromkeys(position.seats, 0)
            for line in self.game.score_breakdown(position.state):
                if line.player not in sums:
                    raise ConformanceError(position, f"{line} is of a seat that does not exist")
                sums[line.player] += line.points
            returns = self.game.returns(position.state)
            if tuple(sums.values()) != returns:
                raise ConformanceError(
                    position, f"returns are {returns}, score lines {(*sums.values(),)}"
                )

    def test_winners_have_the_most_points(self) -> None:
        """There are no winners before the end; then there are, and no other seat has more points.

        The points of a team are added, and it wins as a whole. Usual mistake: ``winners`` already
        names the leaders during the game.
        """
        ends = [Position(play, len(play.moves)) for play in self.plays()]
        for position in (*ends, *self.positions()):
            self._check_winners(position)

    def _check_winners(self, position: Position) -> None:
        winners = self.game.winners(position.state)
        if not self.game.is_terminal(position.state):
            if winners:
                raise ConformanceError(position, f"{winners} have won before the end")
            return
        points = standing_of(self.game, position.state)
        best = {seat for seat, own in enumerate(points) if own == max(points)}
        whole = {mate for seat in winners for mate in team_of(self.game, seat)}
        if self.game.all_lost(position.state) and not winners:
            return
        if not winners or not whole <= best or sorted(whole) != sorted(winners):
            raise ConformanceError(position, f"winners are {winners}, points {points}")


class Citations(Bench):
    """Cited rules exist."""

    def test_refusals_cite_rules(self) -> None:
        """Each refusal has a code of lower-case words and the id of a rule.

        Usual mistake: prose as a code, which translations and tests cannot rely on.
        """
        for position, action, refusal in (*self.refusals(), *self.odd_refusals()):
            if not _CODE.fullmatch(refusal.code):
                raise ConformanceError(position, f"{action}: {refusal.code!r} is not a code")
            self._check(position, refusal.rule, f"the refusal {refusal.code}")

    def test_events_cite_rules(self) -> None:
        """Each event has the id of a rule.

        Usual mistake: an id that was renamed in the rules.
        """
        for play in self.plays():
            for i, move in enumerate(play.moves):
                for event in move.step.events:
                    self._check(Position(play, i + 1), event.rule, f"the event {event}")

    def test_score_lines_cite_rules(self) -> None:
        """Each score line has the id of a rule.

        Usual mistake: a line without a rule for something that seems obvious.
        """
        for position in self.positions():
            for line in self.game.score_breakdown(position.state):
                self._check(position, line.rule, f"the score line {line}")

    def _check(self, where: object, rule: str, what: str) -> None:
        if rule not in self.rules:
            raise ConformanceError(where, f"{what} cites {rule!r}, which is not a rule")
