"""What a guest has played: for the page Play, and for the sign-up that keeps it."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import F

from accounts.models import User
from games.models import Match, MatchStatus
from games.selectors.seats import SEATS

SHOWN = 5


@dataclass(frozen=True, slots=True)
class GuestMatch:
    """One match of a guest, from their side. `won` is None until it is over."""

    match: UUID
    opponent: str
    score: tuple[int, int]
    length: int
    won: bool | None


def guest_matches(guest: User) -> list[GuestMatch]:
    """The newest five that were not called off, those still going on first. Two queries."""
    mine = Match.objects.filter(seats__player__user=guest).exclude(status=MatchStatus.VOID)
    newest = F("finished_at").desc(nulls_first=True), "-created_at"
    rows = mine.defer("state").order_by(*newest).prefetch_related(SEATS)
    return [_row(match, guest) for match in rows[:SHOWN]]


def _row(match: Match, guest: User) -> GuestMatch:
    seats = {row.seat: row.player for row in match.seats.all()}
    mine = next(seat for seat, player in seats.items() if player.user_id == guest.pk)
    other = "B" if mine == "A" else "A"
    score = {"A": match.score_a, "B": match.score_b}
    return GuestMatch(
        match=match.pk,
        opponent=seats[other].name if other in seats else "",
        score=(score[mine], score[other]),
        length=match.rules.get("length") or 0,
        won=match.winner == mine if match.is_over else None,
    )
