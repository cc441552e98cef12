"""What of a game's past a replay needs: the steps, and the turns."""

from companion.table.screens import replay
from tests.web.browser import plan


def test_a_turn_begins_where_somebody_else_is_due() -> None:
    steps = list(plan.steps("compass-jewels", 2, 22, plan.at_random(22)))
    table = steps[-1].after
    due = [step.before.game.current_player(step.before.state) for step in steps]
    turns = replay.turns(table)
    drawn = replay.steps(table) - len(steps)
    chosen = [turn - drawn for turn in turns if turn > drawn]
    assert chosen[:-1] == [at for at in range(1, len(due)) if due[at] != due[at - 1]]
    assert turns == sorted(set(turns))
    assert turns[-1] == replay.steps(table), "at the end nobody is due"
