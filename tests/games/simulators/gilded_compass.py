"""An independent simulator of Order of the Gilded Compass, from docs/rules/gilded-compass.md alone.

It shares nothing with the engine but the names in the log. The course of a game is a generator: it
yields what is asked of whom and is sent the action that was taken. Level `full`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.games.simulators.gilded_compass_flow import Flow, Request, Struct, draw, roll
from tests.games.simulators.gilded_compass_round import TABLE, Round, stacks
from tests.games.simulators.gilded_compass_score import Holdings, Worth, winners, worth
from tests.games.simulators.gilded_compass_table import DUMMY, Owner, Table

OPTIONS: Mapping[str, Any] = {
    "b_building": "auction_house",
    "c_building": "temple",
    "variant": "none",
    "dice": "rolled",
    "unplaced_dice": "library",
    "university_resolves": "after_c",
    "extend_per_end": 1,
    "specialists_on_mission_maps": True,
    "items_on_mission_maps": False,
    "tie_by_value": False,
    "dummy_galleon_strict": True,
    "artifacts_open": True,
    "rerolls_after_placing": False,
}
"""The options and what is usual (section 15)."""
OWN, BLACK, DUMMIES = "", "black-", "dummy-"
"""What the log writes before the value of a die: own coloured, black and held dummy dice."""


@dataclass
class Hand:
    """The dice that a player has not placed, by their kind.

    If the table does not report what is rolled, they may show anything (`seen` is false).
    """

    dice: dict[str, list[int]] = field(default_factory=dict)
    seen: bool = True

    @property
    def own(self) -> list[int]:
        """The own dice, black ones included (GC-VOC-8)."""
        return self.dice[OWN] + self.dice[BLACK]

    def showing(self, dice: list[int]) -> list[int]:
        """The values that so many of these dice may show."""
        return dice if self.seen else [value for value in range(1, 7) for _ in dice]

    def names(self) -> list[str]:
        """The different dice as the log names them."""
        return sorted({f"{kind}{value}" for kind, values in self.dice.items() for value in values})

    def remove(self, die: str) -> None:
        kind, value = die[:-1], int(die[-1])
        self.dice[kind].remove(value if self.seen else 0)

    def place(self, values: Iterable[int]) -> None:
        """Remove own dice; of a black and a coloured one, the black one (section 15)."""
        for value in values:
            black = value in self.dice[BLACK] if self.seen else self.dice[BLACK]
            self.remove(f"{BLACK if black else OWN}{value}")


@dataclass
class Turn:
    """What has been done in a turn."""

    placed: bool = False
    placed_dummy: bool = False


class GildedCompass:
    """A game from the draw of the start player to the last gold."""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.players = players
        self.options = {**OPTIONS, **options}
        self.dummy = self.options["variant"] == "dummy"
        bare = self.options["variant"] == "fewer_buildings"
        self.c_building = None if bare else self.options["c_building"]
        self.stacks = stacks(self.c_building)
        self.holdings = [Holdings() for _ in range(players)]
        self.hands = [Hand(seen=self.options["dice"] == "rolled") for _ in range(players)]
        self.start = 0
        self.known: dict[str, Worth] = {}
        """What holdings are worth, as points are asked for again and again."""
        self.round = self.new_round()
        self.flow = self.game()
        self.request: Request | None = next(self.flow)

    # What the referee asks

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.request is None

    @property
    def actor(self) -> int:
        """The seat that acts, or `CHANCE`."""
        assert self.request is not None
        return self.request.actor

    def outcomes(self) -> Sequence[tuple[Struct, Fraction]]:
        """What chance may bring, with probabilities."""
        assert self.request is not None
        return self.request.outcomes

    def legal(self) -> Sequence[Struct]:
        """What the seat that acts may do."""
        assert self.request is not None
        return self.request.legal

    def apply(self, action: Struct) -> None:
        """Carry out an action of the log."""
        try:
            self.request = self.flow.send(action)
        except StopIteration:
            self.request = None

    def worths(self) -> list[Worth]:
        """Each seat's gold with what decides ties."""
        for holdings in self.holdings:
            if repr(holdings) not in self.known:
                self.known[repr(holdings)] = worth(holdings, self.options)
        return [self.known[repr(holdings)] for holdings in self.holdings]

    def scores(self) -> list[int]:
        """Each seat's gold (GC-END-1)."""
        return [gold for gold, *_ in self.worths()]

    def winners(self) -> list[int]:
        """The seats that have won."""
        return winners(self.worths(), by_value=self.options["tie_by_value"])

    # The course of a game

    def game(self) -> Flow[None]:
        seats = Counter(range(self.players))
        self.start = yield from draw("choose_start", seats, lambda seat: {"player": seat})
        if self.options["b_building"] == "auction_house":  # GC-SETUP-5
            for holdings in self.holdings:
                holdings.collection = yield from draw(
                    "deal_collection",
                    self.stacks.collections,
                    lambda pair: {"most": pair[0], "also": pair[1]},
                )
        for _ in range(TABLE[self.players][0]):
            yield from self.play_round()
            self.start = (self.start + 1) % self.players

    def clockwise(self) -> list[int]:
        """The seats from the start player on."""
        return [(self.start + n) % self.players for n in range(self.players)]

    def new_round(self) -> Round:
        table = Table(
            self.options["b_building"],
            self.c_building,
            TABLE[self.players][1],
            self.options["extend_per_end"],
        )
        return Round(self.stacks, self.holdings, self.options, table)

    def play_round(self) -> Flow[None]:
        self.round = self.new_round()
        for hand in self.hands:
            hand.dice = {OWN: [0] * 8, BLACK: [], DUMMIES: [0] * (2 * self.dummy)}  # GC-DUMMY-4
        yield from self.round.prepare()
        yield from self.offer_help()
        while all(hand.own for hand in self.hands):  # GC-ROUND-4
            for player in self.clockwise():
                yield from self.turn(player)
        yield from self.offer_gifts()
        for player, hand in enumerate(self.hands):  # GC-ROUND-6b, GC-R5
            if self.options["unplaced_dice"] == "library":
                self.round.table.library[player] += len(hand.dice[OWN])
        yield from self.round.resolve()

    def offer_help(self) -> Flow[None]:
        """Offer the black dice until somebody takes them (GC-ABIL-HELP)."""
        for player in self.clockwise():
            if self.has(player, "small_help"):
                answer = yield self.ask(player, [simple("decline"), simple("take_help")])
                if answer["type"] == "take_help":
                    self.spend(player, "small_help")
                    self.hands[player].dice[BLACK] = [0, 0]
                    return

    def offer_gifts(self) -> Flow[None]:
        """Offer extra turns until a whole lap brings none (GC-ABIL-GIFT)."""
        used = True
        while used:
            used = False
            for player in self.clockwise():
                if self.has(player, "timeless_gift") and self.hands[player].own:
                    answer = yield self.ask(player, [simple("decline"), simple("take_turn")])
                    if answer["type"] == "take_turn":
                        used = True
                        self.spend(player, "timeless_gift")
                        yield from self.turn(player)

    # A turn (GC-TURN)

    def turn(self, player: int) -> Flow[None]:
        hand = self.hands[player]
        yield from self.roll_again(hand, {kind: len(hand.dice[kind]) for kind in hand.dice}, {})
        turn = Turn()
        while not turn.placed or (hand.dice[DUMMIES] and not turn.placed_dummy):
            action = yield self.ask(player, self.choices(player, turn))
            match action["type"]:
                case "place":
                    turn.placed = True
                    yield from self.place(player, action)
                case "will_to_win":
                    turn.placed = True
                    self.spend(player, "will_to_win")
                    hand.place(map(int, action["dice"]))
                    self.round.table.use_will(player, action)
                case "place_dummy":
                    turn.placed_dummy = True
                    for value in action["dice"]:
                        hand.remove(f"{DUMMIES}{value}")
                    self.round.table.place(DUMMY, action)
                case "spend_knowledge":
                    yield from self.reroll(player, turn)
                case "persuade":
                    yield from self.persuade(player)
                case _:  # end_turn
                    return

    def choices(self, player: int, turn: Turn) -> list[Struct]:
        """All that a player may do now."""
        table, hand = self.round.table, self.hands[player]
        before = not (turn.placed or turn.placed_dummy)
        actions: list[Struct] = []
        if turn.placed:
            actions.append(simple("end_turn"))  # GC-DUMMY-2
        else:
            dice = hand.showing(hand.own)
            actions += named("place", table.placements(player, dice), len(hand.own))
            if self.has(player, "will_to_win"):
                actions += named("will_to_win", table.wills(player, dice), len(hand.own))
        if not turn.placed_dummy:
            held = hand.dice[DUMMIES]
            dice = hand.showing(held)
            actions += named("place_dummy", table.placements(DUMMY, dice), len(held))
        if self.holdings[player].knowledge and (before or self.options["rerolls_after_placing"]):
            actions.append(simple("spend_knowledge"))  # GC-TURN-2, GC-R37
        if before and self.has(player, "persuasion"):
            actions.append(simple("persuade"))
        return actions

    def place(self, player: int, action: Struct) -> Flow[None]:
        self.hands[player].place(map(int, action["dice"]))
        self.round.table.place(player, action)
        if action["building"] == "galleon":
            yield from self.round.draw_treasures(player, len(action["dice"]))

    def reroll(self, player: int, turn: Turn) -> Flow[None]:
        """Spend knowledge; roll some dice again that may be placed (GC-TURN-2, GC-R37)."""
        hand = self.hands[player]
        self.holdings[player].knowledge -= 1
        if not hand.seen:
            return
        idle = {OWN, BLACK} if turn.placed else {DUMMIES} if turn.placed_dummy else set()
        kept = {kind: list(dice) for kind, dice in hand.dice.items() if kind not in idle}
        lifted = dict.fromkeys(kept, 0)
        while True:
            left = Hand(kept)
            go = "roll_lifted" if any(lifted.values()) else "roll_all"
            lifts = [{"type": "lift", "die": die} for die in left.names()]
            action = yield self.ask(player, [simple(go), *lifts])
            if action["type"] == "roll_all":
                yield from self.roll_again(hand, {k: len(v) for k, v in kept.items()}, {})
                return
            if action["type"] == "roll_lifted":
                yield from self.roll_again(hand, lifted, kept)
                return
            left.remove(action["die"])
            lifted[action["die"][:-1]] += 1

    def roll_again(
        self, hand: Hand, counts: Mapping[str, int], kept: Mapping[str, list[int]]
    ) -> Flow[None]:
        """Roll so many dice of each kind, beside those that are kept."""
        for kind, count in counts.items() if hand.seen else ():
            hand.dice[kind] = [*kept.get(kind, []), *(yield from roll(count))]

    def persuade(self, player: int) -> Flow[None]:
        """Turn one or two of the rolled dice to other values (GC-ABIL-PERS, GC-R21)."""
        self.spend(player, "persuasion")
        hand = self.hands[player]
        for number in range(2 * hand.seen):
            actions = [simple("enough")] if number else []
            actions += [
                {"type": "turn_die", "die": die, "value": value}
                for die in hand.names()
                for value in range(1, 7)
                if value != int(die[-1])
            ]
            action = yield self.ask(player, actions)
            if action["type"] == "enough":
                return
            hand.remove(action["die"])
            hand.dice[action["die"][:-1]].append(action["value"])

    # Abilities

    def has(self, player: int, ability: str) -> bool:
        return self.holdings[player].abilities[ability] > 0

    def spend(self, player: int, ability: str) -> None:
        self.holdings[player].abilities[ability] -= 1

    def ask(self, player: Owner, actions: list[Struct]) -> Request:
        return Request(player, legal=actions)


def simple(name: str) -> Struct:
    return {"type": name}


def named(name: str, fields: Iterable[Struct], dice: int) -> list[Struct]:
    """The placements among these that need no more dice than there are."""
    return [{"type": name, **each} for each in fields if len(each["dice"]) <= dice]
