"""Who looks after a match besides the staff. The apps above register it; games knows none of them."""

from collections.abc import Callable
from uuid import UUID

from accounts.models import User
from web.hooks import Hook

match_officials: Hook[Callable[[User, UUID], bool]] = Hook("match_officials")
"""Each answers whether this user looks after the match with this id."""


def looks_after(user: User | None, match_id: UUID) -> bool:
    """Staff look after every match, directors after those of their tournaments."""
    if user is None or not user.is_active or user.is_suspended:
        return False
    return user.is_staff or any(
        is_official(user, match_id) for is_official in match_officials.functions().values()
    )
