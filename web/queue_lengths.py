"""How many tasks wait in Redis, by queue. Where tasks stay inside the process there is nothing to ask."""

from functools import cache

import redis
from django.conf import settings

QUEUES = ("clocks", "default")


def waiting() -> dict[str, int] | None:
    """Tasks by queue; empty when Redis does not answer, None where there is none."""
    if not settings.REDIS_URL:
        return None
    try:
        return {queue: int(_redis().llen(queue)) for queue in QUEUES}
    except (redis.RedisError, OSError):
        return {}


def server_version() -> str:
    """`Redis 7.4.11` or `Valkey 8.1.10`, whichever answers; empty where none does."""
    if not settings.REDIS_URL:
        return ""
    try:
        server = _redis().info("server")
    except (redis.RedisError, OSError):
        return ""
    if valkey := server.get("valkey_version"):
        return f"Valkey {valkey}"
    return f"Redis {server['redis_version']}"


@cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5)
