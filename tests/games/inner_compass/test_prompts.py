"""Texts for people, as keys: prompts, the price list, the ranking."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.engine.game import CHANCE, SPECTATOR, Setup
from companion.engine.text import Seat, Text, text
from companion.games.inner_compass import GAME, memory
from companion.games.inner_compass.events import BonusDrawn
from companion.games.inner_compass.instructions import instructions
from companion.games.inner_compass.rules import PHASES
from companion.games.inner_compass.state import Phase
from tests.games.inner_compass.tables import Moment, base, below_full, moments, play


def keys(message: Text | None) -> Iterator[str]:
    if message is not None:
        yield message.key
        for param in message.params.values():
            if isinstance(param, Text):
                yield from keys(param)


@pytest.mark.slow
def test_every_state_says_what_to_do() -> None:
    for level in GAME.levels:
        for moment in moments(12, level):
            state = moment.step.state
            prompt = GAME.prompt(state, GAME.current_player(state))
            assert prompt.key.startswith("prompt.")
            keys_shown = [key for line in GAME.summary(state) for key in keys(line.left)]
            assert {key.split(".")[0] for key in keys_shown} <= {"emotion", "line"}
            for event in moment.step.events:
                assert GAME.describe(event).key.startswith("event.")


@pytest.mark.parametrize("level", GAME.levels)
def test_a_prompt_names_what_is_possible_and_nothing_else(level: str) -> None:
    """A memory for which there are too few cards is not named, nor a step without a way.

    Whether the cards in hand have the right colour is their owner's secret.
    """
    kinds = {
        "FreeMove": "free_move",
        "Move": "step",
        "Feel": "feel",
        "Imprint": "imprint",
        "EndTurn": "end",
    }
    named = set()
    for moment in moments(8, level):
        state = moment.step.state
        prompt = GAME.prompt(state, SPECTATOR)
        if prompt.key != "prompt.options":
            continue
        legal = {type(action).__name__ for action in GAME.legal_actions(state, state.current)}
        what = prompt.params["what"]
        assert isinstance(what, Text)
        if memory.seems_possible(state) and level == "full":
            legal |= {"Imprint"} & {act.kind.__name__ for act in PHASES[state].acts}
        options = {name.replace("or_end", "end") for _, name in (k.split(".") for k in keys(what))}
        assert options - {"or", "plain"} == {kinds[each] for each in legal & set(kinds)}
        named.add(frozenset(options) - {"or", "plain"})
    both = frozenset({"imprint", "end"})
    assert both in named
    only_end = {frozenset({"end"}), frozenset({"step", "feel", "end"})}
    assert only_end <= named or level != "full"


def test_what_is_still_to_be_told_before_a_turn_ends_is_named() -> None:
    """IC-AP-5: at `track` the box does not see lines, so it asks where there may be one."""
    asked = set()
    for moment in moments(8, "track"):
        state = moment.step.state
        if state.phase is not Phase.CLOSE:
            continue
        names = {type(action).__name__ for action in GAME.legal_actions(state, state.current)}
        due = "line" if "ClearLine" in names else "row" if "RowEP" in names else ""
        assert GAME.prompt(state, state.current).key == f"prompt.close{due and '.'}{due}"
        asked.add(due)
    assert {"", "line"} <= asked


def test_a_card_of_the_setup_is_dealt_and_no_bonus() -> None:
    """IC-SETUP-9, IC-FEEL-3."""
    for rule, key in (("IC-SETUP-9", "event.card_dealt"), ("IC-FEEL-3", "event.bonus_drawn")):
        assert GAME.describe(BonusDrawn(rule, 0, "K")).key == key


class TestNames:
    """IC-AP-7: blue and black are hard to tell apart in print, so emotions have words."""

    def test_an_emotion_is_a_word_of_the_catalogue(self) -> None:
        for field in ("emotion", "card"):
            assert GAME.value_name(field, "K") == text("emotion.K")

    def test_a_choice_names_it(self) -> None:
        action = GAME.string_to_action("imprint(K,c2,r1c3,KK)")
        assert "emotion.K" in set(keys(GAME.action_name(action)))

    def test_a_refusal_names_it(self) -> None:
        state = play(base(), "move(N)").state
        refusal = GAME.why_not(state, GAME.string_to_action("imprint(Y,c2,r1c1,Y)"))
        assert refusal is not None
        assert "emotion.K" in set(keys(refusal.why))


class TestSummary:
    """Section 10: both prices are shown, alone and shared."""

    def test_tokens_from_the_top_with_ep_prices_and_discount(self) -> None:
        lines = GAME.summary(below_full("track", ep={}))
        assert [line.icon for line in lines] == [f"emotion-{token}" for token in "YBKWRX"]
        assert [line.mark for line in lines] == ["", "", "", "discount", "discount", ""]
        assert lines[0].right == text("line.token", ep=6, alone=1, shared=2)
        assert lines[3].right == text("line.token", ep=3, alone=2, shared=3)
        assert lines[5].right == text("line.joker", ep=1)

    def test_a_discounted_happiness_is_one_and_one(self) -> None:
        state = below_full("track", ep={}, track=["B", "K", "W", "X", "R", "Y"])
        assert GAME.summary(state)[5].right == text("line.token", ep=1, alone=1, shared=1)

    def test_after_the_end_the_ranking(self) -> None:
        state = replace(base(ep={"p1": 1, "p2": 2}), phase=Phase.OVER)
        assert [line.left.params["player"] for line in GAME.summary(state)] == [Seat(1), Seat(0)]

    def test_totals_are_not_shown_by_default(self) -> None:
        """IC-R29."""
        assert GAME.status(base()) is None
        shown = replace(base(), variant=replace(base().variant, show_totals=True))
        assert GAME.status(shown) == text("status.ep", n=0)

    def test_the_last_turns_are_counted_down(self) -> None:
        state = base(compass="p1", current="p2", remaining=["p2"])
        assert GAME.status(state) == text("status.last_turns", n=1, player=Seat(1))


class TestInstructions:
    """IC-AP-5: the companion shows what people must do for it."""

    def done(self, notation: str, **changes: object) -> list[str]:
        before = below_full("scoring", **changes)
        action = GAME.string_to_action(notation)
        moment = Moment(before, action, GAME.apply_action(before, action))
        return [text.key for text in instructions(before, moment.action, moment.step)]

    def test_cube_ep_and_token(self) -> None:
        assert self.done("imprint(K,c2,r1c3,-)") == ["do.cube", "do.take_ep", "do.slide"]

    def test_x_too_when_it_jumps(self) -> None:
        texts = self.done("imprint(K,c2,r1c3,-)", track=["K", "X", "Y", "B", "W", "R"])
        assert texts == ["do.cube", "do.take_ep", "do.slide", "do.slide"]

    def test_nothing_slides_from_the_bottom(self) -> None:
        """IC-R21."""
        texts = self.done("imprint(K,c2,r1c3,-)", track=["Y", "X", "B", "W", "R", "K"])
        assert texts == ["do.cube", "do.take_ep"]

    def test_a_shuffle(self) -> None:
        before = play(base(draw="R"), "move(W)", "feel", "end_turn").state
        action = GAME.string_to_action("deal(R)")
        texts = instructions(before, action, GAME.apply_action(before, action))
        assert [text.key for text in texts] == ["do.shuffle"]

    @pytest.mark.parametrize("mode", ["standard", "advanced"])
    @pytest.mark.parametrize(
        ("level", "options"),
        [("full", {}), ("scoring", {}), ("track", {}), ("track", {"arrangement": "end"})],
    )
    def test_the_side_of_the_player_boards_comes_first(
        self, mode: str, level: str, options: dict[str, str]
    ) -> None:
        """IC-SETUP-3, IC-ADV-1: once, before anything else is laid out."""
        setup = Setup(("Ann", "Ben"), level, {"mode": mode, **options})
        state, told = GAME.new_initial_state(setup), []
        while GAME.current_player(state) == CHANCE:
            action, _ = GAME.chance_outcomes(state)[0]
            step = GAME.apply_action(state, action)
            told += [each.key for each in GAME.instructions(state, action, step)]
            state = step.state
        assert told[0] == f"do.boards.{mode}"
        assert len([key for key in told if key.startswith("do.boards")]) == 1
