"""What staff do on these pages: looking, and noting a decision. Both leave a line in the audit trail."""

from django.db import transaction

from accounts.models import Player
from accounts.services.audit import Actor, record
from fairplay.models import FairPlayNote, FairPlayStatus, PlayerFigures
from tournaments.models import Tournament
from web.errors import DomainError


def record_look(seen: Player | Tournament, doer: Actor) -> None:
    """Record who looks at the figures of a player, or of the players of a tournament."""
    record(doer, "fair_play.seen", seen)


@transaction.atomic
def note_decision(player: Player, status: str, doer: Actor) -> FairPlayNote:
    """Record a decision with its reason (`doer.reason`); nothing else happens. Raises DomainError (422)."""
    if status not in FairPlayStatus.values:
        raise DomainError("bad_decision", "Choose watching, cleared or acted.", 422)
    if not doer.reason.strip():
        raise DomainError("reason_missing", "Write down the reason.", 422)
    if player.is_bot:
        raise DomainError("a_bot", "A bot is no player of this page.", 422)
    figures = PlayerFigures.objects.filter(player=player).first()
    note = FairPlayNote.objects.create(
        player=player,
        by=doer.user,
        by_name="" if doer.user is None else doer.user.get_username(),
        at=doer.now,
        status=status,
        reason=doer.reason.strip()[:300],
        evidence=None if figures is None else figures.evidence,
    )
    record(doer, "fair_play.noted", player, after={"status": status})
    return note
