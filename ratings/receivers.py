"""A match ended: rate it at once, where it is a friendly one; a kick may be lost, and the sweep repeats it. A list was deleted."""

from uuid import UUID

import structlog
from django.db.models.signals import post_delete
from django.dispatch import receiver

from games.models import Match, MatchKind
from games.signals import match_finished
from ratings.models import PlayerRating, RatingChange, RatingList
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


@receiver(post_delete, sender=RatingList, dispatch_uid="ratings.delete_rows_of_list")
def delete_rows_of_list(sender: object, instance: RatingList, **_kwargs: object) -> None:
    """The ratings of a list go with it, also when its event or its club is deleted."""
    PlayerRating.objects.filter(pool=instance.pool).delete()
    RatingChange.objects.filter(pool=instance.pool).delete()
