"""A player's unfinished matches, and what each needs from them; the most urgent first."""

from datetime import datetime

from django.db.models import F

from accounts.models import User
from games.models import Match, MatchKind
from games.selectors.friendly_hosts import challenger
from tournaments.bracket.selectors import seated_matches
from tournaments.bracket.selectors.rows import MyMatch
from tournaments.core.permissions import Viewer

READY = F("state__match__ready")
"""The seats that have pressed ready, read from the snapshot."""
RANKS = {"act": 1, "ready": 1, "join": 2, "challenge": 2, "wait": 3, "sent": 4, "open": 4}


def my_matches(viewer: Viewer) -> list[MyMatch]:
    """Two queries; none for a visitor."""
    if not isinstance(viewer, User):
        return []
    matches = Match.objects.filter(finished_at=None, seats__player__user=viewer)
    rows = [
        _row(match, viewer) for match in seated_matches.with_seats(matches.annotate(ready=READY))
    ]
    return sorted(rows, key=_how_urgent)


def _how_urgent(row: MyMatch) -> tuple[int, float]:
    """Matches that can be lost by waiting come first; a challenge, which only lapses, comes after a turn without a
    clock."""
    at_risk = row.deadline is not None and not row.lapses and row.urgency != "wait"
    ends = row.deadline.timestamp() if row.deadline else 0.0
    return (0 if at_risk else RANKS[row.urgency]), ends


def _row(match: Match, viewer: User) -> MyMatch:
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
    )


def _urgency(match: Match, mine: str) -> str:
    ready = dict(zip("AB", match.ready or (False, False), strict=True))  # type: ignore[attr-defined]  # annotated
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
    return match.flag_at if urgency == "act" else match.next_at
