"""Nothing reveals a vote before the reveal (ES-R8, ES-DATA-5, ES-VOTE-1)."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import SPECTATOR, Action, Setup
from companion.engine.rules import AnyGame
from companion.games.essence import GAME
from companion.games.essence.actions import LayUnread
from companion.games.essence.state import Phase, State, votable
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.choosing.handover import GUARD
from companion.table.command import Command
from companion.table.screens.view import view
from companion.table.state import (
    ActionInput,
    Table,
    TableInput,
    TagInput,
)
from companion.table.table import Timestamp, begin, handle
from tests.games.essence.scenes import CHANGES, vote_card
from tests.games.essence.tables import NAMES, asked, games, play
from tests.matrix import example_count
from tests.rig import Rig, running
from tests.rig import settings as box_settings

NUMBERS = st.sampled_from((1, 2, 3, 4, 5))
ORDERS = st.permutations(range(4))
CLOCK = {"kind": "byo_yomi", "main": 10_000, "extra": 60_000, "periods": 3}


def first(outcomes: tuple[tuple[Action, float], ...]) -> Action:
    """Draw a question with a scale of five steps if possible, else the first outcome."""
    wanted = GAME.string_to_action("draw_question(Y03)")
    return next((action for action, _ in outcomes if action == wanted), outcomes[0][0])


def hidden(state: State) -> Iterator[tuple[int, State]]:
    """Yield each seat and a state in which it has laid another card face down."""
    for seat in state.seats:
        if state.players[seat].vote and state.phase in (Phase.VOTE, Phase.REVEAL):
            for number in votable(state):
                yield seat, state.with_player(seat, vote=number)


def in_the_open(game: AnyGame, state: State) -> object:
    """Return everything that a game tells everybody."""
    seats = range(len(state.players))
    return (
        game.summary(state),
        game.status(state),
        game.diagram(state),
        [game.prompt(state, seat) for seat in (*seats, game.current_player(state), SPECTATOR)],
        game.current_player(state),
        game.active_players(state),
        game.awaited(state),
        game.returns(state),
        game.score_breakdown(state),
        game.pieces(state),
        game.corrections(state),
        [game.legal_actions(state, seat) for seat in seats],
        game.observation(state, SPECTATOR),
    )


@pytest.mark.slow
def test_states_that_differ_in_votes_alone_look_alike() -> None:
    """They look alike to everybody else, whatever they ask of the game."""
    seen = 0
    for game in games(3, seed=40):
        for moment in islice(game, 0, None, 17):
            state = moment.step.state
            visible = in_the_open(GAME, state)
            for seat, twin in hidden(state):
                seen += 1
                assert in_the_open(GAME, twin) == visible
                for other in state.seats:
                    alike = GAME.observation(twin, other) == GAME.observation(state, other)
                    assert alike or other == seat
    assert seen > 100


def test_a_player_sees_the_own_vote_and_all_see_it_after_the_reveal() -> None:
    state = play(asked("Y03"), "vote(0,4)", "vote(1,2)").state
    own, other = (GAME.observation(state, seat)["players"] for seat in (0, 1))
    assert isinstance(own, list)
    assert isinstance(other, list)
    assert own[0]["vote"] == 4
    assert "vote" not in other[0]
    revealed = play(state, "lay_unread(2)", "reveal").state
    players = GAME.observation(revealed, SPECTATOR)["players"]
    assert isinstance(players, list)
    assert [player["vote"] for player in players] == [4, 2, 0]


@given(NUMBERS, NUMBERS, st.sampled_from(("correct_turn(2)", "leave(2)", "void_round", "leave(0)")))
def test_what_the_table_sets_by_hand_reveals_no_vote(one: int, other: int, by_hand: str) -> None:
    """ES-R18, ES-R19."""
    steps = [play(asked("Y03", 4), f"vote(1,{n})", by_hand) for n in (one, other)]
    assert steps[0].events == steps[1].events
    assert in_the_open(GAME, steps[0].state) == in_the_open(GAME, steps[1].state)


@given(NUMBERS, NUMBERS)
def test_a_vote_reveals_only_that_it_has_been_laid(one: int, other: int) -> None:
    steps = [play(asked("Y03", 4), f"vote(1,{n})", f"vote(1,{other})") for n in (one, other)]
    assert steps[0].events == steps[1].events
    assert all("number" not in dir(event) for event in steps[0].events)


class TestTable:
    """The pure part of the box: screens in both languages and both sizes, notices, choices."""

    @pytest.mark.slow
    @settings(max_examples=example_count(20), deadline=None)
    @given(ORDERS, st.lists(NUMBERS, min_size=8, max_size=8), st.sampled_from(LANGUAGES))
    def test_shows_the_same_whatever_has_been_laid(
        self, order: Sequence[int], numbers: Sequence[int], language: str
    ) -> None:
        """Votes are laid, exchanged, refused and undone, and nothing shown depends on them."""
        shown = [list(self.evening(order, votes, language)) for votes in (numbers, [1] * 8)]
        assert shown[0] == shown[1]

    def evening(
        self, order: Sequence[int], numbers: Sequence[int], language: str
    ) -> Iterator[object]:
        """Yield everything that is visible after each vote laid by its tag."""
        table = self.voting()
        pieces = {piece.id: piece for piece in GAME.pieces(table.state)}
        voice = Catalogue(language, GAME, NAMES)
        given_ = [
            TagInput("tag", pieces[vote_card(table.state, seat, number)])
            for seat, number in zip((*order[:3], *order[:2]), numbers, strict=False)
        ]
        inputs: list[TableInput] = [*given_, Command.UNDO, *given_[:2], Command.NEXT, Command.BACK]
        inputs += [Command.CORRECT, Command.BACK, Command.WHY, Command.WHY, Command.MENU]
        for step, item in enumerate(inputs):
            table = handle(table, item, Timestamp(step * 1000, 0.0), first).table
            yield self.seen(table, voice)

    def voting(self) -> Table:
        """Return a table at which people vote from 1 to 5."""
        setup = Setup(NAMES[:4], "full", {"double_points": "with"}, clock=CLOCK)
        table = begin(GAME, setup, (), Timestamp(0, 0.0), first).table
        return handle(
            table, ActionInput(GAME.string_to_action("begin")), Timestamp(0, 0.0), first
        ).table

    def seen(self, table: Table, voice: Catalogue) -> object:
        """Return everything from which displays, lamps and lists are made."""
        public = [event for event in table.events if GAME.audience(table.state, event) is None]
        return (
            [view(table, voice, rows) for rows in (6, 2)],
            [(entry.kind, entry.actor, entry.clock) for entry in table.entries],
            public,
            table.choices,
            table.notice,
            table.tasks,
            table.clocks,
            GAME.awaited(table.state),
        )


class TestBox:
    """A whole box with a reader, a panel, lamps and a buzzer."""

    @pytest.mark.slow
    def test_shows_sounds_and_times_do_not_depend_on_the_votes(self, tmp_path: Path) -> None:
        """ES-DATA-5: pixels, lamps, tones and times are the same; only the reveal differs."""
        folders = [tmp_path / name for name in ("one", "other")]
        for folder in folders:
            folder.mkdir()
        first = asyncio.run(self.evening(folders[0], (1, 1, 1, 1), (1, 1)))
        second = asyncio.run(self.evening(folders[1], (3, 2, 3, 1), (2, 3)))
        assert len(first) == len(second)
        assert first[:-1] == second[:-1]
        assert first[-1] != second[-1]

    async def evening(
        self, folder: Path, votes: Sequence[int], first: Sequence[int]
    ) -> list[Mapping[str, object]]:
        """Vote with tags, exchange two cards, and reveal; return what was seen at what time."""
        configuration = box_settings(folder, game=GAME.id, **CHANGES)
        seen: list[Mapping[str, object]] = []
        async with running(configuration, folder) as rig:
            await rig.tap("a")
            for seat, number in enumerate(first):
                await rig.lay(vote_card(rig.table.state, seat, number))
                seen.append(await self.glimpse(rig))
            await rig.hold("b")
            seen.append(await self.glimpse(rig))
            for seat, number in enumerate(votes):
                await rig.lay(vote_card(rig.table.state, seat, number))
                seen.append(await self.glimpse(rig))
            assert rig.table.state.phase is Phase.REVEAL
            await rig.tap("a")
            seen.append(await self.glimpse(rig))
        return seen

    async def glimpse(self, rig: Rig) -> Mapping[str, object]:
        """Return what can be seen and heard now."""
        signals = rig.hardware.signals
        return {
            "pixels": (await rig.picture()).tobytes(),
            "lamps": signals.lit,
            "tone": signals.tone,
            "time": rig.clock.now(),
            "screen": rig.screen,
        }


def test_a_double_press_shows_no_other_players_card(tmp_path: Path) -> None:
    """Players who show cards one after the other press one after the other."""

    async def scene() -> None:
        async with running(box_settings(tmp_path, game="essence", **CHANGES), tmp_path) as rig:
            await rig.tap("a")
            while rig.table.state.phase is Phase.VOTE:
                unread = (each for each in rig.table.candidates if type(each) is LayUnread)
                waiting = rig.table.state.waiting
                await rig.robot.perform(next(each for each in unread if each.player in waiting))
            await rig.tap("a")
            await rig.robot.let(GUARD / 1000)
            await rig.tap("down")
            log_steps, shown = len(rig.table.steps), rig.table.game.current_player(rig.table.state)
            for _ in range(3):
                await rig.tap("a")
            (step,) = rig.table.steps[log_steps:]
            assert step.entry.actor == shown != rig.table.game.current_player(rig.table.state)

    asyncio.run(scene())
