"""Codes survive a restart of the service, and its sandbox lets it create a certificate."""

import json
import stat
from pathlib import Path

from labs.nspawn.conftest import CONFIG, STATE, Installation


def private(box: Installation, name: str) -> Path:
    """Return a file of the box, having checked that only its own user can read it."""
    path = box.container.root / STATE[1:] / name
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert box.container.do(f"stat --format %U {STATE}/{name}").strip() == "companion"
    return path


def test_codes_survive_a_kill_of_the_box(box: Installation) -> None:
    before = json.loads(private(box, "logins.json").read_text())
    box.container.do("systemctl kill --signal KILL companion")
    box.container.until(lambda: box.container.show("ActiveState") == "active")
    box.restart()
    after = json.loads(private(box, "logins.json").read_text())
    assert (after["code"], after["host_code"]) == (before["code"], before["host_code"])


def test_pages_are_encrypted_if_configured(box: Installation) -> None:
    config = box.container.root / "etc/compass-companion/companion.yaml"
    config.write_text(CONFIG.replace("web: {", "web: {https: true, "), encoding="utf-8")
    try:
        box.restart()
        log = box.log()
        assert "pages for browsers: https://127.0.0.1:8080/" in log
        output = box.container.do(
            "openssl s_client -connect 127.0.0.1:8080 </dev/null 2>/dev/null |"
            " openssl x509 -noout -fingerprint -sha256"
        )
        fingerprint = output.strip().rpartition("=")[2].replace(":", "")
        assert f"SHA-256 fingerprint of the certificate: {fingerprint}" in log
        private(box, "certificate.pem")
    finally:
        config.write_text(CONFIG, encoding="utf-8")
        box.restart()
