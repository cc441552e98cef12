"""Every planted bug against every check of the kit: only the check for it finds it."""

import pytest

from tests.engine.conformance.bugs import BUGS
from tests.engine.conformance.test_planted_bugs import CHECKS, failing


@pytest.mark.parametrize("check", CHECKS)
def test_a_planted_bug_is_found_by_one_check_only(check: str) -> None:
    failures = failing(BUGS[check])
    assert list(failures) == [check], failures
