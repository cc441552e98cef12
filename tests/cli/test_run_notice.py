"""`companion run` without settings: somebody who tries it learns that all is emulated."""

from pathlib import Path

import pytest

from companion import daemon
from companion.cli import main
from companion.devices import raspberry_pi

EMULATED = "panel, buttons, lamps and readers are emulated. To play in the browser: companion play"


@pytest.fixture(autouse=True)
def _nothing_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(*_: object, **__: object) -> bool:
        return False

    monkeypatch.setattr(daemon, "run", run)
    monkeypatch.setattr("companion.cli.logs.begin", lambda *_: None)
    monkeypatch.setattr("companion.cli.config_option.usual_settings", lambda: None)
    for name in ("XDG_STATE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("model", "has_settings", "said"),
    [("", False, True), ("", True, False), ("Raspberry Pi 5 Model B Rev 1.0", False, False)],
)
def test_it_is_said_where_there_is_neither_a_pi_nor_settings(
    model: str,
    has_settings: bool,  # noqa: FBT001 - a parameter of the test
    said: bool,  # noqa: FBT001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(raspberry_pi, "model", lambda: model)
    settings = tmp_path / "companion.yaml"
    settings.write_text(f"state: {tmp_path}\n", encoding="utf-8")
    assert main(["run", *(("--config", str(settings)) if has_settings else ())]) == 0
    assert (EMULATED in capsys.readouterr().err) is said
