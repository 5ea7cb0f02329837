"""What ends by itself about logins: suspensions, sessions, kept answers, and looks through users' eyes. Each task calls one
service."""

from celery import shared_task
from django.utils import timezone

from accounts.services import access, app_access, idempotency, impersonation


@shared_task(name="accounts.tasks.let_in_again")
def let_in_again() -> int:
    """Suspensions whose time is over."""
    return access.let_in_again(timezone.now())


@shared_task(name="accounts.tasks.clear_sessions")
def clear_sessions() -> int:
    """Sessions whose time is over."""
    return access.clear_sessions(timezone.now())


@shared_task(name="accounts.tasks.end_looks")
def end_looks() -> int:
    """Looks through somebody's eyes that nobody ended."""
    return impersonation.end_overdue(timezone.now())


@shared_task(name="accounts.tasks.sweep_idempotent_requests")
def sweep_idempotent_requests() -> int:
    """Answers of the API that were kept for a day."""
    return idempotency.sweep(timezone.now())


@shared_task(name="accounts.tasks.sweep_app_tokens")
def sweep_app_tokens() -> int:
    """Tokens of apps whose time is over."""
    return app_access.sweep_tokens(timezone.now())
