"""Where sweeps of notifications run: in the worker, or beside the one process of a site where many are owed (web/side_process.py)."""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.utils import timezone

from notifications.selectors.owed import are_many_owed
from notifications.services import batches, emails, push_sweep
from web import parent_cache  # noqa: F401  # the process beside the site asks this one
from web.side_process import SideProcess

log = structlog.get_logger(__name__)

JOBS: dict[str, Callable[[], int]] = {
    "batches": batches.store_due,
    "emails": lambda: emails.send_due(timezone.now()),
    "pushes": lambda: push_sweep.sweep(timezone.now),
}
_side_process = SideProcess("notifications.sweep_worker", list(JOBS))


def sweep(kind: str) -> int:
    """What the job returned. A process that has died leaves its claims to lapse; the rest is handed out here."""
    if settings.SWEEPS_IN_OWN_PROCESS and are_many_owed(kind, timezone.now()):
        try:
            return _side_process.run(kind) or 0
        except (OSError, EOFError) as error:
            log.warning("side_process_gone", kind=kind, error=repr(error))
    return JOBS[kind]()
