"""Structured logs: one line an event, for people (`console`) or machines (`json`)."""

import logging.config
import sys
from collections.abc import MutableMapping
from io import StringIO
from typing import Any, TextIO

import structlog
from structlog.tracebacks import ExceptionDictTransformer

from config.redaction import redacted
from web.log_context import add_context


def without_trace(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Any:
    """structlog's processor: a request that Django refuses (too large, a wrong host, not allowed) is a line, not a page."""
    refused = event["logger"] == "django.request" and event["level"] == "warning"
    if refused or event["logger"].startswith("django.security."):
        event.pop("exc_info", None)
    return event


_SHARED: list[Any] = [
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    without_trace,
    structlog.stdlib.ExtraAdder(),
    add_context,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

# Statements carry values, sealed seeds among them: they stay out of every log, at any level (ADR 0005).
_QUIET = dict.fromkeys(("celery", "kombu", "uvicorn", "asyncio", "django.db.backends"), "WARNING")
# uvicorn warns of each request that is no HTTP: whoever sends rubbish would fill the disk. config/slow_client_guard.py counts.
_QUIET["uvicorn.error"] = "ERROR"


def configure(options: dict[str, str]) -> None:
    """Django's LOGGING_CONFIG: `options` are LOG_FORMAT and LOG_LEVEL."""
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": {"()": formatter, "kind": options["format"]}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["stderr"], "level": options["level"]},
            "loggers": {name: {"level": level} for name, level in _QUIET.items()},
        }
    )


def formatter(kind: str) -> structlog.stdlib.ProcessorFormatter:
    """Writes one record as one line (console: its traceback below)."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_SHARED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_renderers(kind),
        ],
    )


def _renderers(kind: str) -> list[Any]:
    if kind == "json":
        traces = ExceptionDictTransformer(
            show_locals=False
        )  # among the locals may be a sealed seed
        rendered = structlog.processors.ExceptionRenderer(traces)
        return [rendered, hide, structlog.processors.JSONRenderer()]
    colors = sys.stderr.isatty()
    return [hide, structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=_traceback)]


def hide(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """structlog's processor: no seed, ticket, token or password (config/redaction.py), no whole request."""
    event.pop("request", None)  # Django's own lines bring it: its address may hold a key
    kept = {name: event.pop(name) for name in ("exc_info", "stack_info") if name in event}
    return {**redacted(event), **kept}


def _traceback(out: TextIO, error: Any) -> None:
    text = StringIO()
    structlog.dev.plain_traceback(text, error)
    out.write(redacted(text.getvalue()))
