"""Results by Apprise, with its own plugins, to receivers on this computer: `make announce`."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from http.server import BaseHTTPRequestHandler
from socketserver import StreamRequestHandler, TCPServer
from threading import Thread

import pytest

from companion.daemon.result_notifier import ResultNotification, deliver
from companion.records.archive import table_of
from companion.table.screens.previous_games import previous_game
from tests.records.exports.played import records

# Apprise and its plugins import modules that some Pythons call old: that is theirs to mend.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

SAID = "Compass Points: Jörg 7, =1+1 5"


@pytest.fixture(scope="module")
def news() -> ResultNotification:
    table = table_of(records("compass-points", 1)[0])
    played = previous_game(0, "2026-11-22", table)
    return ResultNotification(SAID, table.game.id, played, table.game.title)


@contextmanager
def receiver(handler: type[StreamRequestHandler]) -> Iterator[int]:
    """Serve on a free port of the loopback interface; yield the port."""
    with TCPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_a_service_behind_http_gets_title_and_words(news: ResultNotification) -> None:
    got = []

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_given: object) -> None:
            """Say nothing."""

    with receiver(Service) as port:
        deliver(f"json://127.0.0.1:{port}/", news)
    (body,) = got
    assert body["title"] == "Compass Points"
    assert body["message"] == SAID


def test_a_mail_server_gets_a_mail(news: ResultNotification) -> None:
    got: dict[str, bytes] = {}

    class Mail(StreamRequestHandler):
        """Speaks as much of RFC 5321 as a letter needs."""

        def handle(self) -> None:
            self.wfile.write(b"220 mail.example\r\n")
            while line := self.rfile.readline().strip():
                verb, _, rest = line.partition(b" ")
                answer = b"250 yes"
                if verb.upper() == b"RCPT":
                    got["to"] = rest
                elif verb.upper() == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    got["letter"] = self._letter()
                elif verb.upper() == b"QUIT":
                    answer = b"221 bye"
                self.wfile.write(answer + b"\r\n")

        def _letter(self) -> bytes:
            lines = []
            for line in self.rfile:
                if line == b".\r\n":
                    break
                lines.append(line)
            return b"".join(lines)

    with receiver(Mail) as port:
        deliver(f"mailto://127.0.0.1:{port}/?from=box@example.org&to=ann@example.org", news)
    letter = message_from_bytes(got["letter"], policy=default)
    assert b"<ann@example.org>" in got["to"]
    assert letter["Subject"] == "Compass Points"
    body = letter.get_body(("plain", "html"))
    assert body is not None
    assert SAID in body.get_content()


def test_a_service_that_refuses_or_is_not_there_is_tried_again(news: ResultNotification) -> None:
    class Refuses(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(500)
            self.end_headers()

        def log_message(self, *_given: object) -> None:
            """Say nothing."""

    with receiver(Refuses) as port, pytest.raises(OSError, match="not delivered"):
        deliver(f"json://127.0.0.1:{port}/", news)
    with pytest.raises(OSError, match="not delivered"):  # nobody listens there any more
        deliver(f"json://127.0.0.1:{port}/", news)


def test_an_address_that_nobody_knows_is_a_mistake(news: ResultNotification) -> None:
    with pytest.raises(ValueError, match="Apprise"):
        deliver("nobody-knows://127.0.0.1/", news)
