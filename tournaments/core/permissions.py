"""Who may do what in a tournament or an event (T9.8), for pages and services; `rules` gives the same to Django.

A right comes from a role: that of the organizer and the named directors, or a `Role` in the tournament or its event. Roles
are cached on the object a service or page has loaded, so what was read before a lock is read again after it.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any
from uuid import UUID

import rules
from django.contrib.auth.models import AnonymousUser
from django.db.models import CharField, Q, QuerySet, Value
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import is_verified
from accounts.staff_access import act_as_staff
from tournaments.models import Event, Role, RoleKind, Tournament
from web.errors import DomainError, NotAllowed

Viewer = User | AnonymousUser
Subject = Tournament | Event


class Right(Enum):
    """What a role may let somebody do in a tournament (T9.8)."""

    ORGANIZE = "organize"  # money, publication, who has which role
    DIRECT = "direct"  # draws, rulings, corrections, clocks
    SCORE = "score"  # results as reported, check-in, tables, printing
    MONITOR = "monitor"  # notes on matches that they watch
    STREAM = "stream"  # what TV shows, which tables are filmed


RIGHTS: Mapping[str, frozenset[Right]] = {
    RoleKind.ORGANIZER: frozenset(Right),
    RoleKind.DIRECTOR: frozenset(Right) - {Right.ORGANIZE},
    RoleKind.ASSISTANT: frozenset({Right.SCORE}),
    RoleKind.MONITOR: frozenset({Right.MONITOR}),
    RoleKind.STREAMER: frozenset({Right.STREAM}),
}


def rights_of(kinds: Iterable[str]) -> frozenset[Right]:
    """Everything that these roles let somebody do."""
    return frozenset().union(*(RIGHTS[kind] for kind in kinds))


def roles_in(user: Viewer, subject: Subject) -> frozenset[str]:
    """The kinds of role that the user has here, including the event's. At most one query for each user and object."""
    if not user.is_authenticated:
        return frozenset()
    if subject.organizer_id == user.pk:
        return frozenset({RoleKind.ORGANIZER.value})
    roles_by_user: dict[int, frozenset[str]] = subject.__dict__.setdefault("_roles_of_users", {})
    if user.pk not in roles_by_user:
        roles_by_user[user.pk] = frozenset(_stored_roles(user, subject))
    return roles_by_user[user.pk]


def _stored_roles(user: User, subject: Subject) -> list[str]:
    kind = CharField()
    if isinstance(subject, Event):
        in_event = Role.objects.filter(user=user, event=subject)
        return list(in_event.order_by().values_list("kind", flat=True))
    here = Q(tournament=subject)
    if subject.event_id is not None:
        here |= Q(event=subject.event_id)
    roles: QuerySet[Role, str] = Role.objects.filter(here, user=user).values_list("kind", flat=True)
    director = Value(RoleKind.DIRECTOR.value, kind)
    named = Tournament.directors.through.objects.filter(user_id=user.pk, tournament_id=subject.pk)
    parts: list[QuerySet[Any, Any]] = [named.order_by().values_list(director)]
    if subject.event_id is not None:
        organizer = Value(RoleKind.ORGANIZER.value, kind)
        whole = Event.objects.filter(pk=subject.event_id, organizer=user)
        parts.append(whole.order_by().values_list(organizer))
    return [row[0] for row in roles.order_by().values_list("kind").union(*parts)]


def preload_roles(user: User, event: Event, tournaments: Iterable[Tournament]) -> None:
    """Read the user's roles in an event and its tournaments in two queries, so that asking for them costs no more."""
    here: dict[int | None, set[str]] = {None: set()}
    if event.organizer_id == user.pk:
        here[None].add(RoleKind.ORGANIZER.value)
    listed = list(tournaments)
    roles = Role.objects.filter(Q(tournament__in=listed) | Q(event=event), user=user).order_by()
    for pk, kind in roles.values_list("tournament_id", "kind"):
        here.setdefault(pk, set()).add(kind)
    named = Tournament.directors.through.objects.filter(user_id=user.pk, tournament__in=listed)
    for pk in named.order_by().values_list("tournament_id", flat=True):
        here.setdefault(pk, set()).add(RoleKind.DIRECTOR.value)
    for subject in (event, *listed):
        kinds = here[None] | (here.get(subject.pk, set()) if subject is not event else set())
        subject.__dict__.setdefault("_roles_of_users", {})[user.pk] = frozenset(kinds)


def rights_in(user: Viewer, subject: Subject) -> frozenset[Right]:
    """Everything that this user may do here; staff may do it all."""
    if user.is_staff:
        return frozenset(Right)
    return rights_of(roles_in(user, subject))


def may(user: Viewer, subject: Subject, right: Right) -> bool:
    """Does this user have that right here?"""
    return right in rights_in(user, subject)


def may_give(user: Viewer, subject: Subject, kind: str) -> bool:
    """May this user give and take that role here? Nobody gives more than their own; a director gives none that directs."""
    own = rights_in(user, subject)
    if Right.ORGANIZE in own:
        return True
    return Right.DIRECT in own and Right.DIRECT not in RIGHTS[kind]


def may_direct(user: Viewer, subject: Subject) -> bool:
    """May this user rule here: an organizer, a director, or staff."""
    return may(user, subject, Right.DIRECT)


def directed_by(user: Viewer) -> QuerySet[Tournament]:
    """All tournaments in which this user has a role that may direct: `may_direct` of many, but for staff. One query."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    kinds = [kind for kind, rights in RIGHTS.items() if Right.DIRECT in rights]
    roles = Role.objects.filter(user=user, kind__in=kinds).order_by()
    named = Tournament.directors.through.objects.filter(user_id=user.pk).order_by()
    return Tournament.objects.filter(
        Q(organizer=user)
        | Q(event__organizer=user)
        | Q(pk__in=roles.exclude(tournament=None).values("tournament_id"))
        | Q(pk__in=named.values("tournament_id"))
        | Q(event__in=roles.exclude(event=None).values("event_id"))
    )


def require(user: Viewer | None, subject: Subject, right: Right) -> None:
    """Refuse a user who lacks that right; None is the site itself (demo data, tasks)."""
    if user is None:
        return
    if not may(user, subject, right):
        raise NotAllowed("not_your_role", _("Your role does not allow this."))
    act_as_staff(user)


@rules.predicate
def is_organizer(user: Viewer, tournament: Tournament) -> bool:
    return may(user, tournament, Right.ORGANIZE)


is_director = rules.predicate(may_direct, name="is_director")
may_create = rules.predicate(is_verified, name="may_create")

rules.add_perm("tournaments.create_tournament", may_create)
rules.add_perm("tournaments.direct_tournament", is_director)
rules.add_perm("tournaments.own_tournament", is_organizer)


def looks_after_match(user: User, match_id: UUID) -> bool:
    """Is this a match of a tournament that the user directs? (games.match_officials)"""
    played = Tournament.objects.filter(stages__pairings__pairing_matches__match=match_id)
    tournament = played.first()
    return tournament is not None and may_direct(user, tournament)


def require_director(user: Viewer | None, tournament: Tournament) -> None:
    """Refuse everybody but its directors; None is the site itself (demo data, tasks)."""
    if user is None:
        return
    if not may_direct(user, tournament):
        raise NotAllowed("not_a_director", _("Only a director of this tournament can do this."))
    act_as_staff(user)


def require_verified(user: Viewer) -> None:
    """Refuse a user whose email address is not verified."""
    if not is_verified(user):
        raise NotAllowed(
            "not_verified", _("Confirm your email address before you create a tournament.")
        )


def require_status(tournament: Tournament, *statuses: str) -> None:
    """Refuse what the tournament's status does not allow."""
    if tournament.status not in statuses:
        raise DomainError(
            f"tournament_{tournament.status}",
            _("This is not possible now. Tournament status: %(status)s.")
            % {"status": tournament.get_status_display()},
        )
