"""Who is at the desk: noted whenever a desk page polls, stored in the cache only, forgotten when it stops polling."""

from django.core.cache import cache

from accounts.models import User

GONE_AFTER_S = 20
AGAIN_AFTER_S = 5  # the same user is noted again after this


def at_the_desk(desk: str, user: User, now: float) -> tuple[str, ...]:
    """Note that the user is present, and return the names of the others in alphabetical order.

    `desk` names the desk (`t12`, `e3`); `now` is in seconds. Of two users who write at once one may be lost until the next poll.
    """
    key = f"at-desk.{desk}"
    noted: dict[int, tuple[str, float]] = cache.get(key) or {}
    here = {pk: seen for pk, seen in noted.items() if seen[1] > now - GONE_AFTER_S}
    last = here.get(user.pk)
    if last is None or last[1] < now - AGAIN_AFTER_S or len(here) != len(noted):
        here[user.pk] = (_name(user), now)
        cache.set(key, here, GONE_AFTER_S * 3)
    return tuple(sorted(name for pk, (name, _at) in here.items() if pk != user.pk))


def _name(user: User) -> str:
    player = getattr(user, "player", None)
    return player.name if player else user.get_username()
