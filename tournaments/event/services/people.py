"""Giving and taking roles. Organizers give any; a director gives those that rule nothing: assistant, monitor, streamer.

Every change leaves a RoleChange. Locks: the event or the tournament that the role is in. Asking somebody by a link is
invitations.py's.
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
        raise DomainError("no_such_role", _("There is no such role."), status=400)
    if by is None:
        return
    if not may_give(by, subject, kind):
        raise NotAllowed("above_your_role", _("Your role here does not let you give that one."))
    act_as_staff(by)


@transaction.atomic
def give(subject: Subject, user: User, kind: str, *, by: User | None, now: datetime) -> Role:
    """Somebody has this role from now on; once more is no other. `by` None is the house."""
    subject = locked_subject(subject)
    require_gift(by, subject, kind)
    return settle_role(subject, user, kind, by=by, now=now, verb=Verb.GIVEN)


def settle_role(
    subject: Subject, user: User, kind: str, *, by: User | None, now: datetime, verb: str
) -> Role:
    """For whoever holds the subject's lock and has asked for the right."""
    where = field_of(subject)
    role, is_new = Role.objects.get_or_create(
        **where, user=user, kind=kind, defaults={"given_by": by, "given_at": now}
    )
    if is_new:
        note_change(subject, verb, kind, user, by=by, now=now)
    return role


@transaction.atomic
def take(subject: Subject, role_id: int, *, by: User, now: datetime) -> None:
    """Take a role away, or give one's own up. Refused: no_such_role, above_your_role, last_organizer."""
    subject = locked_subject(subject)
    role = Role.objects.filter(**field_of(subject), pk=role_id).select_related("user").first()
    if role is None:
        raise NotFound("no_such_role", _("There is no such role."))
    if role.user_id != by.pk:
        require_gift(by, subject, role.kind)
    _require_another(subject, role)
    role.delete()
    verb = Verb.LEFT if role.user_id == by.pk else Verb.TAKEN
    note_change(subject, verb, role.kind, role.user, by=by, now=now)
    _stop_watching(subject, role)


@transaction.atomic
def take_named(tournament: Tournament, user_id: int, *, by: User, now: datetime) -> None:
    """The same for a director who is named on the tournament itself."""
    tournament = locked(tournament.pk)
    user = tournament.directors.filter(pk=user_id).first()
    if user is None:
        raise NotFound("no_such_role", _("There is no such role."))
    if user.pk != by.pk:
        require_gift(by, tournament, RoleKind.DIRECTOR)
    tournament.directors.remove(user)
    save_changed(tournament)
    verb = Verb.LEFT if user.pk == by.pk else Verb.TAKEN
    note_change(tournament, verb, RoleKind.DIRECTOR, user, by=by, now=now)


@transaction.atomic
def hand_on(subject: Subject, role_id: int, *, by: User, now: datetime) -> None:
    """The first organizer makes another organizer the first one, and stays an organizer himself until he leaves.
    Refused: not_the_first (403), no_such_role."""
    subject = locked_subject(subject)
    if subject.organizer_id != by.pk:
        if not by.is_staff:
            raise NotAllowed("not_the_first", _("Only the first organizer hands this on."))
        act_as_staff(by)
    organizers = Role.objects.filter(**field_of(subject), kind=RoleKind.ORGANIZER)
    role = organizers.filter(pk=role_id).select_related("user").first()
    if role is None:
        raise NotFound("no_such_role", _("There is no such role."))
    before = subject.organizer
    set_organizer(subject, role.user)
    role.delete()
    note_change(subject, Verb.HANDED_ON, RoleKind.ORGANIZER, role.user, by=by, now=now)
    if before is not None:
        settle_role(subject, before, RoleKind.ORGANIZER, by=by, now=now, verb=Verb.GIVEN)


def set_organizer(subject: Subject, user: User) -> None:
    """For whoever holds the lock: from now on it is his."""
    subject.organizer = user
    if isinstance(subject, Tournament):
        save_changed(subject, "organizer")
        return
    subject.version += 1
    subject.save(update_fields=["organizer", "version"])


def field_of(subject: Subject) -> dict[str, Any]:
    """What names the subject in the rows that belong to it."""
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
    """Who gave whom what, when; `whom` is an address where nobody is known by it."""
    user = None if isinstance(whom, str) else whom
    name = whom if isinstance(whom, str) else login_name(whom)
    where = field_of(subject)
    RoleChange.objects.create(**where, by=by, at=now, verb=verb, kind=kind, user=user, whom=name)


def _require_another(subject: Subject, role: Role) -> None:
    """The last organizer stays: somebody must be able to give roles."""
    if role.kind != RoleKind.ORGANIZER or subject.organizer_id is not None:
        return
    others = Role.objects.filter(**field_of(subject), kind=RoleKind.ORGANIZER).exclude(pk=role.pk)
    if not others.exists():
        raise DomainError(
            "last_organizer", _("The last organizer stays. Give somebody else the role first.")
        )


def _stop_watching(subject: Subject, role: Role) -> None:
    """Who is no monitor any more watches over nothing."""
    if role.kind != RoleKind.MONITOR:
        return
    left = roles_in(role.user, _anew(subject))
    if any(Right.MONITOR in RIGHTS[kind] for kind in left):
        return
    where: dict[str, Any] = {"pairing__stage__tournament": subject}
    if isinstance(subject, Event):
        where = {"pairing__stage__tournament__event": subject}
    Watch.objects.filter(**where, user=role.user).delete()


def _anew(subject: Subject) -> Subject:
    """Without what was read of roles before."""
    return type(subject).objects.get(pk=subject.pk)
