"""How one process serves the whole site (`make run`): where it listens, and with how many threads."""

from config.env import boolean, integer, listening_host

HOST: str = listening_host("HOST", default="127.0.0.1")
PORT: int = integer("PORT", default=8000, most=65_535)
WEB_THREADS: int = integer("WEB_THREADS", default=8, least=1, most=1_000)


def embeds_worker(redis_url: str) -> bool:
    """With a shared broker the worker is a process of its own, unless EMBED_WORKER asks for it."""
    return boolean("EMBED_WORKER", default=not redis_url)
