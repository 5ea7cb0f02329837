"""The cache of a process beside the site: it asks that of the site, which is in its memory (side_process.py)."""

from typing import Any

from django.core.cache import cache
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

from web.parent_calls import in_parent


@in_parent
def _ask(method: str, *args: Any, **kwargs: Any) -> Any:
    return getattr(cache, method)(*args, **kwargs)


class ParentCache(BaseCache):
    """What counts and remembers needs no more than these. Keys are made by the parent."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return _ask("get", key, default, version)

    def get_many(self, keys: Any, version: Any = None) -> Any:
        return _ask("get_many", list(keys), version)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return _ask("add", key, value, **_options(timeout, version))

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return _ask("set", key, value, **_options(timeout, version))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        return _ask("touch", key, **_options(timeout, version))

    def delete(self, key: Any, version: Any = None) -> Any:
        return _ask("delete", key, version)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        return _ask("incr", key, delta, version)


def _options(timeout: Any, version: Any) -> dict[str, Any]:
    """DEFAULT_TIMEOUT is an object of its process."""
    return {"version": version} | ({} if timeout is DEFAULT_TIMEOUT else {"timeout": timeout})
