"""A message counts once or never, whatever its line does, and its page learns which."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from companion.protocol.box import DoneReply
from companion.web.messages.acknowledgements import KEPT, PAGES, Acknowledgements

DONE = DoneReply(1)


def run(scene: Callable[[Acknowledgements], Coroutine[None, None, None]]) -> None:
    async def whole() -> None:
        await scene(Acknowledgements())

    asyncio.run(whole())


def test_an_answer_is_remembered_for_its_page() -> None:
    async def scene(answered: Acknowledgements) -> None:
        assert answered.begin("page", 1)
        answered.end("page", 1, DONE)
        assert await answered.of("page", 1) == DONE
        assert await answered.of("other", 1) is None

    run(scene)


def test_a_message_counts_once() -> None:
    async def scene(answered: Acknowledgements) -> None:
        assert answered.begin("page", 1)
        assert not answered.begin("page", 1)
        answered.end("page", 1, DONE)
        assert not answered.begin("page", 1)
        assert answered.begin("page", 2)

    run(scene)


def test_what_had_not_come_when_it_was_asked_for_never_counts() -> None:
    async def scene(answered: Acknowledgements) -> None:
        assert await answered.of("page", 2) is None
        assert not answered.begin("page", 1)
        assert not answered.begin("page", 2)
        assert answered.begin("page", 3)

    run(scene)


def test_who_asks_while_it_is_being_done_waits_for_the_answer() -> None:
    async def scene(answered: Acknowledgements) -> None:
        assert answered.begin("page", 1)
        asked = asyncio.ensure_future(answered.of("page", 1))
        await asyncio.sleep(0)
        assert not asked.done()
        answered.end("page", 1, DONE)
        assert await asked == DONE

    run(scene)


def test_who_waits_may_go_away() -> None:
    async def scene(answered: Acknowledgements) -> None:
        assert answered.begin("page", 1)
        gone = asyncio.ensure_future(answered.of("page", 1))
        await asyncio.sleep(0)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        answered.end("page", 1, DONE)
        assert await answered.of("page", 1) == DONE

    run(scene)


def test_only_the_newest_are_remembered_and_the_others_stay_over() -> None:
    async def scene(answered: Acknowledgements) -> None:
        assert answered.begin("page", 1)
        asked = asyncio.ensure_future(answered.of("page", 1))
        await asyncio.sleep(0)
        for number in range(2, KEPT + 2):
            assert answered.begin("page", number)
            answered.end("page", number, DONE)
        assert await asked is None, "it was not answered and is forgotten"
        answered.end("page", 1, DONE)
        assert not answered.begin("page", 1)
        for number in range(PAGES):
            answered.begin(f"page {number}", 1)
        assert await answered.of("page", 2) is None

    run(scene)


def test_a_client_without_a_name_numbers_as_it_likes() -> None:
    async def scene(answered: Acknowledgements) -> None:
        assert answered.begin("", 1)
        assert answered.begin("", 1)
        answered.end("", 1, DONE)

    run(scene)
