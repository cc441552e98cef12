"""What servers send to a box that fetches an update: a case holds one answer after the other.

Each ends with a line of ``SEPARATOR``. One that ends with ``HANGS`` is followed by silence, one
that ends with ``ENDLESS`` by bytes without end.
"""

import http.client
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.request import HTTPHandler, Request

from companion.host.download import LARGEST, SPARE, Download, DownloadError, opener
from companion.host.update_fetcher import UpdateFetcher
from companion.host.updater import UpdatePaths
from labs.fuzz.attack import CORPUS, one_sentence
from labs.fuzz.mutation import spoiled_bytes
from labs.fuzz.targets.http import spoiled

SEPARATOR: Final = b"\n--- and then\n"
HANGS: Final = b"@hangs"
ENDLESS: Final = b"@endless"
ADDRESS: Final = "http://club.example/updates/newest"
ROOM: Final = 200_000
"""Bytes that are free beside those that stay free."""
MOST_READ: Final = 4_000_000
"""Bytes of a case that are read at most: an answer without end is left."""
MOST_ASKED: Final = 200
"""Requests of a case; attempts that bring something are made again."""
_FIELD: Final = re.compile(rb"[!-~]+: [ -~]*")
_TOKENS: Final = (
    *(b"HTTP/1.1 200 OK", b"HTTP/1.1 206 Partial Content", b"HTTP/1.1 302 Found", b"HTTP/1.0 204 "),
    *(b"HTTP/1.1 416 ", b"HTTP/1.1 503 ", b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 304 "),
    *(b"HTTP/1.1 308 Permanent", b"HTTP/1.1 401 ", b"HTTP/1.1 999 ", b"HTTP/1.1 1e2 ", b"HTTP/9.9"),
    *(b"Content-Length: 0", b"Content-Length: -1", b"Content-Length: 40", b"Content-Length: 4, 4"),
    *(b"Content-Length: " + b"9" * 5000, b"Content-Length: 943718400", b"Content-Length: \xb2"),
    *(b"Content-Length: 150000", b"Content-Length: 99999999999", b"Content-Length:"),
    *(b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip", b"Content-Encoding: gzip"),
    *(
        b"5\r\nhello\r\n",
        b"-5\r\n",
        b"-1\r\n",
        b"ffffffffffff\r\n",
        b"0\r\n\r\n",
        b"1;x=y\r\n",
        b"\xff\r\n",
    ),
    *(b"Content-Range: bytes 10-19/20", b"Content-Range: bytes 0-9/20", b"Content-Range: x"),
    *(
        b'ETag: "first"',
        b'ETag: W/"x"',
        b'ETag: "a\r\n b"',
        b"ETag: \xff",
        b"ETag: " + b"x" * 60000,
    ),
    *(b"Last-Modified: Mon", b"Location: /updates/compass-companion-9.0.0.raucb", b"Location:"),
    *(b"Location: ftp://club.example/x", b"Location: file:///etc/shadow", b"Location: http://["),
    *(b"Location: //x:99999/", b"Location: http://" + b"a" * 70 + b".de/", b"Location: \xff\x00"),
    *(b"Location: compass-companion-" + b"9" * 5000 + b".raucb", b"Location: http://a..b/", b"//"),
    *(b"Location: /updates/newest", b"Location: data:,x", b"Location: ?", b"URI: x", b"\r\n\r\n"),
    *(HANGS, ENDLESS, b"\r\n", b"\n", b"\r", b"\0", b": ", b" x: y", b"X: y\r\n" * 120, b"\x85"),
)


class DownloadTarget:
    """A box that fetches an update, the server of which says anything at all."""

    name = "downloads"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def seeds(self) -> Sequence[bytes]:
        """Return what servers send that mean well."""
        return [file.read_bytes() for file in sorted((CORPUS / self.name / "seeds").glob("*"))]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return answers of which some have something wrong in them."""
        answers = seed.split(SEPARATOR)
        if source.random() < 0.3:
            answers.insert(source.randrange(len(answers) + 1), source.choice(answers))
        at = source.randrange(len(answers))
        if source.random() < 0.2:
            answers[at] = spoiled_bytes(answers[at], source, _TOKENS)
        else:
            answers[at] = spoiled(answers[at], source, _TOKENS)
        return SEPARATOR.join(answers)

    def feed(self, case: bytes) -> Counter[str]:
        """Fetch until the answers are over."""
        server = _Server(case.split(SEPARATOR))
        with TemporaryDirectory(dir=self._folder) as folder:
            outcome = _fetched(Path(folder), server)
        for asked in server.asked:
            begin, *fields = asked.removesuffix(b"\r\n\r\n").split(b"\r\n")
            assert re.fullmatch(rb"GET [!-~]+ HTTP/1\.1", begin), asked
            assert all(map(_FIELD.fullmatch, fields)), asked
        return Counter([outcome])


def _fetched(folder: Path, server: "_Server") -> str:
    """Return how a fetching has fared."""
    reports: list[tuple[int, int]] = []
    places = UpdatePaths(folder / "kept", folder / "run", folder / "state")
    for place in (places.fetch, places.run, places.state):
        place.mkdir(parents=True)
    fetching = UpdateFetcher(places, _no_program, lambda _: None, lambda: 0.0)
    job = Download(
        ADDRESS,
        places.fetch,
        fetching.check_name,
        lambda got, whole: reports.append((got, whole)),
        lambda _rest: None,
        open=server.open,
        free=lambda _: ROOM + SPARE,
    )
    try:
        file = job.take()
    except DownloadError as error:
        one_sentence(error.message)
        assert job.part.stat().st_size <= ROOM if job.part.exists() else True
        return error.message.template[:40]
    assert reports[-1] == (file.stat().st_size,) * 2
    assert file.stat().st_size <= min(ROOM, LARGEST)
    assert all(got <= whole for got, whole in reports)
    return "taken"


def _no_program(command: Sequence[str]) -> Any:  # noqa: ANN401 - nothing at all
    raise AssertionError(command)


class _Server:
    """Says one answer after the other, on a connection each; then it is gone."""

    def __init__(self, answers: Sequence[bytes]) -> None:
        self.asked: list[bytes] = []
        self._answers: Iterator[bytes] = iter(answers)
        self._read = 0
        self._opener = opener(_Lines(self))

    def open(self, request: Request) -> http.client.HTTPResponse:
        """Send a request."""
        answer: http.client.HTTPResponse = self._opener.open(request, timeout=1.0)
        return answer

    def visited(self) -> "_Line":
        """Return a new connection."""
        assert len(self.asked) < MOST_ASKED, "it asks again and again"
        said = next(self._answers, None)
        if said is None:
            raise ConnectionRefusedError(111, "Connection refused")
        return _Line(self, said)

    def note(self, count: int) -> None:
        """Count what is read."""
        self._read += count
        assert self._read < MOST_READ, "it reads what has no end"


class _Lines(HTTPHandler):
    """Connections to that server, by either scheme."""

    def __init__(self, server: _Server) -> None:
        super().__init__()
        self._server = server

    def http_open(self, req: Request) -> http.client.HTTPResponse:
        """Send a request."""
        return self.do_open(self._connection, req)

    https_open = http_open
    https_request = HTTPHandler.http_request

    def _connection(self, host: str, **_more: object) -> http.client.HTTPConnection:
        host.encode("idna")  # as every name is when it is looked up
        made = http.client.HTTPConnection(host)
        made.connect = lambda: setattr(made, "sock", self._server.visited())  # type: ignore[method-assign]
        return made


class _Line:
    """A socket on which an answer waits."""

    def __init__(self, server: _Server, said: bytes) -> None:
        self._server, self._said = server, said
        server.asked.append(b"")

    def sendall(self, data: bytes) -> None:
        """Keep what is asked."""
        self._server.asked[-1] += bytes(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return what is answered."""
        return io.BufferedReader(_Answer(self._server, self._said))

    def close(self) -> None:
        """Nothing is left open."""


class _Answer(io.RawIOBase):
    """The bytes of an answer, and what comes after them."""

    def __init__(self, server: _Server, said: bytes) -> None:
        super().__init__()
        self._server = server
        self._hangs, self._endless = said.endswith(HANGS), said.endswith(ENDLESS)
        self._rest = said.removesuffix(HANGS).removesuffix(ENDLESS)

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, room: Any) -> int:  # noqa: ANN401 - a buffer
        """Read a piece."""
        piece, self._rest = self._rest[: len(room)], self._rest[len(room) :]
        if not piece and self._hangs:
            raise TimeoutError("timed out")
        if not piece and self._endless:
            piece = bytes(len(room))
        self._server.note(len(piece))
        room[: len(piece)] = piece
        return len(piece)
