"""Settings that start a site which then does not work, or not safely (`manage.py check`, and the log at each start).

A value that cannot be read stops the start before this (config/env.py).
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.checks import Warning as CheckWarning
from django.http.request import validate_host

from config.security import LOOPBACK_HOSTS, host_of

log = logging.getLogger("barpoint.configuration")

CONSOLE = "django.core.mail.backends.console.EmailBackend"
SMTP = "django.core.mail.backends.smtp.EmailBackend"
Finding = Callable[[], CheckMessage | None]


def _allowed_hosts() -> CheckMessage | None:
    host = host_of(settings.SITE_URL)
    if validate_host(host, settings.ALLOWED_HOSTS):
        return None
    return Error(
        f"ALLOWED_HOSTS does not name {host}, the host of SITE_URL: every page would answer 400.",
        hint="Add it, or leave ALLOWED_HOSTS unset: the host of SITE_URL is its default.",
        id="barpoint.E001",
    )


def _broker_of_several_processes() -> CheckMessage | None:
    if settings.ON_SQLITE or settings.EMBEDDED or settings.REDIS_URL:
        return None
    return CheckWarning(
        "REDIS_URL is not set: web, live and worker processes cannot reach one another.",
        hint="Set it for several processes, or start the site with `make run`.",
        id="barpoint.W002",
    )


def _https_behind_a_proxy() -> CheckMessage | None:
    if not settings.SECURE or settings.TRUST_PROXY:
        return None
    return CheckWarning(
        "SITE_URL is https, and TRUST_PROXY is off: behind a proxy every page redirects to itself.",
        hint="Set TRUST_PROXY=1 where one proxy in front sets X-Forwarded-Proto.",
        id="barpoint.W003",
    )


def _email_on_the_console() -> CheckMessage | None:
    if _is_local() or settings.EMAIL_BACKEND != CONSOLE:
        return None
    return CheckWarning(
        "EMAIL_URL is not set: emails are printed in the log, with their password reset links.",
        hint="Set EMAIL_URL, then try it: manage.py sendtestemail you@example.org",
        id="barpoint.W004",
    )


def _sender_of_email() -> CheckMessage | None:
    sender = settings.DEFAULT_FROM_EMAIL
    if settings.EMAIL_BACKEND != SMTP or "@localhost" not in sender:
        return None
    return CheckWarning(
        "DEFAULT_FROM_EMAIL ends in @localhost: most mail servers refuse such a sender.",
        id="barpoint.W005",
    )


def _demo_in_public() -> CheckMessage | None:
    if _is_local() or not settings.DEMO:
        return None
    return CheckWarning(
        "DEMO is on at a public address: everybody knows the passwords of its logins.",
        hint="Set DEMO=0.",
        id="barpoint.W006",
    )


def _debug_in_public() -> CheckMessage | None:
    if _is_local() or not settings.DEBUG:
        return None
    return CheckWarning(
        "DEBUG is on at a public address: its error pages show settings and data.",
        hint="Set DEBUG=0.",
        id="barpoint.W007",
    )


def _plain_http_in_public() -> CheckMessage | None:
    if _is_local() or settings.SECURE or settings.EMBEDDED:
        return None
    return CheckWarning(
        "SITE_URL is not https: passwords and cookies cross the network unprotected.",
        id="barpoint.W008",
    )


FINDINGS: Sequence[Finding] = (
    _allowed_hosts,
    _broker_of_several_processes,
    _https_behind_a_proxy,
    _email_on_the_console,
    _sender_of_email,
    _demo_in_public,
    _debug_in_public,
    _plain_http_in_public,
)


@register
def configuration(**_kwargs: Any) -> list[CheckMessage]:
    """Everything that is wrong with the settings."""
    return [*_messages()]


def log_configuration() -> None:
    """One line in the log for each message, at the start of a process that nobody runs `check` for."""
    for message in _messages():
        log.log(message.level, "%s %s", message.id, message.msg, extra={"hint": message.hint})


def _messages() -> Iterator[CheckMessage]:
    for finding in FINDINGS:
        if (message := finding()) is not None:
            yield message


def _is_local() -> bool:
    return host_of(settings.SITE_URL) in LOOPBACK_HOSTS
