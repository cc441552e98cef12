"""A box creates its own certificate once, whatever its clock says, and serves pages with it."""

import asyncio
import shutil
import ssl
import stat
import subprocess
from pathlib import Path

import pytest
from aiohttp import ClientConnectionError, ClientSession, Fingerprint, TCPConnector

from companion.web.http.certificate import FILE, CertificateFile
from tests.web.box import Served, run, serving
from tests.web.client import Browser

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="sudo apt install openssl")


def openssl(file: Path, *options: str) -> str:
    """Return what OpenSSL itself reports about a certificate."""
    command = ("openssl", "x509", "-in", str(file), "-noout", *options)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_it_is_made_once(tmp_path: Path) -> None:
    first = CertificateFile(tmp_path).take()
    assert CertificateFile(tmp_path).take().fingerprint == first.fingerprint
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_openssl_reports_the_same_fingerprint(tmp_path: Path) -> None:
    made = CertificateFile(tmp_path).take()
    reported = openssl(tmp_path / FILE, "-fingerprint", "-sha256").strip().rpartition("=")[2]
    assert made.fingerprint == reported.replace(":", "")
    assert made.shown.replace(" ", "") == made.fingerprint[:32]
    assert len(made.shown.split()) == 8


def test_it_is_for_a_server_with_the_names_of_the_box(tmp_path: Path) -> None:
    CertificateFile(tmp_path, "table.example").take()
    text = openssl(tmp_path / FILE, "-text")
    assert "DNS:table.example" in text
    assert "DNS:localhost" in text
    assert "CA:FALSE" in text
    assert "TLS Web Server Authentication" in text


def test_an_address_may_be_its_name(tmp_path: Path) -> None:
    CertificateFile(tmp_path, "192.0.2.7").take()
    assert "IP Address:192.0.2.7" in openssl(tmp_path / FILE, "-text")


def test_it_is_valid_whatever_the_clock_believes(tmp_path: Path) -> None:
    CertificateFile(tmp_path).take()
    dates = openssl(tmp_path / FILE, "-dates")
    assert "notBefore=Jan  1 00:00:00 2020 GMT" in dates
    assert "notAfter=Jan  1 00:00:00 2120 GMT" in dates


@pytest.mark.parametrize("damaged", [b"", b"nothing", b"-----BEGIN CERTIFICATE-----\n", b"\xff"])
def test_a_damaged_one_is_set_aside_with_one_sentence(
    tmp_path: Path, damaged: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    made = CertificateFile(tmp_path).take()
    (record,) = caplog.records
    assert "was damaged and is set aside as certificate.damaged.pem" in record.getMessage()
    assert (tmp_path / "certificate.damaged.pem").read_bytes() == damaged
    assert CertificateFile(tmp_path).take().fingerprint == made.fingerprint


def test_half_a_file_is_damaged_too(tmp_path: Path) -> None:
    first = CertificateFile(tmp_path).take()
    whole = (tmp_path / FILE).read_text()
    (tmp_path / FILE).write_text(whole[: len(whole) // 2])
    assert CertificateFile(tmp_path).take().fingerprint != first.fingerprint


def test_without_openssl_the_remedy_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="openssl is missing: sudo apt install openssl"):
        CertificateFile(tmp_path).take()


def test_what_openssl_refuses_is_openssl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "openssl"
    program.write_text("#!/bin/sh\necho one >&2; echo no curve >&2; exit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(OSError, match="openssl could not make a certificate: no curve"):
        CertificateFile(tmp_path).take()


class TestServed:
    def test_over_tls_and_nothing_else(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            assert served.base.startswith("https://127.0.0.1:")
            async with served.browser() as phone:
                await served.joined(phone, 1)
                cookie = next(iter(phone.session.cookie_jar))
                assert cookie["secure"]
                async with phone.open("seat") as page:
                    assert page.phone.role["seat"] == 1
                with pytest.raises(ClientConnectionError):
                    await phone.session.get(served.base.replace("https", "http"))

        run(tmp_path, scene, https=True)

    @pytest.mark.slow
    def test_with_the_certificate_whose_fingerprint_the_panel_shows(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with serving(tmp_path, https=True) as served:
                stage = served.box.session.stage
                assert stage.console.join is not None
                assert stage.console.join.address.startswith("HTTPS://127.0.0.1:")
                made = CertificateFile(tmp_path / "state").take()
                assert stage.console.join.fingerprint == made.shown
                pinned = TCPConnector(ssl=Fingerprint(bytes.fromhex(made.fingerprint)))
                async with ClientSession(connector=pinned) as session:
                    assert (await Browser(session, served.base).get("/"))[0] == 200
                assert made.context.minimum_version >= ssl.TLSVersion.TLSv1_2

        asyncio.run(scene())
