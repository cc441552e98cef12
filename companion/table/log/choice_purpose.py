"""Purpose of a choice while the log is repaired."""

from typing import TypeAlias

import msgspec

from companion.table.log.repair import Repair


class InsertBefore(msgspec.Struct, frozen=True):
    """A step that was forgotten before step ``number``."""

    number: int


class ChangeStep(msgspec.Struct, frozen=True):
    """A replacement for step ``number``."""

    number: int


class InsteadOfMisfit(msgspec.Struct, frozen=True):
    """A replacement for the step that no longer fits."""

    repair: Repair


Purpose: TypeAlias = InsertBefore | ChangeStep | InsteadOfMisfit
