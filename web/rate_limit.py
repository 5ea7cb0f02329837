"""Rate limits counted in the cache: a bound on work, not a promise."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from secrets import token_hex

from django.core.cache import cache


def is_within(name: str, most: int, seconds: int, now: datetime) -> bool:
    """Counts one more of `name`; False once there are more than `most` in the `seconds` that `now` falls into.

    A cache that forgets (a restart, little memory) lets a few more pass.
    """
    key = f"{name}:{int(now.timestamp()) // seconds}"
    cache.add(key, 0, 2 * seconds)
    try:
        return int(cache.incr(key)) <= most
    except ValueError:  # it ran out between the two
        return True


def is_used_up(name: str, most: int, seconds: int, now: datetime) -> bool:
    """Have there been `most` of `name` already? Counts nothing."""
    return int(cache.get(f"{name}:{int(now.timestamp()) // seconds}", 0)) >= most


def counts_of(names: Iterable[str], seconds: int, now: datetime) -> dict[str, int]:
    """How many of each of `names` there have been in the `seconds` that `now` falls into. The cache is asked once."""
    part = int(now.timestamp()) // seconds
    keys = {f"{name}:{part}": name for name in names}
    counts = cache.get_many(keys)
    return {name: int(counts.get(key, 0)) for key, name in keys.items()}


def give_back(name: str, seconds: int, now: datetime) -> None:
    """Takes back what `is_within` counted with the same `now`; nothing if it is forgotten already."""
    with suppress(ValueError):
        cache.decr(f"{name}:{int(now.timestamp()) // seconds}")


@contextmanager
def one_at_a_time(name: str, seconds: int) -> Iterator[bool]:
    """True within it, unless another holds `name`. Whoever dies within it holds the name for `seconds` at most,
    and whoever takes longer does not free it for another who has begun since."""
    key, token = _running(name), token_hex(8)
    is_first = cache.add(key, token, seconds)
    try:
        yield is_first
    finally:
        if is_first and cache.get(key) == token:
            cache.delete(key)


def go_on(name: str, seconds: int) -> None:
    """Who holds `name` (`one_at_a_time`) holds it for `seconds` from now."""
    cache.touch(_running(name), seconds)


def _running(name: str) -> str:
    return f"running:{name}"
