"""Who may do what in a tournament or an event (T9.8). Pages and services ask here; `rules` gives the same to Django.

A right comes from a role: the organizer's and the named directors' own, or a `Role` in the tournament or its event. They are
read once for each object that a service or page has in hand, so what was read before a lock is read again after it.
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
from accounts.staff_access import has_rank
from games.match_officials import add_steward
from tournaments.models import Event, Role, RoleKind, Tournament
from web.errors import DomainError, NotAllowed

Viewer = User | AnonymousUser
Subject = Tournament | Event


class Right(Enum):
    """What a role may let somebody do in a tournament (T9.8)."""

    ORGANIZE = "organize"  # money, publication, who has which role
    DIRECT = "direct"  # draws, rulings, corrections, clocks
    SCORE = "score"  # results as reported, check-in, tables, printing
    MONITOR = "monitor"  # notes on matches that he watches over
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
    """The kinds of role that somebody has here, of the event too. At most one query for each user and object."""
    if not user.is_authenticated:
        return frozenset()
    if subject.organizer_id == user.pk:
        return frozenset({RoleKind.ORGANIZER.value})
    known: dict[int, frozenset[str]] = subject.__dict__.setdefault("_roles_of_users", {})
    if user.pk not in known:
        known[user.pk] = frozenset(_stored_roles(user, subject))
    return known[user.pk]


def _stored_roles(user: User, subject: Subject) -> list[str]:
    kind = CharField()
    if isinstance(subject, Event):
        found = Role.objects.filter(user=user, event=subject)
        return list(found.order_by().values_list("kind", flat=True))
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


def learn_roles(user: User, event: Event, tournaments: Iterable[Tournament]) -> None:
    """Reads the roles that somebody has in an event and in its tournaments, so that asking for them costs nothing more.
    Two queries."""
    here: dict[int | None, set[str]] = {None: set()}
    if event.organizer_id == user.pk:
        here[None].add(RoleKind.ORGANIZER.value)
    told = list(tournaments)
    roles = Role.objects.filter(Q(tournament__in=told) | Q(event=event), user=user).order_by()
    for pk, kind in roles.values_list("tournament_id", "kind"):
        here.setdefault(pk, set()).add(kind)
    named = Tournament.directors.through.objects.filter(user_id=user.pk, tournament__in=told)
    for pk in named.order_by().values_list("tournament_id", flat=True):
        here.setdefault(pk, set()).add(RoleKind.DIRECTOR.value)
    for one in (event, *told):
        kinds = here[None] | (here.get(one.pk, set()) if one is not event else set())
        one.__dict__.setdefault("_roles_of_users", {})[user.pk] = frozenset(kinds)


def rights_in(user: Viewer, subject: Subject) -> frozenset[Right]:
    """Everything that this user may do here; staff may do it all."""
    if has_rank(user):
        return frozenset(Right)
    return rights_of(roles_in(user, subject))


def may(user: Viewer, subject: Subject, right: Right) -> bool:
    """Has this user that right here?"""
    return right in rights_in(user, subject)


def may_give(user: Viewer, subject: Subject, kind: str) -> bool:
    """May this user give and take that role here? Nobody above his own; a director none that directs."""
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
    """Refuse who has not that right; None is the house itself (demo data, tasks)."""
    if user is not None and not may(user, subject, right):
        raise NotAllowed("not_your_role", _("Your role here does not let you do that."))


@rules.predicate
def is_organizer(user: Viewer, tournament: Tournament) -> bool:
    return may(user, tournament, Right.ORGANIZE)


is_director = rules.predicate(may_direct, name="is_director")
may_create = rules.predicate(is_verified, name="may_create")

rules.add_perm("tournaments.create_tournament", may_create)
rules.add_perm("tournaments.direct_tournament", is_director)
rules.add_perm("tournaments.own_tournament", is_organizer)


def looks_after_match(user: User, match_id: UUID) -> bool:
    """Is this a match of a tournament that he directs? (games.match_officials)"""
    played = Tournament.objects.filter(stages__pairings__pairing_matches__match=match_id)
    found = played.first()
    return found is not None and may_direct(user, found)


add_steward(looks_after_match)


def require_director(user: Viewer | None, tournament: Tournament) -> None:
    """Refuse everybody else; None is the house itself (demo data, tasks)."""
    if user is not None and not may_direct(user, tournament):
        raise NotAllowed("not_a_director", _("Only a director of this tournament may do that."))


def require_verified(user: Viewer) -> None:
    """Only a proven e-mail address makes an organizer."""
    if not is_verified(user):
        raise NotAllowed(
            "not_verified", _("Confirm your e-mail address before you create a tournament.")
        )


def require_status(tournament: Tournament, *statuses: str) -> None:
    """Refuse what does not fit the tournament's stage of life."""
    if tournament.status not in statuses:
        raise DomainError(
            f"tournament_{tournament.status}",
            _("This cannot be done while the tournament is %(status)s.")
            % {"status": tournament.get_status_display()},
        )
