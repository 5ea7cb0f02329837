"""Structured logs: one line an event, for people (`console`) or machines (`json`)."""

import logging.config
import sys
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

# Statements carry values, sealed seeds among them: they stay out of every log, at any level (ADR 0005).
_QUIET = ("celery", "kombu", "uvicorn", "asyncio", "django.db.backends")


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
            "formatters": {
                "line": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": _SHARED,
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        *_renderers(options["format"]),
                    ],
                }
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["stderr"], "level": options["level"]},
            "loggers": {name: {"level": "WARNING"} for name in _QUIET},
        }
    )


def _renderers(kind: str) -> list[Any]:
    if kind == "json":
        told = ExceptionDictTransformer(show_locals=False)  # among the locals may be a sealed seed
        return [structlog.processors.ExceptionRenderer(told), structlog.processors.JSONRenderer()]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
