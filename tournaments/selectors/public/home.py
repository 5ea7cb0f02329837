"""A player's first page: what waits for him, his tournaments, what he could enter, what is on."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games.models import Match
from tournaments.models import Tournament
from tournaments.permissions import Viewer
from tournaments.selectors.public.live import live_matches
from tournaments.selectors.shapes import HomeView, MyMatch, TournamentRow
from tournaments.selectors.tournament import seated
from tournaments.selectors.tournament.lists import counted, tournament_row, visible
from tournaments.selectors.venue.my_slips import my_slips

Status = Tournament.Status
URGENCY = ("act", "join", "ready", "wait")
SHOWN = 20


def home_view(viewer: Viewer) -> HomeView:
    """Six queries; three for a visitor."""
    tournaments = [tournament_row(t) for t in counted(_current(viewer), viewer)[:100]]
    return HomeView(
        matches=tuple(my_matches(viewer)),
        slips=tuple(my_slips(viewer)),
        mine=tuple(row for row in tournaments if row.is_entered or row.is_directed),
        open=tuple(row for row in tournaments if _can_enter(row)),
        live=tuple(live_matches(limit=SHOWN)),
    )


def my_matches(viewer: Viewer) -> list[MyMatch]:
    """My matches that are on: first what runs out first, then what waits for me. Two queries."""
    if not isinstance(viewer, User):
        return []
    matches = Match.objects.filter(finished_at=None, seats__player__user=viewer)
    rows = [_my_match(match, viewer) for match in seated.with_seats(matches)]
    return sorted(rows, key=_how_urgent)


def _how_urgent(row: MyMatch) -> tuple[bool, float, int]:
    ends = row.deadline.timestamp() if row.deadline else 0.0
    return row.deadline is None, ends, URGENCY.index(row.urgency)


def _my_match(match: Match, viewer: User) -> MyMatch:
    sides = seated.sides(match)
    mine = next(s for s, players in sides.items() if any(p.user_id == viewer.pk for p in players))
    other = "B" if mine == "A" else "A"
    score = {"A": match.score_a, "B": match.score_b}
    urgency = _urgency(match, mine)
    return MyMatch(
        **seated.of_match(match),
        opponent=seated.shown(sides[other]),
        score=(score[mine], score[other]),
        status=match.status,
        urgency=urgency,
        deadline=_deadline(match, urgency),
    )


def _urgency(match: Match, mine: str) -> str:
    if match.status in {"joining", "nonces"}:
        return "join"
    if match.status == "break":
        return "ready"
    return "act" if match.to_act == mine else "wait"


def _deadline(match: Match, urgency: str) -> datetime | None:
    return match.flag_at if urgency == "act" else match.next_at


def _current(viewer: Viewer) -> QuerySet[Tournament]:
    return visible(viewer).filter(status__in=[Status.DRAFT, Status.OPEN, Status.RUNNING])


def _can_enter(row: TournamentRow) -> bool:
    full = row.entry_limit is not None and row.entries >= row.entry_limit
    return row.status == Status.OPEN and not full and not row.is_entered
