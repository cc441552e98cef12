"""Public class names with several meanings are found, and each needs a reason."""

from pathlib import Path

import pytest

from tools import double_names
from tools.double_names import MOST, doubles, objections


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for path, text in {
        "companion/web/updates/publisher.py": "class Hub: ...\nclass Client: ...\n",
        "companion/table/state.py": "class Table:\n    class Client: ...\n",
        "hub/companion_hub/hub.py": "class Hub: ...\nclass _Private: ...\n",
        "hub/companion_hub/live.py": "class _Private: ...\n",
        "companion/games/essence/state.py": "class Table: ...\n",
        "companion/engine/conformance/bench.py": "class Table: ...\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_name_in_two_modules_is_found_in_box_and_hub_and_inside_classes(tree: Path) -> None:
    assert doubles(tree) == {
        "Client": [Path("companion/table/state.py"), Path("companion/web/updates/publisher.py")],
        "Hub": [Path("companion/web/updates/publisher.py"), Path("hub/companion_hub/hub.py")],
    }


def test_a_name_with_a_reason_is_accepted() -> None:
    assert not list(objections(["Hub"], {"Hub": "known to everybody"}))


def test_a_name_without_a_reason_is_named() -> None:
    assert list(objections(["Client", "Hub"], {"Hub": "known to everybody"})) == [
        "Client has several meanings: rename all but one, or add a reason to REASONS."
    ]


def test_a_reason_that_is_no_longer_needed_is_named() -> None:
    assert list(objections([], {"Hub": "known to everybody"})) == [
        "Hub has one meaning now: remove its reason from REASONS."
    ]


def test_reasons_do_not_raise_the_bound() -> None:
    names = {f"Name{number}": "a reason" for number in range(MOST + 1)}
    assert list(objections(names, names)) == ["11 names have several meanings; at most 10 may."]


def test_the_exit_status_tells_whether_anything_is_wrong(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(double_names, "ROOT", tree)
    assert double_names.main() == 1
    shown = capsys.readouterr()
    assert "2 public class names have several meanings." in shown.out
    assert "Client has several meanings" in shown.err
    (tree / "hub/companion_hub/hub.py").write_text("class Club: ...\n", encoding="utf-8")
    (tree / "companion/web/updates/publisher.py").write_text("class Hub: ...\n", encoding="utf-8")
    monkeypatch.setattr(double_names, "objections", lambda found: objections(found, {}))
    assert double_names.main() == 0
