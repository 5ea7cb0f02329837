"""Who looks after a match besides the staff. The apps above say it here; games knows none of them."""

from collections.abc import Callable
from uuid import UUID

from accounts.models import User

Looks = Callable[[User, UUID], bool]

_looking: list[Looks] = []


def add_steward(looks_after: Looks) -> None:
    """`looks_after(user, match_id)` makes this user a steward of that match; called from AppConfig.ready."""
    if looks_after not in _looking:
        _looking.append(looks_after)


def looks_after(user: User | None, match_id: UUID) -> bool:
    """Staff look after every match, a director after those of his event."""
    if user is None or not user.is_active or user.is_suspended:
        return False
    return user.is_staff or any(one(user, match_id) for one in _looking)
