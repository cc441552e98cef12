"""Scaffold a language that is not there, and say what its translations lack: ``LANGUAGE``."""

import sys
from collections import Counter
from pathlib import Path
from typing import Final

from companion.i18n.languages import is_code
from tools.build_backend import CatalogueError, compile_all
from tools.language import cldr
from tools.language.bottom_lines import check_bottom_lines
from tools.language.catalogues import ROOTS
from tools.language.check import check
from tools.language.scaffold import scaffold

ROOT: Final = Path(__file__).resolve().parents[2]


def main(arguments: list[str]) -> int:
    """Return 0 if nothing is missing or wrong, 1 if something is, 2 if the call is wrong."""
    language = arguments[0] if len(arguments) == 1 else ""
    if not is_code(language):
        print(
            "Say which language, by its code such as fr or pt_BR: make language LANG=fr",
            file=sys.stderr,
        )
        return 2
    if not cldr.is_known(language):
        print(
            f"The CLDR has no language {language}: choose one that it has: make language LANG=fr",
            file=sys.stderr,
        )
        return 2
    try:
        # What cannot be read is named before anything is added to it.
        compile_all(ROOT / place for place in ROOTS)
        for file in scaffold(ROOT, language):
            print(f"{file.relative_to(ROOT)}: written")
        compile_all(ROOT / place for place in ROOTS)
    except CatalogueError as wrong:
        print(str(wrong).removeprefix(f"{ROOT}/"))
        return 1
    findings = sorted((*check(ROOT, language), *check_bottom_lines(ROOT, language)))
    for finding in findings:
        print(str(finding).removeprefix(f"{ROOT}/"))
    counted = Counter(finding.file for finding in findings)
    for file, count in sorted(counted.items()):
        print(f"{count:5} in {file.relative_to(ROOT)}")
    print(f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
