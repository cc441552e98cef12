"""General queries about every game: the results of actions, and the legal actions then."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.engine import registry
from companion.engine.facets import PLAY, RulesQuestions
from companion.engine.game import CHANCE, Action, Setup, SetupError, Struct
from companion.engine.message import reason, say
from companion.engine.questions import (
    NOTHING,
    QuestionRouter,
    refusal_answer,
    wrong,
)
from companion.engine.rules import AnyGame
from companion.moved import former_names
from companion.schema.bounds import Facts, Few, Many, Word
from companion.schema.mistakes import Invalid, Mistake


def rules_questions(name: str) -> RulesQuestions:
    """Return the query interface of the game ``name``. Raises ``UnknownGameError``."""
    return GeneralQuestions(registry.load(name))


class GeneralQuestions:
    """Answers ``play`` for any game, and forwards the game's own questions."""

    def __init__(self, game: AnyGame) -> None:
        """Answer questions about a game."""
        self._game = game
        self.general = QuestionRouter({PLAY: self._play})
        """Questions that can be asked about every game."""

    def ask(self, kind: str, question: Struct, /) -> object:
        """Return the rules' answer as JSON. Raises ``Invalid`` if the question is malformed."""
        if kind != PLAY and isinstance(self._game, RulesQuestions):
            return self._game.ask(kind, question)
        return self.general(kind, question)

    def _play(
        self,
        players: Few[Word],
        actions: Many[Facts] = (),
        level: Word = "",
        options: Facts = NOTHING,  # type: ignore[assignment]  # an empty mapping
    ) -> Struct:
        """Return the results of actions from the start, up to the first refused one."""
        level = level or self._game.levels[-1]
        game = self._game.at(level)
        setup = Setup(tuple(players), level, dict(options))
        try:
            state = game.new_initial_state(setup)
        except SetupError as error:
            raise Invalid(Mistake(("in",), remedy=reason(error))) from error
        refusal: Mapping[str, object] = {}
        for number, described in enumerate(actions):
            action = _action(game, described, number)
            why = game.why_not(state, action)
            if why is not None:
                refusal = {**refusal_answer(why), "action": number}
                break
            state = game.apply_action(state, action).state
        return {"legal": not refusal, **refusal, **_answer(game, state)}


def _action(game: AnyGame, described: Struct, number: int) -> Action:
    try:
        action = game.from_struct(described)
    except ValueError as error:
        raise Invalid(Mistake(("in", "actions", number), remedy=reason(error))) from error
    if not isinstance(action, Action):
        raise wrong("actions", number, expected=say("an action"))
    return action


def _answer(game: AnyGame, state: Any) -> Struct:  # noqa: ANN401 - any game's state
    """Return a position: the acting players, legal actions, and scores."""
    return {
        "state": game.to_struct(state),
        "over": game.is_terminal(state),
        "active": list(game.active_players(state)),
        "actions": [game.to_struct(action) for action in _legal(game, state)],
        "scores": list(game.returns(state)),
        "winners": list(game.winners(state)),
    }


def _legal(game: AnyGame, state: Any) -> tuple[Action, ...]:  # noqa: ANN401 - any game's state
    """Return the legal actions of the acting players, each once."""
    if game.current_player(state) == CHANCE:
        return tuple(action for action, _ in game.chance_outcomes(state))
    listed = (game.legal_actions(state, seat) for seat in game.active_players(state))
    return tuple(dict.fromkeys(action for actions in listed for action in actions))


if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute of this module
    __getattr__ = former_names(__name__)
