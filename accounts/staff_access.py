"""What staff may do where others need a role: whether they may is asked of `user.is_staff`, here it is noted that they did.

A guard that lets somebody act calls `act_as_staff`; a right that is only asked for (a button shown) leaves no trace. The
audit trail reads it once the request is answered (StaffTrailMiddleware), whatever page or address of the API it was.
"""

from contextvars import ContextVar
from typing import Any

_has_acted: ContextVar[bool] = ContextVar("has_acted_as_staff", default=False)


def act_as_staff(user: Any) -> None:
    """Note that this user acts, where they are staff; does nothing for others."""
    if user.is_staff:
        _has_acted.set(True)


def begin_request() -> None:
    """Nobody has acted yet."""
    _has_acted.set(False)


def has_acted_as_staff() -> bool:
    """Has a member of staff acted since the request began?"""
    return _has_acted.get()
