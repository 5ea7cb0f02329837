"""A match ended: a kick may be lost, and the sweep repeats it. A registration is about to be deleted."""

from uuid import UUID

import structlog
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from games.signals import match_finished
from tournaments.models import PairingMatch, Registration
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


@receiver(pre_delete, sender=Registration, dispatch_uid="tournaments.hand_link_on")
def hand_registration_link_on(sender: object, instance: Registration, **_kwargs: object) -> None:
    """The link of a form with several tournaments lasts, also when one of the tournaments or its entry is deleted.

    The live table starts without the code of registrations, so it is imported here."""
    from tournaments.registration.services.registration_groups import hand_link_on

    hand_link_on(instance)
