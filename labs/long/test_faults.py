"""Every fault at every system call of everything that a box writes."""

from pathlib import Path

import pytest

from tests.storage.faults.every_call import FAULTS
from tests.storage.faults.lives import LIVES
from tests.storage.faults.test_every_call import lived


@pytest.mark.parametrize("life", [name for name in LIVES if name != "box"])
@pytest.mark.parametrize("fault", [name for name in FAULTS if name not in {"none", "unreadable"}])
def test_at_every_call(tmp_path: Path, life: str, fault: str) -> None:
    assert len(lived(life, fault, tmp_path)) > 10
