"""A match ended: rate it at once, where it is a friendly one. A kick may be lost; the sweep repeats it."""

from uuid import UUID

import structlog
from django.dispatch import receiver

from games.models import Match, MatchKind
from games.signals import match_finished
from web.task_queue import NobodyTakesTasksError, kick

log = structlog.get_logger(__name__)


@receiver(match_finished, dispatch_uid="ratings.kick_rating")
def kick_rating(sender: object, match_ids: list[UUID], **_kwargs: object) -> None:
    """Ask a worker to rate those of these matches that are rated and in no tournament."""
    rated = Match.objects.filter(
        pk__in=match_ids, kind=MatchKind.FRIENDLY, context__rated=True
    ).values_list("pk", flat=True)
    for match_id in rated:
        try:
            kick("ratings.tasks.rate_match", (str(match_id),))
        except NobodyTakesTasksError as error:
            log.warning("kick_lost", task="rate_match", match=str(match_id), error=str(error))
            return
