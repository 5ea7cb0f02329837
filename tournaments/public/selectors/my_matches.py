"""A player's unfinished matches, and what each needs from them; the most urgent first."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.models import Match, MatchKind
from games.selectors.friendly_hosts import challenger
from games.selectors.vacations import is_correspondence, vacations_until
from tournaments.bracket.selectors import seated_matches
from tournaments.bracket.selectors.rows import MyMatch
from tournaments.core.permissions import Viewer

READY = F("state__match__ready")
"""The seats that have pressed ready, read from the snapshot."""
RANKS = {"act": 1, "ready": 1, "join": 2, "challenge": 2, "wait": 3, "sent": 4, "open": 4}
CORRESPONDENCE_RANKS = {"act": 5, "wait": 6, "ready": 6}
"""After everything that is played now."""


def my_matches(viewer: Viewer) -> list[MyMatch]:
    """Two queries, one more if there is correspondence; none for a visitor."""
    if not isinstance(viewer, User):
        return []
    matches = Match.objects.filter(finished_at=None, seats__player__user=viewer)
    own = list(seated_matches.with_seats(matches.annotate(ready=READY)))
    slow = [match for match in own if is_correspondence(match)]
    people = {seat.player_id for match in slow for seat in match.seats.all()}
    away = vacations_until(people, timezone.now()) if people else {}
    return sorted((_row(match, viewer, away) for match in own), key=_how_urgent)


def _how_urgent(row: MyMatch) -> tuple[int, float]:
    """Matches that can be lost by waiting come first; a challenge, which only lapses, comes after a turn without a
    clock."""
    ends = row.deadline.timestamp() if row.deadline else 0.0
    if row.is_correspondence and row.urgency in CORRESPONDENCE_RANKS:
        return CORRESPONDENCE_RANKS[row.urgency], ends
    at_risk = row.deadline is not None and not row.lapses and row.urgency != "wait"
    return (0 if at_risk else RANKS[row.urgency]), ends


def _row(match: Match, viewer: User, away: Mapping[int, datetime]) -> MyMatch:
    sides = seated_matches.sides(match)
    mine = next(s for s, players in sides.items() if any(p.user_id == viewer.pk for p in players))
    other = "B" if mine == "A" else "A"
    score = {"A": match.score_a, "B": match.score_b}
    urgency = _urgency(match, mine) if sides[other] else "open"
    return MyMatch(
        **seated_matches.of_match(match),
        opponent=seated_matches.shown(sides[other]),
        score=(score[mine], score[other]),
        status=match.status,
        urgency=urgency,
        deadline=_deadline(match, urgency),
        lapses=bool(match.context.get("lapses")) and match.status == "joining",
        is_correspondence=is_correspondence(match),
        away_until=max((away[p.pk] for p in sides[other] if p.pk in away), default=None)
        if is_correspondence(match)
        else None,
    )


def _urgency(match: Match, mine: str) -> str:
    ready = dict(zip("AB", match.ready or (False, False), strict=True))  # type: ignore[attr-defined]  # annotated
    if match.status == "joining" and is_correspondence(match) and ready[mine]:
        return "sent"
    if match.status == "nonces" or (match.status in {"joining", "break"} and ready[mine]):
        return "wait"
    if match.status == "joining":
        return _to_join(match, mine, opponent_is_ready=ready["B" if mine == "A" else "A"])
    if match.status == "break":
        return "ready"
    return "act" if match.to_act == mine else "wait"


def _to_join(match: Match, mine: str, *, opponent_is_ready: bool) -> str:
    if match.kind != MatchKind.FRIENDLY or not match.context.get("lapses"):
        return "join"
    if match.context.get("open"):
        return "join"  # both want it: one has listed it, the other has accepted
    if challenger(match.context) != mine:
        return "challenge"
    return "join" if opponent_is_ready else "sent"


def _deadline(match: Match, urgency: str) -> datetime | None:
    if urgency == "act" or (urgency == "wait" and is_correspondence(match)):
        return match.flag_at
    return match.next_at
