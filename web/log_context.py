"""The context of a log line: the request, the match, the task. config/logs.py adds it to every line.

Entering costs next to nothing, because the facts are put together only when a line is really written.
"""

import re
from collections.abc import Callable, Mapping, MutableMapping
from contextvars import ContextVar, Token
from secrets import token_hex
from typing import Any

Facts = Mapping[str, object]
_now: ContextVar[Callable[[], Facts] | None] = ContextVar("occasion", default=None)
_SANE = re.compile(r"[0-9A-Za-z._-]{8,64}")


def enter(facts: Callable[[], Facts]) -> Token[Callable[[], Facts] | None]:
    """From here on (in this thread or task) lines carry these facts; give the token back to `leave`."""
    return _now.set(facts)


def leave(token: Token[Callable[[], Facts] | None]) -> None:
    _now.reset(token)


def clear(**_signal: object) -> None:
    """Forget the context; also a receiver of Django's `request_finished`."""
    _now.set(None)


def facts() -> dict[str, object]:
    """The facts of the context now; empty where there is none."""
    current = _now.get()
    return {} if current is None else {key: value for key, value in current().items() if value}


def add_context(
    _logger: Any, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """structlog's processor: fields of the line itself win."""
    for key, value in facts().items():
        event.setdefault(key, value)
    return event


def request_id(given: str) -> str:
    """The id that a proxy gave this request, when it is one; else a new one."""
    return given if _SANE.fullmatch(given) else token_hex(16)
