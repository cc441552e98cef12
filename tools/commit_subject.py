#!/usr/bin/env python3
"""Check the first line of a commit message: `commit_subject.py FILE`, as git's hook commit-msg."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LONGEST: Final = 72
"""Characters, as `git log` shows beside a hash in a terminal of 80 columns."""
_SUBJECT: Final = re.compile(r"[a-z0-9][a-z0-9 .,/_-]*: \S.*")
_BY_GIT: Final = re.compile(r"(Merge |Revert |(fixup|squash|amend)! )")
_SCISSORS: Final = re.compile(r"# -+ >8 -+")


def mistakes(message: str) -> Iterator[str]:
    """Yield what is wrong with the subject of a message, each in one sentence."""
    subject, _, rest = _written(message).partition("\n")
    if _BY_GIT.match(subject):
        return
    if not _SUBJECT.fullmatch(subject):
        yield f'Write "area: change" instead of "{subject}", such as "web: send log lines once".'
    if subject.endswith("."):
        yield "Leave out the full stop at the end of the first line."
    if len(subject) > LONGEST:
        yield (
            f"Shorten the first line from {len(subject)} to at most {LONGEST} characters,"
            " and give the reason in the body."
        )
    if rest and not rest.startswith("\n"):
        yield "Leave the second line empty: the first one is the subject."


def _written(message: str) -> str:
    """Return a message without comments and what `git commit --verbose` puts below its scissors."""
    lines: list[str] = []
    for line in message.splitlines():
        if _SCISSORS.match(line):
            break
        if not line.startswith("#"):
            lines.append(line.rstrip())
    return "\n".join(lines).strip("\n")


def main() -> int:
    """Print what is wrong; return the exit status."""
    found = list(mistakes(Path(sys.argv[1]).read_text(encoding="utf-8")))
    for sentence in found:
        print(sentence, file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main())
