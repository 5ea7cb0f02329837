"""A sweep finds who is late online (T9.2): each step of lateness is a penalty, given or proposed as the settings say.

Only an opponent who is there gets points: steps that end before they came do not count. Outages of the site count for
nobody, and a penalty that the worker saw too late is proposed to the director, never given.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.engine.clock import ClockSettings
from games.models import Action, MatchStatus
from games.outage_clock import Spans
from games.services import outages
from games.timestamps import from_ms, to_ms
from tournaments.core.locking import locked, save_changed
from tournaments.formats.lateness import clock_lost_after, penalty, step_after, steps
from tournaments.models import MatchTiming, PairingMatch, Penalty, Timing, Tournament
from tournaments.ruling.services import lateness_penalties

AGAIN = timedelta(minutes=1)
Lateness = Timing.Lateness
Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Late:
    """How late a side of a match is: minutes since the start time, and the step at which the opponent came."""

    entry: int
    minutes: int
    others_step: int


def check_due(now: datetime) -> int:
    """Check who is late in every match that is due; returns how many were checked. Safe to run twice."""
    until = outages.settled_until(now)
    due = MatchTiming.objects.filter(check_at__lte=until)
    tournaments = due.values_list("pairing_match__pairing__stage__tournament", flat=True)
    return sum(_check(pk, until, now) for pk in sorted(set(tournaments)))


@transaction.atomic
def _check(tournament_id: int, until: datetime, now: datetime) -> int:
    tournament = locked(tournament_id)
    settings = Timing.objects.filter(tournament=tournament).first()
    due = MatchTiming.objects.filter(
        pairing_match__pairing__stage__tournament=tournament, check_at__lte=until
    )
    rows = list(
        due.select_related("pairing_match__match", "pairing_match__pairing__stage__tournament")
        .select_related("pairing_match__pairing__round")
        .defer("pairing_match__match__state")
        .annotate(ready=F("pairing_match__match__state__match__ready"))
        .order_by("pairing_match__match_id")
    )
    spans = outages.spans_since(min((to_ms(r.start_at) for r in rows if r.start_at), default=0))
    for row in rows:
        asked = row.start_at is not None and tournament.status == Status.RUNNING
        if settings is None or settings.lateness == Lateness.OFF or not asked:
            row.check_at = None
        else:
            _check_match(tournament, settings, row, spans, now)
        row.save(update_fields=["check_at", "step"])
    return len(rows)


def _check_match(
    tournament: Tournament, settings: Timing, row: MatchTiming, spans: Spans, now: datetime
) -> None:
    """Give or propose what is due in a match, and set when to check again."""
    on = row.pairing_match
    if on.voided_at is not None or on.match.is_over or on.match.rules.get("length") is None:
        row.check_at = None
    elif on.match.paused:
        row.check_at = now + AGAIN
    elif on.match.status != MatchStatus.JOINING:
        _check_after_start(tournament, settings, row, spans, now)
        row.check_at = None
    else:
        _check_while_waiting(tournament, settings, row, spans, now)


def _check_while_waiting(
    tournament: Tournament, settings: Timing, row: MatchTiming, spans: Spans, now: datetime
) -> None:
    on, every, grace = row.pairing_match, settings.step_min, settings.grace_min
    came = _arrivals(on)
    minutes = _minutes(row.start_at, now, spans)
    reached = steps(minutes, every, grace)
    lost = _is_lost(settings, on, minutes)
    for entry in (on.entry_a_id, on.entry_b_id):
        if entry in came:
            continue
        others_at = [at for other, at in came.items() if other != entry]
        if lost and settings.lateness == Lateness.PROPOSED:
            _propose(row, entry, reached, now, lost=True)
        elif others_at and not lost:
            step = steps(_minutes(row.start_at, others_at[0], spans), every, grace)
            _charge(tournament, settings, row, Late(entry, minutes, step), now)
    row.step = max(row.step, reached)
    # A lost match ends by its time to join, or waits for the director's decision.
    row.check_at = (
        None if lost else _moment(row.start_at, step_after(reached + 1, every, grace), spans)
    )


def _check_after_start(
    tournament: Tournament, settings: Timing, row: MatchTiming, spans: Spans, now: datetime
) -> None:
    """Both players have come. Steps that were not checked in time are only proposed."""
    on, every, grace = row.pairing_match, settings.step_min, settings.grace_min
    came = _arrivals(on)
    if len(came) < 2:
        return
    (_first, first_at), (last, last_at) = sorted(came.items(), key=lambda arrival: arrival[1])
    step = steps(_minutes(row.start_at, first_at, spans), every, grace)
    late = Late(last, _minutes(row.start_at, last_at, spans), step)
    if steps(late.minutes, every, grace) > max(row.step, step):
        _charge(tournament, settings, row, late, now, give=False)


def _charge(
    tournament: Tournament,
    settings: Timing,
    row: MatchTiming,
    late: Late,
    now: datetime,
    *,
    give: bool = True,
) -> None:
    """Give or propose the penalty of a side since the last check."""
    every, grace = settings.step_min, settings.grace_min
    reached, before = steps(late.minutes, every, grace), max(row.step, late.others_step)
    if reached <= before:
        return
    made = Penalty(
        pairing=row.pairing_match.pairing,
        board=row.pairing_match.board,
        entry_id=late.entry,
        since=row.start_at or now,
        step=reached,
        made_at=now,
    )
    if settings.penalty == Timing.Penalty.CLOCK and row.pairing_match.match.clock is not None:
        taken = step_after(before, every, grace) if before else 0
        made.seconds = 60 * (step_after(reached, every, grace) - taken)
    else:
        made.points = reached - before
    if give and settings.lateness == Lateness.AUTOMATIC:
        lateness_penalties.give_penalty(tournament, made, now)
    else:
        made.save()
        save_changed(tournament)


def _propose(row: MatchTiming, entry: int, step: int, now: datetime, *, lost: bool) -> None:
    on = row.pairing_match
    Penalty.objects.get_or_create(
        pairing=on.pairing,
        board=on.board,
        entry_id=entry,
        since=row.start_at or now,
        step=step,
        defaults={"made_at": now, "lost": lost},
    )
    save_changed(on.pairing.stage.tournament)


def _is_lost(settings: Timing, on: PairingMatch, minutes: int) -> bool:
    every, grace = settings.step_min, settings.grace_min
    if settings.penalty == Timing.Penalty.CLOCK and on.match.clock is not None:
        time_s = ClockSettings.from_json(on.match.clock).time_ms // 1000
        return minutes >= clock_lost_after(time_s, every, grace)
    return penalty(on.match.rules["length"] or on.match.rules["games"], minutes, every, grace).lost


def _arrivals(on: PairingMatch) -> dict[int, datetime]:
    """When each entry came: its first press of ready."""
    entries = {"A": on.entry_a_id, "B": on.entry_b_id}
    arrivals: dict[int, datetime] = {}
    rows = Action.objects.filter(match=on.match_id, kind="ready", game__lte=1).order_by("seq")
    for seat, at in rows.values_list("seat", "at"):
        arrivals.setdefault(entries[seat], at)
    return arrivals


def _minutes(start: datetime | None, end: datetime, spans: Iterable[tuple[int, int]]) -> int:
    """Whole minutes between two moments, without outages of the site."""
    if start is None:
        return 0
    first, last = to_ms(start), to_ms(end)
    away = sum(max(0, min(last, b) - max(first, a)) for a, b in spans)
    return max(0, last - first - away) // 60_000


def _moment(start: datetime | None, minutes: int, spans: Spans) -> datetime | None:
    """When so many minutes will have passed since the start, without the outages so far."""
    if start is None:
        return None
    due = to_ms(start) + minutes * 60_000
    for a, b in sorted(spans):
        if b > to_ms(start) and a < due:
            due += b - max(a, to_ms(start))
    return from_ms(due)
