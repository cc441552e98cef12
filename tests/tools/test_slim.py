"""Unpacked wheels are stripped of what a box does not need."""

from pathlib import Path

from tools.slim import slim

FILES = (
    *("box/__init__.py", "box/tests/test_box.py", "box/deep/test/data", "box/latest.py"),
    *("setuptools/__init__.py", "setuptools-84.dist-info/RECORD", "_distutils_hack/__init__.py"),
    *("pip/__main__.py", "bin/box", "distutils-precedence.pth", "fast/_testcapi.cpython-311.so"),
    "box-1.dist-info/direct_url.json",
)
KEPT = {"box/__init__.py", "box/latest.py", "box-1.dist-info/RECORD"}


def test_only_what_runs_is_left_in_the_folder_and_its_list(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    record = tmp_path / "box-1.dist-info" / "RECORD"
    lines = [f"{name},sha256=x,1" for name in reversed(FILES)] + ["box-1.dist-info/RECORD,,"]
    record.write_text("\n".join(lines), encoding="utf-8")
    slim(tmp_path)
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert left == KEPT
    listed = record.read_text(encoding="utf-8").splitlines()
    assert listed == [
        "box-1.dist-info/RECORD,,",
        "box/__init__.py,sha256=x,1",
        "box/latest.py,sha256=x,1",
    ]
