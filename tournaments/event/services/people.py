"""Giving and removing roles. Organizers give all roles; directors give those without power: assistant, monitor, streamer.

Every change creates a RoleChange. The event or tournament of the role is locked. Invitations by link are in
invitations.py.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import login_name
from accounts.staff_access import act_as_staff
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import RIGHTS, Right, Subject, Viewer, may_give, roles_in
from tournaments.event.services.events import locked_event
from tournaments.models import Event, Role, RoleChange, RoleKind, Tournament, Watch
from web.errors import DomainError, NotAllowed, NotFound

Verb = RoleChange.Verb


def locked_subject(subject: Subject) -> Subject:
    """The same event or tournament as it is now, locked."""
    return locked_event(subject.pk) if isinstance(subject, Event) else locked(subject.pk)


def require_gift(by: Viewer | None, subject: Subject, kind: str) -> None:
    """Refused: no_such_role (400), above_your_role (403)."""
    if kind not in RoleKind.values:
        raise DomainError("no_such_role", _("This no longer exists. Reload the page."), status=400)
    if by is None:
        return
    if not may_give(by, subject, kind):
        raise NotAllowed(
            "above_your_role", _("Your role does not allow you to assign or remove this role.")
        )
    act_as_staff(by)


@transaction.atomic
def give_role(subject: Subject, user: User, kind: str, *, by: User | None, now: datetime) -> Role:
    """Give a user this role; a second time changes nothing. `by` is None when the site gives it."""
    subject = locked_subject(subject)
    require_gift(by, subject, kind)
    return save_role(subject, user, kind, by=by, now=now, verb=Verb.GIVEN)


def save_role(
    subject: Subject, user: User, kind: str, *, by: User | None, now: datetime, verb: str
) -> Role:
    """Save a role; the caller has locked the subject and checked the right."""
    where = subject_filter(subject)
    role, is_new = Role.objects.get_or_create(
        **where, user=user, kind=kind, defaults={"given_by": by, "given_at": now}
    )
    if is_new:
        note_change(subject, verb, kind, user, by=by, now=now)
    return role


@transaction.atomic
def remove_role(subject: Subject, role_id: int, *, by: User, now: datetime) -> None:
    """Remove a role, or give up one's own. Refused: no_such_role, above_your_role, last_organizer."""
    subject = locked_subject(subject)
    role = Role.objects.filter(**subject_filter(subject), pk=role_id).select_related("user").first()
    if role is None:
        raise NotFound("no_such_role", _("This no longer exists. Reload the page."))
    if role.user_id != by.pk:
        require_gift(by, subject, role.kind)
    _require_another(subject, role)
    role.delete()
    verb = Verb.LEFT if role.user_id == by.pk else Verb.TAKEN
    note_change(subject, verb, role.kind, role.user, by=by, now=now)
    _stop_watching(subject, role)


@transaction.atomic
def remove_director(tournament: Tournament, user_id: int, *, by: User, now: datetime) -> None:
    """The same for a director who is named on the tournament itself."""
    tournament = locked(tournament.pk)
    user = tournament.directors.filter(pk=user_id).first()
    if user is None:
        raise NotFound("no_such_role", _("This no longer exists. Reload the page."))
    if user.pk != by.pk:
        require_gift(by, tournament, RoleKind.DIRECTOR)
    tournament.directors.remove(user)
    save_changed(tournament)
    verb = Verb.LEFT if user.pk == by.pk else Verb.TAKEN
    note_change(tournament, verb, RoleKind.DIRECTOR, user, by=by, now=now)


@transaction.atomic
def transfer_organizer(subject: Subject, role_id: int, *, by: User, now: datetime) -> None:
    """The first organizer makes another organizer the first one, and stays an organizer until they leave.
    Refused: not_the_first (403), no_such_role."""
    subject = locked_subject(subject)
    if subject.organizer_id != by.pk:
        if not by.is_staff:
            raise NotAllowed("not_the_first", _("Only the main organizer can transfer this role."))
        act_as_staff(by)
    organizers = Role.objects.filter(**subject_filter(subject), kind=RoleKind.ORGANIZER)
    role = organizers.filter(pk=role_id).select_related("user").first()
    if role is None:
        raise NotFound("no_such_role", _("This no longer exists. Reload the page."))
    before = subject.organizer
    set_organizer(subject, role.user)
    role.delete()
    note_change(subject, Verb.HANDED_ON, RoleKind.ORGANIZER, role.user, by=by, now=now)
    if before is not None:
        save_role(subject, before, RoleKind.ORGANIZER, by=by, now=now, verb=Verb.GIVEN)


def set_organizer(subject: Subject, user: User) -> None:
    """Set the first organizer; the caller has locked the subject."""
    subject.organizer = user
    if isinstance(subject, Tournament):
        save_changed(subject, "organizer")
        return
    subject.version += 1
    subject.save(update_fields=["organizer", "version"])


def subject_filter(subject: Subject) -> dict[str, Any]:
    """The filter for rows of the subject: by event or by tournament."""
    return {"event": subject} if isinstance(subject, Event) else {"tournament": subject}


def note_change(
    subject: Subject,
    verb: str,
    kind: str,
    whom: User | str,
    *,
    by: User | None,
    now: datetime,
) -> None:
    """Record who gave whom which role; `whom` is an email address if it belongs to no user."""
    user = None if isinstance(whom, str) else whom
    name = whom if isinstance(whom, str) else login_name(whom)
    where = subject_filter(subject)
    RoleChange.objects.create(**where, by=by, at=now, verb=verb, kind=kind, user=user, whom=name)


def _require_another(subject: Subject, role: Role) -> None:
    """Refused: last_organizer, since somebody must be able to give roles."""
    if role.kind != RoleKind.ORGANIZER or subject.organizer_id is not None:
        return
    others = Role.objects.filter(**subject_filter(subject), kind=RoleKind.ORGANIZER).exclude(
        pk=role.pk
    )
    if not others.exists():
        raise DomainError(
            "last_organizer", _("The last organizer cannot leave. Add another organizer first.")
        )


def _stop_watching(subject: Subject, role: Role) -> None:
    """Delete the watches of a user who is no longer a monitor."""
    if role.kind != RoleKind.MONITOR:
        return
    left = roles_in(role.user, _reloaded(subject))
    if any(Right.MONITOR in RIGHTS[kind] for kind in left):
        return
    where: dict[str, Any] = {"pairing__stage__tournament": subject}
    if isinstance(subject, Event):
        where = {"pairing__stage__tournament__event": subject}
    Watch.objects.filter(**where, user=role.user).delete()


def _reloaded(subject: Subject) -> Subject:
    """The subject read again, without cached roles."""
    return type(subject).objects.get(pk=subject.pk)
