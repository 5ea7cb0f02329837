"""What a running site tells its operator: logs, figures, errors. Settings only; logs.py, metrics.py and errors.py do it."""

from config import error_reports
from config.env import choice, env, secret_env, service_url

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

# `console` for people, `json` for machines; a line carries its request, match or task (web/log_context.py).
LOGGING_CONFIG = "config.logs.configure"
LOGGING = {
    "format": choice("LOG_FORMAT", default="console", of=("console", "json")),
    "level": choice("LOG_LEVEL", default="INFO", of=LOG_LEVELS),
}

# Who bears this token may read /metrics and /live/metrics; without one only who asks on the machine itself.
METRICS_TOKEN: str = secret_env("METRICS_TOKEN")

# Errors go to this Sentry (or compatible) project, without what people sent; empty: nowhere.
SENTRY_DSN: str = service_url(
    "SENTRY_DSN", schemes=("http", "https"), example="https://key@sentry.example.org/1"
)
SENTRY_ENVIRONMENT: str = env.str("SENTRY_ENVIRONMENT", default="production")
SENTRY_RELEASE: str = env.str("SENTRY_RELEASE", default="")
error_reports.start(SENTRY_DSN, environment=SENTRY_ENVIRONMENT, release=SENTRY_RELEASE)
