"""One planted bug for each check of the kit: Pebbles with one thing wrong."""

from collections.abc import Mapping
from random import Random
from typing import Final, cast

from companion.engine import facets
from companion.engine.diagram import Cell, Diagram
from companion.engine.game import (
    CHANCE,
    SPECTATOR,
    Action,
    Event,
    IllegalAction,
    Line,
    Piece,
    Refusal,
    ScoreLine,
    Setup,
    Step,
    Struct,
)
from companion.engine.picture import Sprite
from companion.engine.records import replace
from companion.engine.text import Param, Text, text
from tests.engine.conformance.pebbles import (
    COLOURS,
    CorrectHeap,
    Deal,
    Draw,
    FixHeap,
    Game,
    Noted,
    Pebbles,
    Take,
    Taken,
    refuse,
)

UNKNOWN: Final = text("no.such.key")


class SpacedId(Game):
    def __init__(self) -> None:
        """Change the id behind the back of what looks at declarations when a game is imported."""
        super().__init__()
        self.id = "Pebbles Game"


class AnyLevel(Game):
    def check_level(self, level: str) -> None:
        del level


class NoHeapsForThree(Game):
    """An option that only works for two players."""

    def new_initial_state(self, setup: Setup) -> Pebbles:
        state = super().new_initial_state(setup)
        broken = len(setup.players) > 2 and setup.options.get("heap") == "large"
        return replace(state, heaps=(0, 0, 0)) if broken else state


class SeatsNotModulo(Game):
    def current_player(self, state: Pebbles) -> int:
        seat = super().current_player(state)
        return len(state.taken) if seat == 0 else seat


class ActiveTwice(Game):
    def active_players(self, state: Pebbles) -> tuple[int, ...]:
        return super().active_players(state) * 2


class EverySeatMay(Game):
    """``legal_actions`` does not look at who asks."""

    def legal_actions(self, state: Pebbles, player: int) -> tuple[Action, ...]:
        drawing = self.current_player(state) == CHANCE
        return self.able(state) if (player == CHANCE) == drawing else ()


class Stuck(Game):
    """On the sixth turn nothing is legal, but the game is not over."""

    def able(self, state: Pebbles) -> tuple[Action, ...]:
        return () if state.turns == 5 else super().able(state)

    def why_not(self, state: Pebbles, action: Action) -> Refusal | None:
        stuck = state.turns == 5 and isinstance(action, Take)
        return refuse("not-now") if stuck else super().why_not(state, action)


class Endless(Game):
    """The last pebbles grow again."""

    def take(self, state: Pebbles, action: Take) -> Step[Pebbles]:
        step = super().take(state, action)
        heaps = step.state.heaps if sum(step.state.heaps) else (3, 3, 3)
        return Step(replace(step.state, heaps=heaps), step.events)

    def violations(self, before: Pebbles, step: Step[Pebbles]) -> tuple[str, ...]:
        del before, step
        return ()


class DrawsAfterTheEnd(Game):
    def chance_outcomes(self, state: Pebbles) -> tuple[tuple[Action, float], ...]:
        over = ((Deal("red"), 1.0),)
        return over if self.is_terminal(state) else super().chance_outcomes(state)


class TooProbable(Game):
    def chance_outcomes(self, state: Pebbles) -> tuple[tuple[Action, float], ...]:
        return tuple((action, 0.5) for action, _ in super().chance_outcomes(state))


class NeverBlue(Game):
    def chance_outcomes(self, state: Pebbles) -> tuple[tuple[Action, float], ...]:
        return tuple((action, 0.5) for action, _ in super().chance_outcomes(state)[:2])


class DealsByClass(Game):
    deals = ("Deal",)


class LastTakeFails(Game):
    """An action that is legal cannot be applied late in the game."""

    def apply_action(self, state: Pebbles, action: Action) -> Step[Pebbles]:
        step = super().apply_action(state, action)
        if step.state.turns == 5:
            raise IllegalAction(action, refuse("not-now"))
        return step


class BarForgotten(Game):
    """``why_not`` has forgotten a rule that ``legal_actions`` knows."""

    def why_barred(self, state: Pebbles, colour: str) -> Refusal | None:
        del state, colour
        return None


class LooksUpNonsense(Game):
    def why_not(self, state: Pebbles, action: Action) -> Refusal | None:
        if isinstance(action, Take):
            COLOURS.index(action.colour)
        return super().why_not(state, action)


class RefusesInSilence(Game):
    def apply_action(self, state: Pebbles, action: Action) -> Step[Pebbles]:
        try:
            return super().apply_action(state, action)
        except IllegalAction:
            return Step(state, ())


class OrderChanges(Game):
    def able(self, state: Pebbles) -> tuple[Action, ...]:
        self.calls += 1
        return super().able(state)[:: 1 if self.calls % 2 else -1]

    def chance_outcomes(self, state: Pebbles) -> tuple[tuple[Action, float], ...]:
        outcomes = zip(COLOURS, (0.5, 0.25, 0.25), strict=True)
        drawing = self.current_player(state) == CHANCE
        return tuple((Deal(colour), chance) for colour, chance in outcomes) if drawing else ()


class ListedTwice(Game):
    def able(self, state: Pebbles) -> tuple[Action, ...]:
        able = super().able(state)
        return able if self.current_player(state) == CHANCE else (*able, *able[:1])


class CountingEvents(Game):
    """Events carry a count that lives in this object, not in the state."""

    def take(self, state: Pebbles, action: Take) -> Step[Pebbles]:
        self.calls += 1
        step = super().take(state, action)
        return Step(step.state, (Taken("PB-2", 0, action.colour, self.calls),))


class OldStateWritten(Game):
    def apply_action(self, state: Pebbles, action: Action) -> Step[Pebbles]:
        step = super().apply_action(state, action)
        object.__setattr__(state, "note", f"left by {action}")
        return step


class ListInEvent(Game):
    def deal(self, state: Pebbles, action: Deal) -> Step[Pebbles]:
        return Step(super().deal(state, action).state, (Noted("PB-1", ["red"]),))


class RemembersTurns(Game):
    """Every third take of this object earns a bonus."""

    def new_initial_state(self, setup: Setup) -> Pebbles:
        self.calls = 0
        return super().new_initial_state(setup)

    def take(self, state: Pebbles, action: Take) -> Step[Pebbles]:
        self.calls += 1
        step = super().take(state, action)
        bonus = (state.bonus[0] + (self.calls % 3 == 0), *state.bonus[1:])
        return Step(replace(step.state, bonus=bonus), step.events)


class PiecesTurn(Game):
    def pieces(self, state: Pebbles) -> tuple[Piece, ...]:
        self.calls += 1
        return super().pieces(state)[:: 1 if self.calls % 2 else -1]


class Shiny(str):
    """A colour that equals another and is written like it."""

    __slots__ = ()


class UnwrittenEffect(Game):
    """An action carries something that its JSON leaves out."""

    def able(self, state: Pebbles) -> tuple[Action, ...]:
        return tuple(
            replace(action, colour=Shiny(action.colour)) if isinstance(action, Take) else action
            for action in super().able(state)
        )

    def take(self, state: Pebbles, action: Take) -> Step[Pebbles]:
        step = super().take(state, action)
        bonus = (state.bonus[0] + isinstance(action.colour, Shiny), *state.bonus[1:])
        return Step(replace(step.state, bonus=bonus), step.events)


class CorrectionBesideTheState(Game):
    """A correction is kept in the game object, where no undo reaches it."""

    spoils_other_checks = True

    def correct(self, state: Pebbles, action: CorrectHeap | FixHeap) -> Step[Pebbles]:
        self.calls += 1
        return super().correct(state, action)

    def take(self, state: Pebbles, action: Take) -> Step[Pebbles]:
        step = super().take(state, action)
        return Step(replace(step.state, bonus=(self.calls, *state.bonus[1:])), step.events)


class StateLosesPebbles(Game):
    def to_struct(self, value: object) -> dict[str, object]:
        struct = super().to_struct(value)
        return {**struct, "last": ""} if isinstance(value, Pebbles) else struct

    def observation(self, state: Pebbles, player: int) -> Struct:
        return {**super().observation(state, player), "last": state.last}


class CorrectionReadAsAction(Game):
    def to_struct(self, value: object) -> dict[str, object]:
        struct = super().to_struct(value)
        return {**struct, "type": "fix_heap"} if isinstance(value, CorrectHeap) else struct


class EventNotJson(Game):
    def to_struct(self, value: object) -> dict[str, object]:
        struct = super().to_struct(value)
        return {**struct, "colours": {"red"}} if isinstance(value, Event) else struct


class KeyErrorForWrongJson(Game):
    def from_struct(self, struct: Struct) -> object:
        if struct.get("type") == "no such record":
            raise KeyError(struct["type"])
        return super().from_struct(struct)


class NotationWithSpaces(Game):
    def action_to_string(self, action: Action) -> str:
        return super().action_to_string(action).replace(",", ", ")

    def string_to_action(self, notation: str) -> Action:
        return super().string_to_action(notation.replace(" ", ""))


class SecretWithoutLine(Game):
    """The total includes points that no score line accounts for."""

    def score_breakdown(self, state: Pebbles) -> tuple[ScoreLine, ...]:
        lines = super().score_breakdown(state)
        return tuple(line for line in lines if line.because.key != "score.secret")


class LeadersWin(Game):
    def winners(self, state: Pebbles) -> tuple[int, ...]:
        return self.leaders(state)


class ProseAsCode(Game):
    def why_not(self, state: Pebbles, action: Action) -> Refusal | None:
        refusal = super().why_not(state, action)
        return refusal and replace(refusal, code="Not like that!")


class EventWithoutRule(Game):
    def deal(self, state: Pebbles, action: Deal) -> Step[Pebbles]:
        step = super().deal(state, action)
        return Step(step.state, tuple(replace(event, rule="PB-99") for event in step.events))


class RuleWithoutWords(Game):
    """A rule that exists but has no text."""

    def deal(self, state: Pebbles, action: Deal) -> Step[Pebbles]:
        step = super().deal(state, action)
        return Step(step.state, tuple(replace(event, rule="PB-4") for event in step.events))


class LineWithoutRule(Game):
    def score_breakdown(self, state: Pebbles) -> tuple[ScoreLine, ...]:
        return tuple(replace(line, rule="") for line in super().score_breakdown(state))


class RefusalWithoutWords(Game):
    def why_barred(self, state: Pebbles, colour: str) -> Refusal | None:
        refusal = super().why_barred(state, colour)
        return refusal and replace(refusal, why=UNKNOWN)


class EventLacksAField(Game):
    def describe(self, event: Event) -> Text:
        return text("event.taken") if isinstance(event, Taken) else super().describe(event)


class LineWithoutWords(Game):
    def score_breakdown(self, state: Pebbles) -> tuple[ScoreLine, ...]:
        return tuple(replace(line, because=UNKNOWN) for line in super().score_breakdown(state))


class NoPromptAtTheEnd(Game):
    def prompt(self, state: Pebbles, player: int) -> Text:
        return UNKNOWN if self.is_terminal(state) else super().prompt(state, player)


class InstructionInCode(Game):
    def instructions(
        self, before: Pebbles, action: Action, step: Step[Pebbles]
    ) -> tuple[Text, ...]:
        instructions = super().instructions(before, action, step)
        return tuple(
            text(line.key, **{**line.params, "colour": text("RED")}) for line in instructions
        )


class LongInstruction(Game):
    def instructions(
        self, before: Pebbles, action: Action, step: Step[Pebbles]
    ) -> tuple[Text, ...]:
        instructions = super().instructions(before, action, step)
        return tuple(replace(line, key="do.take-long") for line in instructions)


class OwnMark(Game):
    def summary(self, state: Pebbles) -> tuple[Line, ...]:
        return tuple(replace(line, mark="star") for line in super().summary(state))


class DrawWithoutVerb(Game):
    """A kind of action that has no name."""

    deals = ("draw",)

    def able(self, state: Pebbles) -> tuple[Action, ...]:
        able = super().able(state)
        return tuple(Draw(action.colour) if isinstance(action, Deal) else action for action in able)

    def why_not(self, state: Pebbles, action: Action) -> Refusal | None:
        if isinstance(action, Deal):
            return refuse("not-now")
        return super().why_not(state, self.dealt(action))

    def apply_action(self, state: Pebbles, action: Action) -> Step[Pebbles]:
        refusal = self.why_not(state, action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return Game().apply_action(state, self.dealt(action))

    def dealt(self, action: Action) -> Action:
        return Deal(action.colour) if isinstance(action, Draw) else action

    def action_name(self, action: Action) -> Text:
        return super().action_name(self.dealt(action))


class PieceWithoutName(Game):
    def piece(self, colour: str) -> Piece:
        return replace(super().piece(colour), name=UNKNOWN)


class OptionWithoutWords(Game):
    choices = (("heap", ("small", "huge")),)


class LegalOnlyQuietly(Game):
    """On the fourth turn every legal action sets a field that is never asked for."""

    def able(self, state: Pebbles) -> tuple[Action, ...]:
        able = super().able(state)
        quietly = (replace(action, quiet=True) for action in able if isinstance(action, Take))
        return tuple(quietly) if state.turns == 3 else able

    def why_not_take(self, state: Pebbles, action: Take) -> Refusal | None:
        return None if action in self.able(state) else refuse("quiet")


class ValueWithoutWords(Game):
    def value_name(self, field: str, value: object) -> Param:
        return UNKNOWN if value == "blue" else super().value_name(field, value)


class CountNotNamed(Game):
    def action_name(self, action: Action) -> Text:
        named = super().action_name(action)
        return text("verb.take") if isinstance(action, Take) else named


class PieceOfAnotherField(Game):
    def piece(self, colour: str) -> Piece:
        piece = super().piece(colour)
        return replace(piece, selects=(*piece.selects, {"action": "take", "color": colour}))


class PinkStone(Game):
    def pieces(self, state: Pebbles) -> tuple[Piece, ...]:
        return (*super().pieces(state), self.piece("pink"))


class ColoursStandOnHeaps(Game):
    def placements(self, state: Pebbles) -> Mapping[str, frozenset[str]]:
        heaps = super().placements(state)
        return {place: frozenset({place.removeprefix("heap-")}) for place in heaps}


class HeapWithoutPlace(Game):
    def places(self, state: Pebbles) -> tuple[str, ...]:
        return super().places(state)[1:]


class LooksLikeNothingKnown(Game):
    def piece(self, colour: str) -> Piece:
        return replace(super().piece(colour), look=f"stone-{colour}")


class SetInView(Game):
    def observation(self, state: Pebbles, player: int) -> Struct:
        return {**super().observation(state, player), "colours": frozenset({"red"})}


class FirstSecretOpen(Game):
    def observation(self, state: Pebbles, player: int) -> Struct:
        return {**super().observation(state, player), "first": state.secrets[:1]}

    def guess(self, first: Pebbles, observation: Struct, player: int, source: Random, /) -> Pebbles:
        guessed = super().guess(first, observation, player, source)
        known = cast("tuple[str, ...]", observation["first"])
        return replace(guessed, secrets=(*known, *guessed.secrets[1:]))


class GuessForgetsBonus(Game):
    """A field is shown to the seats, but missing from the guess."""

    def guess(self, first: Pebbles, observation: Struct, player: int, source: Random, /) -> Pebbles:
        guessed = super().guess(first, observation, player, source)
        return replace(guessed, bonus=(1,) * len(guessed.bonus))


class GuessAllowsLess(Game):
    """What only the guess has decides what may be done there."""

    def guess(self, first: Pebbles, observation: Struct, player: int, source: Random, /) -> Pebbles:
        return replace(super().guess(first, observation, player, source), note="guessed")

    def able(self, state: Pebbles) -> tuple[Action, ...]:
        able = super().able(state)
        return able[:1] if state.note == "guessed" and len(able) > 1 else able


class GuessPeeks(Game):
    """The game remembers whatever table was looked at last."""

    def observation(self, state: Pebbles, player: int) -> Struct:
        self.table = state
        return super().observation(state, player)

    def guess(self, first: Pebbles, observation: Struct, player: int, source: Random, /) -> Pebbles:
        del first, observation, player, source
        return self.table


class SpectatorSeesAll(Game):
    def observation(self, state: Pebbles, player: int) -> Struct:
        return self.to_struct(state) if player == SPECTATOR else super().observation(state, player)


class PromptTellsSecret(Game):
    def status(self, state: Pebbles) -> Text | None:
        return text(f"colour.{state.secrets[-1]}") if state.secrets else None


class PictureNotDrawn(Game):
    def summary(self, state: Pebbles) -> tuple[Line, ...]:
        return tuple(replace(line, icon="pebble") for line in super().summary(state))


class PlaceInWords(Game):
    def diagram(self, state: Pebbles) -> Diagram:
        del state
        return Diagram((tuple(Cell(place=colour) for colour in COLOURS),))

    def choice_diagrams(self, state: Pebbles, fields: Mapping[str, object]) -> tuple[Diagram, ...]:
        del state, fields
        return ()


class SpriteOffTheBoard(Game):
    def sprites(self, state: Pebbles) -> tuple[Sprite, ...]:
        return (Sprite("stone", "heap-pink"),) if state.turns else ()


class PrivateOfTheFirstSeat(Game):
    def private(self, state: Pebbles, player: int) -> tuple[Line, ...]:
        del player
        return tuple(Line(text(f"colour.{colour}")) for colour in state.secrets[:1])


class TakesInSecret(Game):
    """Something that everybody sees is declared secret."""

    def audience(self, state: Pebbles, news: Action | Event) -> tuple[int, ...] | None:
        secret = isinstance(news, Take)
        return (self.current_player(state),) if secret else super().audience(state, news)


class SecretDecides(Game):
    """From the third turn on, nobody may take the secret colour of the next seat."""

    def able(self, state: Pebbles) -> tuple[Action, ...]:
        able = super().able(state)
        if state.turns < 3:
            return able
        secret = state.secrets[(state.turns + 1) % len(state.taken)]
        return tuple(action for action in able if getattr(action, "colour", "") != secret) or able

    def why_not_take(self, state: Pebbles, action: Take) -> Refusal | None:
        refusal = super().why_not_take(state, action)
        return refusal or (None if action in self.able(state) else refuse("quiet"))


class SecretIsNext(Game, facets.Secrets[Pebbles]):
    """From the third turn on, two seats have changed places if the first secret is red."""

    secret_turns = ()

    def current_player(self, state: Pebbles) -> int:
        seat = super().current_player(state)
        swapped = state.turns > 2 and seat >= 0 and state.secrets[0] == "red"
        return (seat + 1) % len(state.taken) if swapped else seat


class UnlabelledCorrection(Game):
    def corrections(  # type: ignore[override]  # the bug
        self, state: Pebbles
    ) -> tuple[Action, ...]:
        return tuple(
            FixHeap(correction.colour, correction.count)
            for correction in super().corrections(state)
        )


class PebbleLost(Game):
    def take(self, state: Pebbles, action: Take) -> Step[Pebbles]:
        step = super().take(state, action)
        taken = (*step.state.taken[:-1], (0, 0, 0))
        return Step(replace(step.state, taken=taken), step.events)


class NoBar(Game):
    """All functions have forgotten the same rule, so that they agree."""

    def barred(self, state: Pebbles) -> str:
        del state
        return ""


BUGS: Final[Mapping[str, type[Game]]] = {
    "test_the_game_introduces_itself": SpacedId,
    "test_a_wrong_setup_is_refused": AnyLevel,
    "test_every_setup_begins": NoHeapsForThree,
    "test_the_current_player_is_one_of_the_table": SeatsNotModulo,
    "test_active_players_are_named_once": ActiveTwice,
    "test_only_active_players_have_actions": EverySeatMay,
    "test_nobody_is_stuck": Stuck,
    "test_every_game_ends": Endless,
    "test_nothing_happens_after_the_end": DrawsAfterTheEnd,
    "test_probabilities_sum_to_one": TooProbable,
    "test_chance_draws_what_is_legal_for_it": NeverBlue,
    "test_every_draw_is_a_shuffle_or_a_deal": DealsByClass,
    "test_legal_actions_are_accepted": LastTakeFails,
    "test_other_actions_are_refused": BarForgotten,
    "test_nonsense_is_refused": LooksUpNonsense,
    "test_a_refused_action_changes_nothing": RefusesInSilence,
    "test_the_order_is_fixed": OrderChanges,
    "test_no_action_is_listed_twice": ListedTwice,
    "test_corrections_are_labelled_and_possible": UnlabelledCorrection,
    "test_play_is_repeatable": CountingEvents,
    "test_old_states_never_change": OldStateWritten,
    "test_records_are_values": ListInEvent,
    "test_a_state_is_complete": RemembersTurns,
    "test_questions_change_no_answer": PiecesTurn,
    "test_invariants_hold": PebbleLost,
    "test_the_log_leads_to_the_same_state": UnwrittenEffect,
    "test_undo_leads_back": CorrectionBesideTheState,
    "test_states_survive_json": StateLosesPebbles,
    "test_actions_survive_json": CorrectionReadAsAction,
    "test_events_survive_json": EventNotJson,
    "test_actions_survive_notation": NotationWithSpaces,
    "test_wrong_records_are_refused": KeyErrorForWrongJson,
    "test_score_lines_sum_to_returns": SecretWithoutLine,
    "test_winners_have_the_most_points": LeadersWin,
    "test_refusals_cite_rules": ProseAsCode,
    "test_events_cite_rules": EventWithoutRule,
    "test_score_lines_cite_rules": LineWithoutRule,
    "test_refusals_have_words": RefusalWithoutWords,
    "test_events_have_words": EventLacksAField,
    "test_score_lines_have_words": LineWithoutWords,
    "test_prompts_have_words": NoPromptAtTheEnd,
    "test_instructions_have_words": InstructionInCode,
    "test_displays_have_words": OwnMark,
    "test_places_are_drawn": PlaceInWords,
    "test_pictures_exist": PictureNotDrawn,
    "test_sprites_lie_on_the_board": SpriteOffTheBoard,
    "test_actions_have_words": DrawWithoutVerb,
    "test_pieces_have_words": PieceWithoutName,
    "test_short_words_fit_a_line": LongInstruction,
    "test_the_setup_has_words": OptionWithoutWords,
    "test_rules_have_words": RuleWithoutWords,
    "test_choices_reach_every_action": LegalOnlyQuietly,
    "test_choices_have_words": ValueWithoutWords,
    "test_choices_read_differently": CountNotNamed,
    "test_pieces_select_what_exists": PieceOfAnotherField,
    "test_every_piece_is_of_use": PinkStone,
    "test_placements_name_pieces": ColoursStandOnHeaps,
    "test_places_are_all_places": HeapWithoutPlace,
    "test_looks_of_pieces_exist": LooksLikeNothingKnown,
    "test_observations_are_json": SetInView,
    "test_no_seat_sees_a_secret": FirstSecretOpen,
    "test_a_spectator_sees_no_more_than_a_seat": SpectatorSeesAll,
    "test_displays_show_no_secret": PromptTellsSecret,
    "test_private_lines_are_the_seats_own": PrivateOfTheFirstSeat,
    "test_a_secret_action_tells_nobody_else": TakesInSecret,
    "test_who_is_next_depends_on_no_secret": SecretIsNext,
    "test_a_seat_knows_what_it_may_do": SecretDecides,
    "test_a_guess_fits_what_the_seat_sees": GuessForgetsBonus,
    "test_a_guess_allows_the_same_actions": GuessAllowsLess,
    "test_a_guess_knows_no_secret": GuessPeeks,
    "test_perft": NoBar,
}
"""Which check finds which bug."""
