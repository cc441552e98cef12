"""Whatever changes a later state or score is asked or announced, never chosen by the box.

First, every rule that says that a player chooses leads to actions among which one chooses, or is in
``COMPUTED`` with the reason why nobody is asked. Then, in games at random: what displays do not ask
for is taken for something from which the same follows, is named and can be put right; and what the
box does by itself was the only thing possible.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from companion.engine import registry
from companion.engine.codec import snake_case
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Setup
from companion.engine.records import fields_of
from companion.engine.rules import AnyGame
from companion.table.log.automatic_steps import settled_end
from companion.table.narrowing.intent import is_usual, values

RULES: Final = Path(__file__).parents[2] / "docs" / "rules"
NAMES: Final = ("Ann", "Ben", "Cem", "Dua", "Eva", "Fay", "Gus")
PLAYS: Final = 40
"""How many games are played at random, at most, before a choice counts as never offered."""
MOST: Final = 1500
"""How many steps of a game are played: some tables never finish."""
CHOICE: Final = re.compile(
    r"\b(choos\w*|choices?|chosen|freely|likes|declares?|decides?)\b|\bwhich of\b", re.IGNORECASE
)

ASKED: Final[Mapping[str, str]] = {
    "CJ-SETUP-3": "option checkers",
    "CJ-BLOCK-2": "kind end_phase",
    "CJ-BLOCK-3": "put_card.square",
    "CJ-BLOCK-5": "kind end_phase",
    "CJ-JEWEL-3": "place_card.north",
    "CJ-JEWEL-6": "kind done",
    "CJ-R5": "kind end_phase",
    "CJ-R12": "turn_card.north",
    "CJ-R18": "kind end_phase",
    "CP-SPEED-3": "lay_speed.speed",
    "CP-SCORE-2": "give_points.player",
    "CP-OUT-4": "put_on_corner.corner",
    "CP-R10": "put_on_corner.corner",
    "CP-R16": "put_on_corner.corner",
    "CP-R17": "give_points.player",
    "CP-R20": "give_points.player",
    "ES-CHANGE-1": "change.place",
    "ES-VOTE-2": "vote.number",
    "ES-VOTE-6": "vote.number",
    "ES-R3": "choose_deck.colour",
    "GC-TURN-2": "lift.die",
    "GC-ARCHIVE-6": "choose_map.colour",
    "GC-UNI-8": "choose_specialist.kind",
    "GC-ILLUMINATI-5": "choose_ability.ability",
    "GC-ILLUMINATI-6": "choose_ability.ability",
    "GC-DUMMY-ILLUM": "choose_ability.ability",
    "GC-R6": "option university_resolves",
    "GC-R9": "choose_map.colour",
    "GC-R40": "choose_tile.place",
    "GC-R19": "will_to_win.lost",
    "IC-VALUE-2": "place_value.tile",
    "IC-CLEAN-1": "discard.card",
    "IC-R18": "imprint.square",
    "IC-AP-1": "imprint.square",
}
"""What a rule leaves to a player: the field of an action, a kind of it, or an option."""
TILES: Final = frozenset({"choose_map", "choose_specialist", "lift"})
"""Actions whose fields together name one thing that is chosen."""
COMPUTED: Final[Mapping[str, str]] = {
    "CJ-R9": "only with the option auto_jewels, which people choose: then the best jewels count",
    "CP-R1": "the card decides, not a person",
    "GC-END-ASSIGN": "the best assignment scores the most, and nothing else follows from it; it is"
    " shown with the score",
    "IC-Q-EQUILIBRIUM-2": "the best choice of squares scores the most; nothing else follows",
}
"""What the box works out although a rule speaks of a choice, each with the reason."""
OF_SHEETS: Final[Mapping[str, str]] = {
    "SH-TURN-1": "only a sheet can say `order: chosen`; tests/sheets/test_order.py plays one",
}
"""Choices that no game of the list offers, each with the place of its test."""
COMMUTING: Final[Mapping[str, Mapping[str, str]]] = {
    # An equal tile without its place is the first of them: nothing at all is another (GC-R40).
    "gilded-compass": {},
    "inner-compass": {
        "removed": "rows of the standard player board are alike as long as a square clears no other"
        " number of lines; the topmost is taken, named, and put right with *No, r2c1* (IC-AP-1)",
        "square": "the same, in the event that names the square",
    },
}
"""The only details of states and events that the box takes for granted, each with the reason."""
SETUPS: Final[Mapping[str, Sequence[tuple[int, str, Mapping[str, object]]]]] = {
    "compass-jewels": ((2, "full", {}),),
    "compass-points": ((4, "full", {}),),
    "essence": (
        (3, "full", {"start": "choose", "double_points": "with"}),
        (5, "full", {"phrases": "cards"}),
    ),
    "gilded-compass": (
        (3, "full", {"c_building": "illuminati"}),
        (2, "full", {"c_building": "illuminati", "variant": "dummy", "b_building": "guild"}),
        (4, "full", {"c_building": "tower"}),
    ),
    "open-table": ((3, "table", {}),),
    "inner-compass": tuple(
        (3, level, {"mode": mode})
        for level in ("full", "scoring", "track")
        for mode in ("standard", "advanced")
    ),
}


def rules_about_choices(game: str) -> list[str]:
    """Return the ids of the rules and rulings on a game's page that speak of a choice."""
    parts = re.split(r'<a id="([^"]*)"></a>', (RULES / f"{game}.md").read_text(encoding="utf-8"))
    found = []
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        own = re.split(r"\n\n|\n#|\n\|", text)[0]
        if CHOICE.search(own) and not re.search(r"-(x|e)\d+$", name):
            found.append(name.upper())
    return found


@pytest.mark.parametrize("game", registry.names())
def test_every_rule_that_speaks_of_a_choice_says_whose_it_is(game: str) -> None:
    unknown = [
        rule for rule in rules_about_choices(game) if rule not in {*ASKED, *COMPUTED, *OF_SHEETS}
    ]
    assert unknown == []


def plays(game: AnyGame) -> Iterator[tuple[Any, int, tuple[Action, ...]]]:
    """Yield states of random games in which a seat acts, the seat, and its legal actions."""
    for seed in range(PLAYS):
        count, level, options = SETUPS[game.id][seed % len(SETUPS[game.id])]
        source = random.Random(seed)
        state = game.new_initial_state(Setup(NAMES[:count], level, options))
        for _ in range(MOST):
            if game.is_terminal(state):
                break
            player = game.current_player(state)
            if player == CHANCE:
                action = sampler(source)(game.chance_outcomes(state))
            else:
                seat = source.choice(game.active_players(state))
                legal = game.legal_actions(state, seat)
                yield state, seat, legal
                action = preferred(legal, source)
            state = game.apply_action(state, action).state


def preferred(legal: Sequence[Action], source: random.Random) -> Action:
    """Return an action at random; each kind is as probable, so that games go on."""
    kind = source.choice(list(dict.fromkeys(map(type, legal))))
    return source.choice([action for action in legal if type(action) is kind])


def offers(legal: Sequence[Action], what: str) -> bool:
    """Tell whether people choose, among legal actions, the field of an action or a kind of it."""
    if what.startswith("kind "):
        kinds = {snake_case(type(action).__name__) for action in legal}
        return what[5:] in kinds
    kind, field = what.split(".")
    alike: dict[tuple[object, ...], set[object]] = {}
    for action in legal:
        given = dict(values(action))
        if snake_case(type(action).__name__) == kind:
            value = given.pop(field)
            rest = () if kind in TILES else tuple(given.values())
            alike.setdefault(rest, set()).add(value)
    return any(len(each) > 1 for each in alike.values())


@cache
def never_offered(game: AnyGame) -> frozenset[str]:
    """Return what is never left to a player in games at random, of all that rules leave to them."""
    rules = rules_about_choices(game.id)
    wanted = {ASKED[rule] for rule in rules if not ASKED.get(rule, "option ").startswith("option ")}
    for _, _, legal in plays(game):
        wanted = {what for what in wanted if not offers(legal, what)}
        if not wanted:
            break
    return frozenset(wanted)


@pytest.mark.parametrize(
    "rule",
    [rule for name in registry.names() for rule in rules_about_choices(name) if rule in ASKED],
)
def test_what_a_rule_leaves_to_a_player_is_asked(rule: str) -> None:
    game = next(
        registry.load(name) for name in registry.names() if rule in rules_about_choices(name)
    )
    what = ASKED[rule]
    if what.startswith("option "):
        asked = {name for name, _ in (*game.choices, *game.seat_choices)}
        assert what[7:] in asked | {option.name for option in game.further_options}
        return
    assert what not in never_offered(game)


def outcome(game: AnyGame, state: Any, action: Action) -> object:  # noqa: ANN401 - any game's state
    """Return all that follows from an action, without the details that commute."""
    step = game.apply_action(state, action)
    details = COMMUTING.get(game.id, {})
    events = [game.to_struct(event) for event in step.events]
    return without(game.to_struct(step.state), details), without(events, details)


def without(value: object, details: Mapping[str, str]) -> object:
    """Return JSON without some keys."""
    if isinstance(value, Mapping):
        return {key: without(each, details) for key, each in value.items() if key not in details}
    if isinstance(value, list | tuple):
        return [without(each, details) for each in value]
    return value


def sampled(game: AnyGame) -> Iterator[tuple[Any, int, tuple[Action, ...]]]:
    """Yield some of the states of some of the games."""
    for number, moment in enumerate(plays(game)):
        if number >= 4000:
            return
        if number % 3 == 0:
            yield moment


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_what_is_not_asked_leads_to_the_same_and_can_be_put_right(name: str) -> None:
    game = registry.load(name)
    taken_for_granted = 0
    for state, _, legal in sampled(game):
        asked = game.distinct(state, legal)
        assert set(asked) <= set(legal)
        for silent in (action for action in legal if action not in set(asked)):
            stands = [kept for kept in asked if game.distinct(state, (kept, silent)) == (kept,)]
            assert stands, f"nothing is taken in place of {silent}"
            assert outcome(game, state, stands[0]) == outcome(game, state, silent)
            taken_for_granted += 1
    assert bool(taken_for_granted) == (name in COMMUTING)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_a_detail_that_is_not_asked_is_announced(name: str) -> None:
    """A field with a default has its usual value; what gives something up is said to do so.

    What is not offered with its usual value is done by laying the piece that means it.
    """
    game = registry.load(name)
    for state, _, legal in sampled(game):
        for action in legal:
            if is_usual(action):
                continue
            usual = type(action)(
                **{k: v for k, v in values(action).items() if k in asked_of(action)}
            )
            if usual in legal:
                assert game.reminders(state, action), f"{action} gives up something unsaid"
            else:
                assert is_meant_by_a_piece(game, state, action), f"{usual} cannot be done"


def is_meant_by_a_piece(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's state
    action: Action,
) -> bool:
    """Return whether a piece stands for an action of this kind with values of its fields."""
    meant = {"action": snake_case(type(action).__name__), **values(action)}
    return any(
        selected.items() <= meant.items()
        for piece in game.pieces(state)
        for selected in piece.selects
        if len(selected) > 1
    )


def asked_of(action: Action) -> set[str]:
    """Return the fields of an action that people are asked for."""
    return {field.name for field in fields_of(type(action)) if field.is_required}


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_what_the_box_does_by_itself_was_all_that_was_possible(name: str) -> None:
    game = registry.load(name)
    for state, seat, legal in sampled(game):
        if settled_end(game, state) is not None:
            assert len(legal) == 1, legal
            assert game.due(state) == ()
        assert seat in game.active_players(state)
