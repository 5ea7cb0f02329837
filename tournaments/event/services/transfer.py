"""Staff transfer a tournament or a whole event to another organizer."""

from django.db import transaction

from accounts.models import User
from accounts.services.audit import Actor, record
from tournaments.models import Event, RoleChange, RoleKind, Tournament
from web.errors import DomainError


@transaction.atomic
def hand_over(subject: Tournament | Event, to: User, doer: Actor) -> None:
    """Make `to` the organizer; with an event, its tournaments of the old organizer are transferred, too."""
    kind = type(subject)
    row = (
        kind._base_manager.select_for_update(of=("self",))
        .select_related("organizer")
        .get(pk=subject.pk)
    )
    old = row.organizer
    if old is not None and old.pk == to.pk:
        raise DomainError("organizer_already", "This person is already the organizer.")
    moved = [row]
    if isinstance(row, Event):
        theirs = Tournament.objects.select_for_update().filter(event=row, organizer=old)
        moved += list(theirs.order_by("pk"))
    for changed in moved:
        changed.organizer = to
        changed.version += 1
        changed.save(update_fields=["organizer", "version"])
    RoleChange.objects.create(
        event=row if isinstance(row, Event) else None,
        tournament=row if isinstance(row, Tournament) else None,
        by=doer.user,
        at=doer.now,
        verb=RoleChange.Verb.HANDED_ON,
        kind=RoleKind.ORGANIZER,
        user=to,
        whom=to.get_username(),
    )
    label = "event.handed_over" if isinstance(row, Event) else "tournament.handed_over"
    tournaments = [other.slug for other in moved[1:]]
    record(
        doer,
        label,
        row,
        before={"organizer": old.get_username() if old else None},
        after={"organizer": to.get_username(), "with it": tournaments},
    )
