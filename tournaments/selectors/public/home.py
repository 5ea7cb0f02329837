"""A player's first page: what waits for him, his tournaments, what he could enter, what is on."""

from datetime import datetime

from accounts.models import User
from games.models import Match
from tournaments.models import Tournament
from tournaments.permissions import Viewer
from tournaments.selectors.shapes import HomeView, MyMatch, TournamentRow
from tournaments.selectors.tournament import seated
from tournaments.selectors.tournament.lists import concerning, counted, tournament_row, visible
from tournaments.selectors.venue.my_slips import my_slips

Status = Tournament.Status
URGENCY = ("act", "join", "ready", "wait")
AT_MOST = 100


def home_view(viewer: Viewer) -> HomeView:
    """Five queries; one for a visitor."""
    opened = counted(visible(viewer).filter(status=Status.OPEN), viewer)
    slips = my_slips(viewer)
    at_a_table = sum(slip.table is not None or slip.begun for slip in slips) or 1
    return HomeView(
        matches=tuple(my_matches(viewer)),
        slips=tuple(slips[:at_a_table]),
        later_slips=tuple(slips[at_a_table:]),
        mine=tuple(_mine(viewer)),
        open=tuple(filter(_can_enter, map(tournament_row, opened[:AT_MOST]))),
    )


def _mine(viewer: Viewer) -> list[TournamentRow]:
    """What is on or to come that I play in, wait for or have a part in running."""
    if not isinstance(viewer, User):
        return []
    current = (Status.DRAFT, Status.OPEN, Status.RUNNING)
    found = counted(concerning(viewer).filter(status__in=current), viewer)
    return [tournament_row(t) for t in found[:AT_MOST]]


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


def _can_enter(row: TournamentRow) -> bool:
    full = row.entry_limit is not None and row.entries >= row.entry_limit
    return row.status == Status.OPEN and not full and not row.is_entered
