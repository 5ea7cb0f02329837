"""Where webhooks are made and sent: in the worker, or beside the one process of a site with many endpoints (web/side_process.py).

There the process is kept: it takes seconds to start, and a message leaves within two.
"""

from collections.abc import Callable

import structlog
from django.utils import timezone

from web import parent_cache  # noqa: F401  # the process beside the site asks this one
from web.side_process import SideProcess
from webhooks.models import TournamentChange
from webhooks.selectors.endpoints import sends_beside_the_site
from webhooks.services import events, publishing
from webhooks.services.deliveries import FAST, SLOW, Lane, is_owed, send_due
from webhooks.services.publishing import due_to_publish

log = structlog.get_logger(__name__)


def _make_and_send() -> int:
    events.make_events(timezone.now())
    publishing.publish_due(timezone.now())
    return send_due(timezone.now(), FAST)


def _send_slow() -> int:
    return send_due(timezone.now(), SLOW)


JOBS: dict[str, Callable[[], int]] = {FAST.name: _make_and_send, SLOW.name: _send_slow}
_side_process = SideProcess("webhooks.sweep_worker", list(JOBS))


def sweep(lane: Lane) -> int:
    """Send what is due to the endpoints of a lane; how many deliveries were taken. In the fast lane events are made and published
    before. While the process beside the site starts, and when it has died, the site does it itself."""
    if not sends_beside_the_site():
        _side_process.end()
        return JOBS[lane.name]()
    try:
        if _side_process.is_ready(lane.name):
            return (_side_process.run(lane.name) or 0) if _is_needed(lane) else 0
    except (OSError, EOFError) as error:
        log.warning("side_process_gone", kind=lane.name, error=repr(error))
    return JOBS[lane.name]()


def _is_needed(lane: Lane) -> bool:
    now = timezone.now()
    if lane is FAST and (TournamentChange.objects.exists() or due_to_publish(now).exists()):
        return True
    return is_owed(now, lane)
