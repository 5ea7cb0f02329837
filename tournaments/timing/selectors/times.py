"""When matches are played, for players: their own next matches, and a match with the times that are offered."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, F, Q

from accounts.models import User
from games.models import MatchSeat, MatchStatus
from tournaments.bracket.selectors.round_deadlines import deadline_start
from tournaments.core.permissions import Viewer
from tournaments.models import (
    MatchTiming,
    PairingMatch,
    Round,
    RoundDeadline,
    TimeProposal,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class MyTime:
    """The time of a player's own match that has not begun: its start, its deadline, how many offers wait for the player's answer."""

    start_at: datetime | None
    play_until: datetime | None
    offers: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A time that a player offers."""

    id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Agreement:
    """The time of a match as one of its players sees it. `latest` is the last time that can be agreed on; `open` says that
    the players may still agree, `by_director` that the director has set the time."""

    id: int
    match: UUID
    tournament: Tournament
    other: str
    length: int | None
    start_at: datetime | None
    by_director: bool
    play_until: datetime | None
    latest: datetime | None
    mine: tuple[Offer, ...]
    theirs: tuple[Offer, ...]
    open: bool


def time_of(row: PairingMatch, stage_round: Round) -> MyTime | None:
    """The time of a match that has not begun. No query if `timing` and `deadline` were fetched with the rows."""
    timing: MatchTiming | None = getattr(row, "timing", None)
    if timing is None or timing.begin_at is None:
        return None
    deadline: RoundDeadline | None = getattr(stage_round, "deadline", None)
    return MyTime(timing.start_at, deadline.play_until if deadline else None, 0)


def open_deadlines(rounds: Iterable[Round]) -> list[Round]:
    """Those of the rounds that have a deadline, the earliest first."""
    dated = [row for row in rounds if getattr(row, "deadline", None) is not None]
    return sorted(dated, key=lambda row: row.deadline.play_until)


def my_times(viewer: Viewer, matches: Iterable[UUID]) -> dict[UUID, MyTime]:
    """The times of those of the viewer's matches that have not begun. One query."""
    ids = list(matches)
    if not ids or not isinstance(viewer, User):
        return {}
    waiting = Q(proposals__closed_at=None) & ~Q(proposals__by__user=viewer)
    rows = MatchTiming.objects.filter(
        pairing_match__match__in=ids, pairing_match__voided_at=None, begin_at__isnull=False
    ).annotate(
        offers=Count("proposals", filter=waiting & Q(proposals__isnull=False)),
        play_until=F("pairing_match__pairing__round__deadline__play_until"),
        match=F("pairing_match__match"),
    )
    return {row.match: MyTime(row.start_at, row.play_until, row.offers) for row in rows}


def agreement(match_id: UUID, viewer: User, now: datetime) -> Agreement | None:
    """The agreement for a player of this match; None for anybody else, and where matches have no times. Four queries."""
    seat = MatchSeat.objects.filter(match=match_id, player__user=viewer).first()
    row = timing_of(match_id)
    if seat is None or row is None:
        return None
    on = row.pairing_match
    deadline = RoundDeadline.objects.filter(round=on.pairing.round_id).first()
    mine, other = (on.entry_a, on.entry_b) if seat.seat == "A" else (on.entry_b, on.entry_a)
    offered = list(TimeProposal.objects.filter(timing=row, closed_at=None))
    by_director = row.set_by == MatchTiming.By.DIRECTOR
    waits = on.match.status == MatchStatus.JOINING and not on.match.paused
    begins = row.begin_at is not None and row.begin_at > now
    return Agreement(
        id=row.pk,
        match=match_id,
        tournament=on.pairing.stage.tournament,
        other=other.title,
        length=on.match.rules.get("length"),
        start_at=row.start_at if row.is_agreed else None,
        by_director=by_director,
        play_until=deadline.play_until if deadline else None,
        latest=deadline_start(deadline, on.created_at) if deadline else None,
        mine=tuple(Offer(p.pk, p.at) for p in offered if p.entry_id == mine.pk),
        theirs=tuple(Offer(p.pk, p.at) for p in offered if p.entry_id == other.pk),
        open=bool(deadline) and waits and begins and not by_director,
    )


def timing_of(match_id: UUID) -> MatchTiming | None:
    """The timing of a match that is not voided."""
    rows = MatchTiming.objects.filter(pairing_match__match=match_id, pairing_match__voided_at=None)
    return (
        rows.select_related(
            "pairing_match__match",
            "pairing_match__entry_a__player",
            "pairing_match__entry_b__player",
            "pairing_match__pairing__stage__tournament",
        )
        .defer("pairing_match__match__state")
        .first()
    )
