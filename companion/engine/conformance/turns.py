"""Checks of a game's declarations, turns, chance and end."""

import math
import re

from companion.engine.codec import snake_case
from companion.engine.conformance.bench import NAMES, Bench, ConformanceError
from companion.engine.conformance.plays import offered
from companion.engine.game import CHANCE, SIMULTANEOUS, SPECTATOR, TERMINAL, Setup, SetupError
from companion.engine.records import replace

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Declarations(Bench):
    """Checks of a game's declarations."""

    def test_the_game_introduces_itself(self) -> None:
        """Id, title, numbers of players, levels and rules version can be shown and stored.

        Usual mistake: an id with capitals or spaces, or ``players`` as a pair.
        """
        game = self.game
        if not _ID.fullmatch(game.id):
            raise ConformanceError(game.id, "an id is lower-case words joined by hyphens")
        if not game.title or not game.rules_version:
            raise ConformanceError(game.id, "title and rules_version must say something")
        players: object = game.players
        if not isinstance(players, range) or not players or players[0] < 1:
            raise ConformanceError(game.id, f"players is {players}, write range(least, most + 1)")
        levels = game.all_levels
        if not game.levels or len(set(levels)) < len(levels) or not all(levels):
            raise ConformanceError(game.id, f"levels are {levels}, they need different names")
        wrong = [problem for problem in game.check({}, {}) if not problem.warning]
        if wrong:
            raise ConformanceError(game.id, f"check() finds its own defaults wrong: {wrong[0]}")

    def test_a_wrong_setup_is_refused(self) -> None:
        """Too few or too many players, or an unknown level or option, raise ``SetupError``.

        Usual mistake: the setup is not checked, and the error occurs ten turns later.
        """
        usual = self.setups()[0]
        seats = self.game.players
        wrong = {
            "too few players": replace(usual, players=NAMES[: seats[0] - 1]),
            "too many players": replace(usual, players=_names(seats[-1] + 1)),
            "an unknown level": replace(usual, level="no such level"),
            "an unknown option": replace(usual, options={**usual.options, "no such option": 1}),
        }
        for what, setup in wrong.items():
            try:
                self.game.new_initial_state(setup)
            except SetupError:
                continue
            raise ConformanceError(setup, f"new_initial_state must raise SetupError for {what}")

    def test_every_setup_begins(self) -> None:
        """Each level can start with each number of players, and with each value of an option.

        Usual mistake: a level or a number of players is missing from a table in the code.
        """
        for level in self.game.all_levels:
            rules = self.game.at(level)
            for count in self.game.players:
                choices = self.game.chosen_by(count)
                options: list[dict[str, object]]
                options = [{name: value} for name, values in choices for value in values]
                options += [
                    {option.name: value}
                    for option in self.game.further_options
                    for value in option.values
                ]
                for chosen in ({}, *options):
                    setup = Setup(_names(count), level, chosen)
                    state = rules.new_initial_state(setup)
                    if not any(offered(rules, setup, state)):
                        raise ConformanceError(setup, "nothing is legal at the beginning")


def _names(count: int) -> tuple[str, ...]:
    return tuple(f"Player {seat + 1}" for seat in range(count))


class Turns(Bench):
    """The current players, and the end."""

    def test_the_current_player_is_one_of_the_table(self) -> None:
        """``current_player`` is a seat, or one of the kernel's constants for no seat.

        Usual mistake: a seat counted from 1, or not taken modulo the number of players.
        """
        for position in self.positions():
            current = self.game.current_player(position.state)
            if current not in (*position.seats, CHANCE, SIMULTANEOUS, TERMINAL):
                raise ConformanceError(position, f"current_player is {current}, seats count from 0")

    def test_active_players_are_named_once(self) -> None:
        """``active_players`` contains the current one; CHANCE acts alone; no player occurs twice.

        Usual mistake: an empty answer while CHANCE is to draw.
        """
        for position in self.positions():
            current = self.game.current_player(position.state)
            active = self.game.active_players(position.state)
            if len(set(active)) < len(active) or not set(active) <= set(self.actors(position)):
                raise ConformanceError(position, f"active_players are {active}")
            if current in self.actors(position) and current not in active:
                raise ConformanceError(
                    position, f"active_players {active} lack the current one, {current}"
                )
            awaited = self.game.awaited(position.state)
            if not set(awaited) <= set(active):
                raise ConformanceError(position, f"awaited are {awaited}, active only {active}")
            if (CHANCE in active and len(active) > 1) or (current == SIMULTANEOUS and not active):
                raise ConformanceError(
                    position, f"active_players are {active}, the current one {current}"
                )

    def test_only_active_players_have_actions(self) -> None:
        """``legal_actions`` is empty for all who are not active, including CHANCE and spectators.

        Usual mistake: the argument ``player`` is ignored.
        """
        for position in self.positions():
            active = self.game.active_players(position.state)
            for actor in {*self.actors(position), SPECTATOR, TERMINAL} - set(active):
                if self.game.legal_actions(position.state, actor):
                    raise ConformanceError(
                        position, f"player {actor} has actions but is not active"
                    )

    def test_nobody_is_stuck(self) -> None:
        """Before the end, every active player has a legal action.

        Usual mistake: a player without other actions cannot pass.
        """
        for play in self.plays():
            state = play.states[-1]
            stuck = not any(offered(self.game, play.setup, state))
            if stuck and not self.game.is_terminal(state):
                raise ConformanceError(
                    f"{play}, after {len(play.moves)} actions", "nothing is legal"
                )
        for position in self.positions():
            if not self.game.is_terminal(position.state):
                for actor in self.game.active_players(position.state):
                    if not self.game.legal_actions(position.state, actor):
                        raise ConformanceError(
                            position, f"player {actor} is active but has no action"
                        )

    def test_every_game_ends(self) -> None:
        """Random games are over within ``longest`` actions.

        Usual mistake: an endless loop, such as moving back and forth.
        """
        for play in self.plays():
            if len(play.moves) == self.longest and not self.game.is_terminal(play.states[-1]):
                raise ConformanceError(play, f"no end after {self.longest} actions")

    def test_nothing_happens_after_the_end(self) -> None:
        """At the end ``current_player`` is TERMINAL: no player is active, and nothing is drawn.

        Usual mistake: ``chance_outcomes`` is not empty after the last card has been drawn.
        """
        for position in self.positions():
            state = position.state
            over = self.game.is_terminal(state)
            if over != (self.game.current_player(state) == TERMINAL):
                raise ConformanceError(
                    position, "is_terminal and current_player differ about the end"
                )
            if over and (
                self.game.active_players(state)
                or self.game.chance_outcomes(state)
                or any(offered(self.game, position.play.setup, state))
            ):
                raise ConformanceError(position, "the game is over, but somebody may still act")


class Chance(Bench):
    """Draws, shuffles and dice."""

    def test_probabilities_sum_to_one(self) -> None:
        """Each chance outcome has a positive probability; together they make 1.

        Usual mistake: copies of a card are counted in the total but not in each probability.
        """
        for position in self.positions():
            outcomes = self.game.chance_outcomes(position.state)
            chances = [chance for _, chance in outcomes]
            if outcomes and (min(chances) <= 0 or not math.isclose(sum(chances), 1)):
                raise ConformanceError(position, f"probabilities {chances} sum to {sum(chances)}")

    def test_chance_draws_what_is_legal_for_it(self) -> None:
        """``chance_outcomes`` are CHANCE's legal actions, each once; none on a seat's turn.

        Usual mistake: an outcome that is no longer possible, such as a draw from an empty pile.
        """
        for position, _ in self.open_positions():
            drawn = [action for action, _ in self.game.chance_outcomes(position.state)]
            legal = self.game.legal_actions(position.state, CHANCE)
            if len(set(drawn)) < len(drawn) or set(drawn) != set(legal):
                raise ConformanceError(position, f"chance_outcomes {drawn} differ from {legal}")

    def test_every_draw_is_a_shuffle_or_a_deal(self) -> None:
        """Each action of CHANCE is named in ``shuffles`` or ``deals``, and each name is an action.

        Usual mistake: the name of the class (``DrawTile``) instead of the action's
        (``draw_tile``).
        """
        named = (*self.game.shuffles, *self.game.deals)
        if len(set(named)) < len(named):
            raise ConformanceError(
                self.game.id, f"a name stands twice in shuffles and deals: {named}"
            )
        unknown = [name for name in named if self.made({"action": name}) is None]
        if unknown:
            raise ConformanceError(self.game.id, f"shuffles and deals name no action: {unknown}")
        for position, _ in self.open_positions():
            for action in self.game.legal_actions(position.state, CHANCE):
                if snake_case(type(action).__name__) not in named:
                    raise ConformanceError(position, f"{action} is in neither shuffles nor deals")
