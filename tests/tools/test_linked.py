"""The documentation is copied by following its links."""

from pathlib import Path

import pytest

from tools.linked import ROOT, BrokenLinkError, linked, main


def test_everything_linked_from_the_first_page_is_found(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(
        "[a](docs/a.md#top) ![p](p.png) [there](https://example.org) [here](#b) [f](case/)",
        encoding="utf-8",
    )
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("[back](../README.md) [b](b.yaml)", encoding="utf-8")
    (tmp_path / "case" / "__pycache__").mkdir(parents=True)
    for name in ("p.png", "docs/b.yaml", "case/lid.scad", "case/__pycache__/x.pyc", "unlinked.md"):
        (tmp_path / name).touch()
    expected = {"README.md", "docs/a.md", "docs/b.yaml", "p.png", "case/lid.scad"}
    assert linked(tmp_path) == {Path(name) for name in expected}


def test_a_broken_link_is_named(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("[gone](gone.md)", encoding="utf-8")
    with pytest.raises(BrokenLinkError, match=r"README.md: gone.md is not there"):
        linked(tmp_path)


def test_a_page_behind_a_symbolic_link_is_named(tmp_path: Path) -> None:
    """Its own links start from where it really is, and only that place is copied."""
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "a.md").write_text("", encoding="utf-8")
    (tmp_path / "near").symlink_to("far")
    (tmp_path / "README.md").write_text("[a](near/a.md)", encoding="utf-8")
    with pytest.raises(BrokenLinkError, match=r"near/a.md leads through a symbolic link"):
        linked(tmp_path)


def test_none_of_our_own_links_is_broken(tmp_path: Path) -> None:
    main(tmp_path)
    assert (tmp_path / "docs" / "install.md").is_file()
    assert (tmp_path / "hardware" / "assembly.md").is_file()
    assert (tmp_path / "README.md").read_bytes() == (ROOT / "README.md").read_bytes()
