"""What somebody may do because he is staff, where others need a role: noted while his request is answered.

The audit trail hears of it afterwards (StaffTrailMiddleware), whatever page or address of the API it was.
"""

from contextvars import ContextVar
from typing import Any

_used: ContextVar[bool] = ContextVar("has_used_rank", default=False)


def has_rank(user: Any) -> bool:
    """Is this staff? For whoever lets staff do what others may not."""
    if user.is_staff:
        _used.set(True)
    return bool(user.is_staff)


def forget_rank() -> None:
    """A request begins: nobody has asked yet."""
    _used.set(False)


def has_used_rank() -> bool:
    """Has somebody asked it of staff, since the request began?"""
    return _used.get()
