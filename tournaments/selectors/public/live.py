"""Matches that are on, for spectators."""

from games.models import Match
from tournaments.models import Tournament
from tournaments.selectors.shapes import LiveMatch
from tournaments.selectors.tournament import seated

PLAYING = ("playing", "break")


def live_matches(*, tournament: Tournament | None = None, limit: int = 50) -> list[LiveMatch]:
    """Those being played, the ones nearest their end first. Two queries."""
    matches = Match.objects.filter(status__in=PLAYING, finished_at=None)  # as its index says
    if tournament is not None:
        matches = matches.filter(pairing_match__pairing__stage__tournament=tournament)
    rows = [_row(match) for match in seated.with_seats(matches)[:limit]]
    return sorted(rows, key=lambda row: (row.length or 0) - max(row.score))


def _row(match: Match) -> LiveMatch:
    sides = seated.sides(match)
    return LiveMatch(
        **seated.of_match(match),
        players=(seated.shown(sides["A"]), seated.shown(sides["B"])),
        score=(match.score_a, match.score_b),
        status=match.status,
    )
