"""Who has which role in a tournament or an event, who was asked to take one, and how that came about."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import login_name
from tournaments.core.permissions import RIGHTS, Right, Subject, Viewer, may_give
from tournaments.models import Event, Invitation, RoleChange, RoleKind, Tournament

DIRECTING = [kind for kind in RoleKind.values if Right.DIRECT in RIGHTS[kind]]


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody with a role. `id` names the role; a director named on the tournament has none but `user_id`.

    `of_event`: the role is in the whole event and is changed there; `is_first` is who it belongs to.
    """

    id: int | None
    user_id: int
    name: str
    kind: str
    label: str
    of_event: bool
    is_first: bool
    is_me: bool
    may_take: bool


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """Somebody who was asked and has not answered; `whom` is the name, or the address for who may ask for that role."""

    id: int
    whom: str
    label: str
    by: str
    expires_at: datetime
    invitation: Invitation
    may_take: bool


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A line of the record of roles."""

    at: datetime
    by: str
    verb: str
    kind: str
    whom: str


def people_of(subject: Subject, viewer: Viewer) -> list[PersonRow]:
    """Everybody with a role here, the highest first. Five queries at most."""
    found = _own(subject, viewer)
    if isinstance(subject, Tournament):
        if subject.event is not None:
            found += [
                replace(row, of_event=True, may_take=False) for row in _own(subject.event, viewer)
            ]
        named = subject.directors.select_related("player").order_by("pk")
        takes = may_give(viewer, subject, RoleKind.DIRECTOR)
        known = {(row.user_id, row.kind) for row in found}
        found += [
            _person(None, user, RoleKind.DIRECTOR, viewer, takes=takes)
            for user in named
            if (user.pk, RoleKind.DIRECTOR) not in known
        ]
    order = RoleKind.values
    return sorted(found, key=lambda row: (order.index(row.kind), not row.is_first, row.name))


def invitations_to(subject: Subject, viewer: Viewer, now: datetime) -> list[InvitationRow]:
    """Who was asked and has not answered yet. One query."""
    where = {"event": subject} if isinstance(subject, Event) else {"tournament": subject}
    found = Invitation.objects.filter(
        **where, accepted_at=None, revoked_at=None, expires_at__gt=now
    ).select_related("player", "by__player")
    return [
        InvitationRow(
            id=one.pk,
            whom=_told(one.email, viewer, subject, one.kind) or str(one.player),
            label=str(RoleKind(one.kind).label),
            by=login_name(one.by),
            expires_at=one.expires_at,
            invitation=one,
            may_take=may_give(viewer, subject, one.kind),
        )
        for one in found
    ]


def changes_of(subject: Subject, viewer: Viewer, limit: int = 100) -> list[ChangeRow]:
    """Who gave whom what, the latest first. Two queries."""
    where = {"event": subject} if isinstance(subject, Event) else {"tournament": subject}
    found = RoleChange.objects.filter(**where).select_related("by__player")[:limit]
    return [
        ChangeRow(
            at=one.at,
            by=login_name(one.by),
            verb=one.get_verb_display(),
            kind=one.get_kind_display(),
            whom=one.whom if one.user_id else _told(one.whom, viewer, subject, one.kind),
        )
        for one in found
    ]


def _told(whom: str, viewer: Viewer, subject: Subject, kind: str) -> str:
    """An address is read by those who may ask for that role themselves."""
    return whom if "@" not in whom or may_give(viewer, subject, kind) else _("e-mail address")


def _own(subject: Subject, viewer: Viewer) -> list[PersonRow]:
    first = subject.organizer
    found = [] if first is None else [_person(None, first, RoleKind.ORGANIZER, viewer, first=True)]
    roles = subject.roles.select_related("user__player")
    return found + [
        _person(role.pk, role.user, role.kind, viewer, takes=may_give(viewer, subject, role.kind))
        for role in roles
    ]


def _person(
    id: int | None,
    user: User,
    kind: str,
    viewer: Viewer,
    *,
    takes: bool = False,
    first: bool = False,
) -> PersonRow:
    is_me = user.pk == viewer.pk
    return PersonRow(
        id=id,
        user_id=user.pk,
        name=login_name(user),
        kind=kind,
        label=str(RoleKind(kind).label),
        of_event=False,
        is_first=first,
        is_me=is_me,
        may_take=not first and (takes or is_me),
    )
