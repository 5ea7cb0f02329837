"""Entry tickets: of a tournament, of a player, and those that a sweep has to give, move or take back."""

from typing import Any

from django.db.models import F, Q, QuerySet

from accounts.models import Player, User
from satellites.models import EntryTicket, SatelliteTournament
from tournaments.models import Entry, Tournament

Status = Tournament.Status


def tickets_for(target: Tournament) -> list[EntryTicket]:
    """All tickets for a tournament, in the order in which they were won. One query."""
    rows = EntryTicket.objects.filter(target=target)
    return list(rows.select_related("player", "entry", "target", "source__tournament__champion"))


def tickets_of(player: Player) -> list[EntryTicket]:
    """A player's tickets that can still be used. One query."""
    rows = EntryTicket.objects.filter(
        player=player, target__status__in=[Status.DRAFT, Status.OPEN, Status.RUNNING]
    )
    listed = rows.select_related("entry", "target", "source__tournament")
    return [ticket for ticket in listed if not ticket.is_used]


def winner_of(tournament: Tournament) -> int | None:
    """The player who has won it; None until it is over."""
    is_over = tournament.status == Status.FINISHED and tournament.champion is not None
    return tournament.champion.player_id if is_over else None  # type: ignore[union-attr]  # is_over


def due_places() -> QuerySet[SatelliteTournament]:
    """Tournaments whose winner has no ticket yet, and those whose unused ticket is not the winner's."""
    is_over = Q(tournament__status=Status.FINISHED, tournament__champion__isnull=False)
    is_unused = Q(ticket__entry=None) | Q(
        ticket__entry__status=Entry.Status.WITHDRAWN, ticket__target__started_at=None
    )
    is_winners = is_over & Q(ticket__player=F("tournament__champion__player"))
    owed = Q(ticket=None, satellite__target__isnull=False) & is_over
    misplaced = Q(ticket__isnull=False) & is_unused & ~is_winners
    return SatelliteTournament.objects.filter(owed | misplaced).order_by("pk")


def export_tickets(user: User) -> list[dict[str, Any]]:
    """A user's tickets, for their own download."""
    rows = EntryTicket.objects.filter(player__user=user)
    return [
        {
            "won_in": ticket.source.tournament.name,
            "for": ticket.target.name,
            "at": ticket.created_at,
            "used_at": ticket.used_at,
        }
        for ticket in rows.select_related("source__tournament", "target")
    ]
