"""Roles in a tournament or an event, open invitations to roles, and the record of changes."""

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
    """Somebody with a role. `id` is that of the role; a director named on the tournament has only `user_id`.

    `of_event`: the role is in the whole event and is changed there; `is_first`: the main organizer.
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
    """An open invitation; `whom` is the name, or the email address for viewers who may give that role."""

    id: int
    whom: str
    label: str
    by: str
    expires_at: datetime
    invitation: Invitation
    may_take: bool


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change in the record of roles."""

    at: datetime
    by: str
    verb: str
    kind: str
    whom: str


def people_of(subject: Subject, viewer: Viewer) -> list[PersonRow]:
    """Everybody with a role here, the highest role first. Five queries at most."""
    rows = _own(subject, viewer)
    if isinstance(subject, Tournament):
        if subject.event is not None:
            rows += [
                replace(row, of_event=True, may_take=False) for row in _own(subject.event, viewer)
            ]
        named = subject.directors.select_related("player").order_by("pk")
        takes = may_give(viewer, subject, RoleKind.DIRECTOR)
        listed = {(row.user_id, row.kind) for row in rows}
        rows += [
            _person(None, user, RoleKind.DIRECTOR, viewer, takes=takes)
            for user in named
            if (user.pk, RoleKind.DIRECTOR) not in listed
        ]
    order = RoleKind.values
    return sorted(rows, key=lambda row: (order.index(row.kind), not row.is_first, row.name))


def invitations_to(subject: Subject, viewer: Viewer, now: datetime) -> list[InvitationRow]:
    """Open invitations to roles here. One query."""
    where = {"event": subject} if isinstance(subject, Event) else {"tournament": subject}
    invitations = Invitation.objects.filter(
        **where, accepted_at=None, revoked_at=None, expires_at__gt=now
    ).select_related("player", "by__player")
    return [
        InvitationRow(
            id=invitation.pk,
            whom=_visible_address(invitation.email, viewer, subject, invitation.kind)
            or str(invitation.player),
            label=str(RoleKind(invitation.kind).label),
            by=login_name(invitation.by),
            expires_at=invitation.expires_at,
            invitation=invitation,
            may_take=may_give(viewer, subject, invitation.kind),
        )
        for invitation in invitations
    ]


def changes_of(subject: Subject, viewer: Viewer, limit: int = 100) -> list[ChangeRow]:
    """Changes of roles, the latest first. Two queries."""
    where = {"event": subject} if isinstance(subject, Event) else {"tournament": subject}
    changes = RoleChange.objects.filter(**where).select_related("by__player")[:limit]
    return [
        ChangeRow(
            at=change.at,
            by=login_name(change.by),
            verb=change.get_verb_display(),
            kind=change.get_kind_display(),
            whom=change.whom
            if change.user_id
            else _visible_address(change.whom, viewer, subject, change.kind),
        )
        for change in changes
    ]


def _visible_address(whom: str, viewer: Viewer, subject: Subject, kind: str) -> str:
    """An email address is shown only to viewers who may give that role."""
    return whom if "@" not in whom or may_give(viewer, subject, kind) else _("Email address")


def _own(subject: Subject, viewer: Viewer) -> list[PersonRow]:
    first = subject.organizer
    people = [] if first is None else [_person(None, first, RoleKind.ORGANIZER, viewer, first=True)]
    roles = subject.roles.select_related("user__player")
    return people + [
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
