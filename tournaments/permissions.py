"""Who may do what with a tournament (T9.8). Pages and services ask here; `rules` gives the same to Django."""

from enum import Enum
from uuid import UUID

import rules
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.errors import DomainError, NotAllowed
from accounts.models import User
from accounts.selectors import is_verified
from games.stewards import add_steward
from tournaments.models import Tournament

Viewer = User | AnonymousUser


class Right(Enum):
    """What a role may let somebody do in a tournament (T9.8)."""

    ORGANIZE = "organize"  # money, publication, who has which role
    DIRECT = "direct"  # draws, rulings, corrections, clocks
    SCORE = "score"  # results as reported, check-in, tables, printing
    MONITOR = "monitor"  # notes on matches that he watches over
    STREAM = "stream"  # what TV shows, which tables are filmed


@rules.predicate
def is_organizer(user: Viewer, tournament: Tournament) -> bool:
    return user.is_authenticated and tournament.organizer_id == user.pk


@rules.predicate
def is_named_director(user: Viewer, tournament: Tournament) -> bool:
    return user.is_authenticated and tournament.directors.filter(pk=user.pk).exists()


@rules.predicate
def is_staff(user: Viewer) -> bool:
    return bool(user.is_staff)


is_director = is_organizer | is_named_director | is_staff
may_create = rules.predicate(is_verified, name="may_create")

rules.add_perm("tournaments.create_tournament", may_create)
rules.add_perm("tournaments.direct_tournament", is_director)
rules.add_perm("tournaments.own_tournament", is_organizer | is_staff)


def may_direct(user: Viewer, tournament: Tournament) -> bool:
    """May this user rule here: the organizer, a director he named, or staff."""
    return bool(is_director.test(user, tournament))


def may(user: Viewer, tournament: Tournament, right: Right) -> bool:
    """Has this user that right here?"""
    if right is Right.ORGANIZE:
        return bool((is_organizer | is_staff).test(user, tournament))
    return may_direct(user, tournament)


def require(user: Viewer | None, tournament: Tournament, right: Right) -> None:
    """Refuse who has not that right; None is the house itself (demo data, tasks)."""
    if user is not None and not may(user, tournament, right):
        raise NotAllowed(
            "not_your_role", _("Your role in this tournament does not let you do that.")
        )


def looks_after_match(user: User, match_id: UUID) -> bool:
    """Is this a match of a tournament that he directs? (games.stewards)"""
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
