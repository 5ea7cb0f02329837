"""The one signal that tournaments receive from `games`: a match ended. A kick may be lost; the sweep repeats it."""

from uuid import UUID

import structlog
from django.dispatch import receiver

from games.signals import match_finished
from tournaments.models import PairingMatch
from web.task_queue import NobodyTakesTasksError, kick

log = structlog.get_logger(__name__)


@receiver(match_finished, dispatch_uid="tournaments.kick_advance")
def kick_advance(sender: object, match_ids: list[UUID], **_kwargs: object) -> None:
    """Ask a worker to advance the tournaments of these matches, of those that have one."""
    rows = PairingMatch.objects.filter(match_id__in=match_ids, voided_at=None)
    for tournament_id, match_id in rows.values_list("pairing__stage__tournament_id", "match_id"):
        try:
            kick("tournaments.tasks.advance", (tournament_id, str(match_id)))
        except NobodyTakesTasksError as error:
            log.warning("kick_lost", task="advance", tournament=tournament_id, error=str(error))
            return
