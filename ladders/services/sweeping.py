"""The sweep: results of online matches, deadlines, reminders, idle players. Safe to run twice and by two workers."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.models import JOINED, ClubMember
from games.models import MatchStatus
from ladders.models import (
    Consequence,
    Ladder,
    LadderChallenge,
    LadderEvent,
    LadderMember,
    LadderResult,
)
from ladders.services import news
from ladders.services.locking import challenge_in, locked_ladder, record
from ladders.services.membership import take_off, unsettled
from ladders.services.settling import OVER, expire, forfeit, settle_match, settle_result

AT_ONCE = 200
REMIND_BEFORE = timedelta(days=1)
BEGUN = (MatchStatus.NONCES, MatchStatus.BREAK, MatchStatus.PLAYING)
Kind = LadderEvent.Kind
Status = LadderChallenge.Status
Pairs = Iterable[tuple[int, int]]
"""A ladder, and a challenge or a player of it."""
Act = Callable[[Ladder, int, datetime], bool]


def run_due(now: datetime) -> int:
    """Do what is owed; returns how much was done. A challenge that fails does not stop the others."""
    challenges = LadderChallenge.objects.filter(
        settled_at=None, ladder__club__hidden_at=None
    ).order_by("pk")
    over = challenges.filter(match__status__in=OVER)
    due = challenges.filter(due_at__lte=now).exclude(
        match__status__in=BEGUN, match__clock__isnull=False
    )
    soon = challenges.filter(due_at__gt=now, due_at__lte=now + REMIND_BEFORE, is_reminded=False)
    owed: list[tuple[Pairs, Act]] = [
        (over.values_list("ladder", "pk")[:AT_ONCE], _take_result),
        (due.values_list("ladder", "pk")[:AT_ONCE], _enforce),
        (soon.values_list("ladder", "pk")[:AT_ONCE], _remind),
        (_gone().values_list("ladder", "player")[:AT_ONCE], _take_off_gone),
        (_idle(now).values_list("ladder", "player")[:AT_ONCE], _drop),
    ]
    done, errors = 0, list[Exception]()
    for pairs, act in owed:
        some, failed = _each(pairs, act, now)
        done, errors = done + some, errors + failed
    if errors:
        raise ExceptionGroup("ladders failed", errors)
    return done


def _each(pairs: Pairs, act: Act, now: datetime) -> tuple[int, list[Exception]]:
    done, errors = 0, list[Exception]()
    for ladder_id, pk in list(pairs):
        try:
            with transaction.atomic():
                done += act(locked_ladder(ladder_id), pk, now)
        except Exception as error:  # raised by run_due, after the others
            errors.append(error)
    return done, errors


def _take_result(ladder: Ladder, challenge_id: int, now: datetime) -> bool:
    return settle_match(ladder, challenge_in(ladder, challenge_id), now)


def _enforce(ladder: Ladder, challenge_id: int, now: datetime) -> bool:
    """A deadline has passed: by the ladder's rule the challenged player loses their place, or nobody moves. Nobody moves where
    an online match without a clock is not finished."""
    row = challenge_in(ladder, challenge_id)
    if row.settled_at is not None or row.due_at is None or row.due_at > now:
        return False
    match = row.match
    is_playing = match is not None and match.status in BEGUN
    if match is not None and is_playing and match.clock is not None:  # its clock ends it
        return False
    if row.status == Status.REPORTED and row.winner_id is not None:
        settle_result(ladder, row, LadderResult(row.winner_id, row.loser_points), None, now)
        what = {p: "won" if p == row.winner_id else "lost" for p in row.players}
    else:
        rule = ladder.unanswered if row.status == Status.OPEN else ladder.unplayed
        loses_place = rule == Consequence.PLACE and not is_playing
        if loses_place:
            forfeit(ladder, row, Status.EXPIRED, None, now)
        else:
            expire(ladder, row, now)
        text = "forfeited" if loses_place else "expired"
        what = dict.fromkeys(row.players, text)
    news.answered(row, now)
    for player in row.players:
        news.to_player(row, player, what[player], now)
    return True


def _remind(ladder: Ladder, challenge_id: int, now: datetime) -> bool:
    """A day before the deadline, those who have to act."""
    row = challenge_in(ladder, challenge_id)
    if row.is_reminded or row.due_at is None or row.due_at <= now:
        return False
    LadderChallenge.objects.filter(pk=row.pk).update(is_reminded=True)
    waiting = row.players
    if row.status == Status.OPEN:
        waiting = (row.challenged_id,) * 2
    elif row.status == Status.REPORTED and row.reported_by_id is not None:
        waiting = (row.opponent_of(row.reported_by_id),) * 2
    for player in set(waiting):
        news.to_player(row, player, "soon", now)
    return True


def _gone() -> QuerySet[LadderMember]:
    """Players of ladders who have left the club."""
    still = ClubMember.objects.filter(
        club=OuterRef("ladder__club"), player=OuterRef("player"), status__in=JOINED
    )
    return LadderMember.objects.filter(~Exists(still), place__isnull=False).order_by("pk")


def _take_off_gone(ladder: Ladder, player_id: int, now: datetime) -> bool:
    if not _gone().filter(ladder=ladder, player=player_id).exists():
        return False
    take_off(ladder, player_id, None, now)
    return True


def _idle(now: datetime) -> QuerySet[LadderMember]:
    """Players who have played nothing for so long that they drop a place; the lowest first, so that two neighbours do not
    only change places."""
    rows = LadderMember.objects.filter(
        place__isnull=False, ladder__idle_days__gt=0, ladder__club__hidden_at=None
    )
    rows = rows.filter(Q(paused_until=None) | Q(paused_until__lte=now))
    limits = rows.order_by().values_list("ladder__idle_days", flat=True).distinct()
    overdue = Q(pk__in=[])
    for days in limits:
        overdue |= Q(ladder__idle_days=days, active_at__lte=now - timedelta(days=days))
    return rows.filter(overdue).order_by("ladder", "-place")


def _drop(ladder: Ladder, player_id: int, now: datetime) -> bool:
    """One place down, unless the player stands at the foot or has a challenge; then the days begin again."""
    row = _idle(now).filter(ladder=ladder, player=player_id).first()
    if row is None:
        return False
    has_challenge = bool(unsettled(ladder, player_id))
    LadderMember.objects.filter(pk=row.pk).update(active_at=now)
    below = LadderMember.objects.filter(ladder=ladder, place__gt=row.place)
    if has_challenge or not below.exists():
        return False
    record(ladder, None, now, Kind.DROPPED, player=player_id)
    return True
