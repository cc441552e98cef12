"""A machine's name is told only where somebody answers for it."""

import asyncio
from collections.abc import Callable
from typing import cast

import pytest

from companion.web.access.mdns import is_answered, local_name

QUESTION = b"\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x03den\x05local\x00\x00\x01\x80\x01"


class Responder(asyncio.DatagramProtocol):
    """Whoever answers multicast DNS, here by what a test wants."""

    def __init__(self, answers: Callable[[bytes], list[bytes]]) -> None:
        self.answers = answers
        self.asked: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.DatagramTransport", transport)

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.asked.append(data)
        for answer in self.answers(data):
            self.transport.sendto(answer, addr)


def asked(
    answers: Callable[[bytes], list[bytes]], name: str = "den.local"
) -> tuple[bool, list[bytes]]:
    async def ask() -> tuple[bool, list[bytes]]:
        loop = asyncio.get_running_loop()
        transport, responder = await loop.create_datagram_endpoint(
            lambda: Responder(answers), local_addr=("127.0.0.1", 0)
        )
        group = transport.get_extra_info("sockname")
        found = await is_answered(name, group, patience=0.05)
        transport.close()
        return found, responder.asked

    return asyncio.run(ask())


def answer_to(question: bytes) -> bytes:
    """Return a response that gives the address 192.0.2.7 (RFC 1035, section 4.1)."""
    header = question[:2] + b"\x84\x00\x00\x00\x00\x01\x00\x00\x00\x00"
    return header + question[12:-4] + b"\x00\x01\x80\x01\x00\x00\x00\x78\x00\x04\xc0\x00\x02\x07"


def test_an_answer_is_found_and_the_question_is_as_in_the_standard() -> None:
    assert asked(lambda question: [answer_to(question)]) == (True, [QUESTION])


def test_nobody_answers() -> None:
    assert asked(lambda _question: []) == (False, [QUESTION])


@pytest.mark.parametrize(
    "other",
    [
        b"",
        b"x" * 12,
        QUESTION,
        answer_to(QUESTION).replace(b"den", b"pub"),
        answer_to(QUESTION)[:3] + b"\x03" + answer_to(QUESTION)[4:],
        answer_to(QUESTION)[:7] + b"\x00" + answer_to(QUESTION)[8:],
    ],
)
def test_what_is_no_answer_is_passed_over(other: bytes) -> None:
    assert asked(lambda _question: [other])[0] is False
    assert asked(lambda question: [other, answer_to(question)])[0] is True


@pytest.mark.parametrize("name", ["", "dén.local", "a" * 64 + ".local", "den..local"])
def test_what_can_be_no_name_is_not_asked_for(name: str) -> None:
    assert asked(lambda question: [answer_to(question)], name) == (False, [])


def test_the_name_is_that_of_the_machine_without_its_domain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Den.example.net")
    assert local_name() == "den.local"
