"""Staff hand a tournament or a whole event to another organizer, because the old one cannot."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.audit import Actor, record
from tournaments.models import Event, RoleChange, RoleKind, Tournament
from web.errors import DomainError


@transaction.atomic
def hand_over(subject: Tournament | Event, to: User, doer: Actor) -> None:
    """The new organizer has it from now on; of an event its tournaments of the old one go with it."""
    kind = type(subject)
    held = (
        kind._base_manager.select_for_update(of=("self",))
        .select_related("organizer")
        .get(pk=subject.pk)
    )
    old = held.organizer
    if old is not None and old.pk == to.pk:
        raise DomainError("organizer_already", _("He is its organizer already."))
    moved = [held]
    if isinstance(held, Event):
        theirs = Tournament.objects.select_for_update().filter(event=held, organizer=old)
        moved += list(theirs.order_by("pk"))
    for one in moved:
        one.organizer = to
        one.version += 1
        one.save(update_fields=["organizer", "version"])
    RoleChange.objects.create(
        event=held if isinstance(held, Event) else None,
        tournament=held if isinstance(held, Tournament) else None,
        by=doer.user,
        at=doer.now,
        verb=RoleChange.Verb.HANDED_ON,
        kind=RoleKind.ORGANIZER,
        user=to,
        whom=to.get_username(),
    )
    label = "event.handed_over" if isinstance(held, Event) else "tournament.handed_over"
    tournaments = [one.slug for one in moved[1:]]
    record(
        doer,
        label,
        held,
        before={"organizer": old.get_username() if old else None},
        after={"organizer": to.get_username(), "with it": tournaments},
    )
