"""A stage with other things on its displays."""

from msgspec.structs import replace

from companion.engine.text import text
from companion.table.state import Notice, notify, with_console
from tests.web.scene import Scene


def test_what_is_shown_already_leaves_the_stage_as_it_is() -> None:
    table = Scene().table
    assert with_console(table, language=table.console.language, quiet=table.console.quiet) is table
    other = with_console(table, language="de", quiet=False)
    assert other == replace(table, console=replace(table.console, language="de"))


def test_the_same_message_twice_is_two_messages() -> None:
    table = Scene().table
    message = Notice(text("table.saved"))
    first = notify(table, message)
    assert notify(first, message).notice == first.notice
    assert notify(first, message).notice is not first.notice
