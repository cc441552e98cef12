"""Join codes: their length, lifetime and random choice.

At home a code is valid until a host makes a new one; with ``once`` it is valid for one game, after
which `companion.web.gateway` calls `Seats.renew`. Codes and rights survive a restart in
`companion.storage.logins`.
"""

import secrets
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.protocol.http.code_guesses import WRONG
from companion.storage.logins import DAYS, AccessState


class CodePolicy(msgspec.Struct, frozen=True):
    """Length and lifetime of the codes of a box."""

    digits: int
    """Digits of the join code."""
    host_digits: int
    """Digits of the host's code."""
    days: int
    """For how many days of the box a phone that stays away is remembered."""
    once: bool
    """Whether the join code is valid for one game only: the next one's players get a new one."""
    noticed: int
    """The number of wrong codes within an hour that warns the host."""


HOME: Final = CodePolicy(4, 6, DAYS, once=False, noticed=WRONG)
"""Among people who could take the box itself."""
PUBLIC: Final = CodePolicy(8, 10, 1, once=True, noticed=1)
"""Where strangers are in the same network: at 30 attempts a minute, eight digits take years."""


def _digits(count: int) -> str:
    return f"{secrets.randbelow(10**count):0{count}}"


def new_codes(policy: CodePolicy) -> AccessState:
    """Return the state of a new box: random codes, and no rights granted."""
    key = secrets.token_urlsafe(24)
    return AccessState(_digits(policy.digits), _digits(policy.host_digits), key)


def with_new_code(state: AccessState, policy: CodePolicy) -> AccessState:
    """Replace the join code; the former one is then answered as expired."""
    return replace(state, code=_digits(policy.digits), former=state.code)


def fitting_codes(state: AccessState, policy: CodePolicy) -> AccessState:
    """Replace codes whose length differs from the policy's, after a change of the settings."""
    if len(state.code) != policy.digits:
        state = with_new_code(state, policy)
    if len(state.host_code) != policy.host_digits:
        state = replace(state, host_code=_digits(policy.host_digits))
    return state
