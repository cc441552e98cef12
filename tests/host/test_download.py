"""Fetching a file over HTTP, from real servers of the loopback interface that misbehave."""

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from companion.host import download
from companion.host.address import LONGEST, is_address
from companion.host.download import RESTS, SPARE, Download, DownloadError

CONTENT = bytes(range(256)) * 4096  # 1 MiB
TAG = '"first"'


@dataclass
class Shop:
    """What a server has, and how it behaves."""

    content: bytes = CONTENT
    tag: str = TAG
    status: int = 0
    """Instead of the file."""
    length: int | None = None
    """What it claims instead of the truth; -1 for nothing."""
    breaks: list[int] = field(default_factory=list)
    """After how many bytes it hangs up, request by request."""
    asked: list[str] = field(default_factory=list)


@contextmanager
def served(shop: Shop) -> Iterator[str]:
    """Run a server; yields the address of its file."""

    class Visit(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name that the library calls
            asked = self.headers.get("Range", "")
            shop.asked.append(asked)
            if shop.status:
                self.send_error(shop.status)
                return
            if self.path == "/newest":
                self.send_response(302)
                self.send_header("Location", "/compass-companion-9.0.0.raucb")
                self.end_headers()
                return
            same = self.headers.get("If-Range") == shop.tag
            start = int(asked.removeprefix("bytes=").rstrip("-")) if asked and same else 0
            body = shop.content[start:]
            self.send_response(206 if start else 200)
            if start:
                end = len(shop.content)
                self.send_header("Content-Range", f"bytes {start}-{end - 1}/{end}")
            if shop.length != -1:
                self.send_header("Content-Length", str(shop.length or len(body)))
            self.send_header("ETag", shop.tag)
            self.end_headers()
            self.wfile.write(body[: shop.breaks.pop(0)] if shop.breaks else body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Visit)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/file"
    finally:
        server.shutdown()
        server.server_close()


def taken(
    address: str,
    folder: Path,
    named: Callable[[str], None] = lambda _: None,
    free: int = 1 << 40,
) -> tuple[bytes, list[tuple[int, int]], list[float]]:
    """Fetch a file; return it, what was told of the progress, and the rests between attempts."""
    told: list[tuple[int, int]] = []
    rests: list[float] = []
    job = Download(
        address,
        folder,
        named,
        lambda got, whole: told.append((got, whole)),
        rests.append,
        free=lambda _: free,
    )
    return job.take().read_bytes(), told, rests


def test_a_file_is_fetched_with_its_progress(tmp_path: Path) -> None:
    names: list[str] = []
    with served(Shop()) as address:
        content, told, rests = taken(address, tmp_path, names.append)
    assert content == CONTENT
    assert (told[0], told[-1]) == ((0, len(CONTENT)), (len(CONTENT), len(CONTENT)))
    assert names == ["file"]
    assert not rests


def test_a_line_that_breaks_is_gone_on_with_where_it_broke(tmp_path: Path) -> None:
    """The beginning is not sent twice."""
    shop = Shop(breaks=[400_000, 300_000])
    with served(shop) as address:
        content, _, rests = taken(address, tmp_path)
    assert content == CONTENT
    assert shop.asked == ["", "bytes=400000-", "bytes=700000-"]
    assert rests == [RESTS[0], RESTS[0]]


def test_what_is_another_file_meanwhile_begins_anew(tmp_path: Path) -> None:
    """Two halves of different updates would only be found out by the signature."""
    shop = Shop(breaks=[400_000])

    def other(_rest: float) -> None:
        shop.content, shop.tag = CONTENT[::-1], '"second"'

    with served(shop) as address:
        job = Download(address, tmp_path, lambda _: None, lambda *_: None, other)
        assert job.take().read_bytes() == CONTENT[::-1]


def test_half_a_file_of_another_address_is_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "part").write_bytes(b"half of something else")
    (tmp_path / "part.of").write_text('["http://elsewhere/file", "x"]', encoding="utf-8")
    with served(Shop()) as address:
        assert taken(address, tmp_path)[0] == CONTENT


@pytest.mark.parametrize(
    ("shop", "words"),
    [
        (Shop(status=404), "127.0.0.1 has no such update (HTTP 404): look at the address"),
        (Shop(status=503), "127.0.0.1 does not send the update (503): try again later"),
        (Shop(length=-1), "127.0.0.1 does not send the size of the update"),
        (Shop(length=1 << 40), "127.0.0.1 sends something that is not an update"),
        (Shop(breaks=[0] * 9), "does not send the update (it ends after 0 MB): try again later"),
    ],
)
def test_what_cannot_be_fetched_is_a_sentence(tmp_path: Path, shop: Shop, words: str) -> None:
    with served(shop) as address, pytest.raises(DownloadError) as failed:
        taken(address, tmp_path)
    assert words in str(failed.value.message)


def test_a_server_that_hangs_is_left_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes the connection and says nothing at all."""
    monkeypatch.setattr(download, "PATIENCE", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/x"
        with pytest.raises(DownloadError) as failed:
            taken(address, tmp_path)
    assert "127.0.0.1 does not send the update (" in str(failed.value.message)
    assert "timed out" in str(failed.value.message)


@dataclass
class Rude:
    """A server that says what it likes, on a connection each; then nobody is there any more.

    An answer that ends with an ellipsis goes on in silence.
    """

    answers: Sequence[bytes]
    asked: list[bytes] = field(default_factory=list)
    took: int = 0
    """How many bytes of the last answer were taken."""

    def run(self, door: socket.socket) -> None:
        """Answer one after the other."""
        for answer in self.answers:
            line, _ = door.accept()
            self.asked.append(line.recv(10_000))
            self.took = 0
            with suppress(ConnectionError):
                while self.took < len(answer.removesuffix(b"...")):
                    self.took += line.send(answer.removesuffix(b"...")[self.took :][: 1 << 16])
                if answer.endswith(b"..."):
                    line.recv(1)
            line.close()
        door.close()


@contextmanager
def rude(*answers: bytes) -> Iterator[tuple[str, Rude]]:
    """Run such a server; yields its address, too."""
    server, door = Rude(answers), socket.create_server(("127.0.0.1", 0))
    thread = Thread(target=server.run, args=(door,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{door.getsockname()[1]}/file", server
    thread.join(10)
    assert not thread.is_alive()


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("200 OK\r\nContent-Length: " + "9" * 5000, "does not send the size of the update"),
        ("200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked", "does not send the size"),
        ("302 Found\r\nLocation: ftp://127.0.0.1/x", "has no such update (HTTP 302)"),
        ("302 Found\r\nLocation: http://[/", "has no such update (HTTP 302)"),
        ("301 Moved\r\nLocation: http://" + "x" * 64 + ".org/", "has no such update (HTTP 301)"),
        ("206 Partial Content\r\nContent-Length: 5", "does not send the update"),
        ("200 OK\r\nContent-Length: 5\r\nETag: " + "x" * 70_000, "does not send the update"),
    ],
)
def test_whatever_a_server_says_is_a_sentence(tmp_path: Path, head: str, words: str) -> None:
    said = f"HTTP/1.1 {head}\r\n\r\n-1\r\nhello".encode()
    with rude(said) as (address, _), pytest.raises(DownloadError) as failed:
        taken(address, tmp_path)
    assert words in str(failed.value.message)
    assert not (tmp_path / "part").exists()


@pytest.mark.slow
def test_what_a_redirection_brings_besides_is_not_read(tmp_path: Path) -> None:
    """It may be without end, and there is no room for it in memory."""
    body = bytes(1 << 26)
    said = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/x\r\n\r\n" + body
    with rude(said) as (address, server), pytest.raises(DownloadError):
        taken(address, tmp_path)
    assert server.took < len(body)


def test_another_part_than_was_asked_for_is_not_put_behind_the_first(tmp_path: Path) -> None:
    """A server that knows ranges only by hearsay sends the whole file when it is asked anew."""
    first = b'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nETag: "x"\r\n\r\n01234'
    lie = b"HTTP/1.1 206 Partial Content\r\nContent-Length: 5\r\n"
    lie += b"Content-Range: bytes 0-4/10\r\n\r\n01234"
    whole = b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789"
    with rude(first, lie, whole) as (address, server):
        assert taken(address, tmp_path)[0] == b"0123456789"
    assert [b"Range: bytes=5-" in asked for asked in server.asked] == [False, True, False]


def test_what_has_come_before_a_server_hangs_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a line that falls silent again and again, every byte counts."""
    monkeypatch.setattr(download, "PATIENCE", 0.2)
    half = b'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nETag: "x"\r\n\r\n01234...'
    rest = b"HTTP/1.1 206 Partial Content\r\nContent-Length: 5\r\n"
    rest += b"Content-Range: bytes 5-9/10\r\n\r\n56789"
    with rude(half, rest) as (address, _):
        assert taken(address, tmp_path)[0] == b"0123456789"


def test_nobody_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(DownloadError) as failed:
        taken("http://127.0.0.1:9/x", tmp_path)
    assert "127.0.0.1 does not send the update (" in str(failed.value.message)


def test_what_does_not_fit_is_not_begun(tmp_path: Path) -> None:
    """Games need the rest of the card."""
    with served(Shop()) as address, pytest.raises(DownloadError) as failed:
        taken(address, tmp_path, free=SPARE)
    assert str(failed.value.message) == (
        "the update does not fit: it needs 33 MB, and 32 MB are free on the card"
    )
    assert not (tmp_path / "part").exists()


def test_a_card_that_fills_up_meanwhile_is_freed_again() -> None:
    """`/dev/full` takes nothing."""
    job = Download("http://x/", Path("/nowhere"), lambda _: None, lambda *_: None, lambda _: None)
    with Path("/dev/full").open("wb", buffering=0) as full, pytest.raises(DownloadError) as failed:
        job._write(full.write, b"x", 1 << 20)  # noqa: SLF001 - a full disk cannot be made here
    assert "does not fit" in str(failed.value.message)


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        ("https://example.org/compass-companion-9.0.0.raucb", True),
        ("http://192.168.1.20:8090/updates/newest", True),
        ("http://[fe80::1]/x", True),
        ("file:///etc/shadow", False),
        ("ftp://example.org/x", False),
        ("https://", False),
        ("https://exa mple.org/", False),
        ("http://x:99999/", False),
        ("http://[/", False),
        ("http://x/\n--help", False),
        ("http://x/é", False),
        (f"http://{'x' * 64}.org/", False),
        ("http://example..org/", False),
        (f"http://x/{'y' * LONGEST}", False),
        ("", False),
    ],
)
def test_an_address_is_one_of_the_web(address: str, *, is_one: bool) -> None:
    assert is_address(address) is is_one
