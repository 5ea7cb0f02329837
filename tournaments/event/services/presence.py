"""Who is at the desk: said by each desk page when it asks for news, kept in the cache only, forgotten when it stops asking."""

from django.core.cache import cache

from accounts.models import User

GONE_AFTER_S = 20
AGAIN_AFTER_S = 5  # a later word of the same person is written down again


def at_the_desk(desk: str, user: User, now: float) -> tuple[str, ...]:
    """Note that he is there, and give the names of the others, in order of the alphabet.

    `desk` names the desk (`t12`, `e3`); `now` is in seconds. Two who write at once may lose one word; the next ask mends it.
    """
    name = f"at-desk.{desk}"
    known: dict[int, tuple[str, float]] = cache.get(name) or {}
    here = {pk: told for pk, told in known.items() if told[1] > now - GONE_AFTER_S}
    last = here.get(user.pk)
    if last is None or last[1] < now - AGAIN_AFTER_S or len(here) != len(known):
        here[user.pk] = (_called(user), now)
        cache.set(name, here, GONE_AFTER_S * 3)
    return tuple(sorted(called for pk, (called, _at) in here.items() if pk != user.pk))


def _called(user: User) -> str:
    player = getattr(user, "player", None)
    return player.name if player else user.get_username()
