"""What the log of a clock means for the tournament: the match has begun, its games go on the score sheet, and the result is reported.

The report is that of the slip (venue/services/reporting.py): who confirms signed in counts as they do there, and a tap on a phone
that anybody may hold is a report with the slip.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tableclock.matchlog.events import ClockTap
from tableclock.models import ClockEvent, TableClock
from tableclock.selectors.sheets import SheetRows, games_on_sheet
from tournaments.bracket.selectors.agreement import is_session
from tournaments.core.locking import save_changed
from tournaments.models import ScoreReport, Slip, Tournament
from tournaments.venue.selectors.may_report_for import side_of
from tournaments.venue.services import reporting, score_sheets
from tournaments.venue.services.claims import Claim, Reporter, session_claim
from web.errors import DomainError

CONFIRM, OBJECT = "confirm", "object"
ANSWERS = (CONFIRM, OBJECT)
BY_DESK = Reporter(None)


def has_any(slip: Slip, clock: TableClock, taps: Iterable[ClockTap]) -> bool:
    """May something be to write for the tournament once these taps are in the clock's state? Most taps hand over the turn: nothing.

    `clock.sheet` are the games on the score sheet now.
    """
    state = clock.state
    return (
        (slip.begun_at is None and state["begun"])
        or slip.closed_at is not None
        or slip.voided_at is not None
        or slip.pairing.stage.tournament.status != Tournament.Status.RUNNING
        or [game[:3] for game in state["games"]] != clock.sheet
        or any(tap.kind in ANSWERS for tap in taps)
    )


@transaction.atomic
def write(clock_id: int, now: datetime) -> list[str]:
    """Write what has not been written yet; returns why something was refused. Safe twice."""
    slip_id = TableClock.objects.values_list("slip_id", flat=True).get(pk=clock_id)
    refused: list[str] = []
    slip = None
    try:
        slip, tournament = reporting.open_slip(slip_id, now)  # the tournament's lock comes first
    except DomainError as error:
        refused.append(error.detail)
    clock = TableClock.objects.select_for_update().get(pk=clock_id)
    if slip is not None:
        refused += list(_written(clock, slip, tournament, now))
    clock.applied = clock.serial
    clock.save(update_fields=["applied", "sheet"])
    return refused


def _written(clock: TableClock, slip: Slip, tournament: Tournament, now: datetime) -> Iterator[str]:
    state = clock.state
    if state["begun"] and slip.begun_at is None:
        slip.begun_at = now
        slip.save(update_fields=["begun_at"])
        save_changed(tournament)
    try:
        with transaction.atomic():
            _write_sheet(slip, [game[:3] for game in state["games"]], now)
    except DomainError as error:
        yield error.detail
    clock.sheet = games_on_sheet(slip)
    counting = {*state["confirmed"], *state["objected"]} - {""}
    fresh = clock.events.filter(serial__gt=clock.applied, kind__in=ANSWERS).select_related("by")
    for event in fresh.order_by("at_ms", "device", "number"):
        if f"{event.device}:{event.number}" in counting:
            try:
                with transaction.atomic():
                    _answer(slip, event, state, now)
            except DomainError as error:
                yield error.detail


def _write_sheet(slip: Slip, games: SheetRows, now: datetime) -> None:
    written = games_on_sheet(slip)
    same = 0
    while same < min(len(written), len(games)) and written[same] == games[same]:
        same += 1
    for number in range(len(written), same, -1):
        score_sheets.take_back_game(slip.pk, number=number, now=now)
    for number, (winner, worth, cube) in enumerate(games[same:], start=same + 1):
        game = score_sheets.GameScore(_entry(slip, winner), worth, cube)
        score_sheets.add_game(slip.pk, BY_DESK, game, number=number, now=now)


def _answer(slip: Slip, event: ClockEvent, state: dict, now: datetime) -> None:
    side = _entry(slip, event.data["seat"])
    is_own = event.by is not None and side_of(event.by, slip) == side
    who = Reporter(side, event.by, with_slip=not is_own, network="" if is_own else event.network)
    if event.kind == CONFIRM:
        reporting.report(slip.pk, who, _claim(slip, state), now=now)
        return
    reports = slip.reports.filter(state__in=ScoreReport.OPEN).exclude(side=side)
    theirs = reports.order_by("pk").last()
    if theirs is None:
        raise DomainError("no_report", _("The other player has not confirmed this result yet."))
    reporting.object_to(slip.pk, who, report_id=theirs.pk, now=now)


def _claim(slip: Slip, state: dict) -> Claim:
    score = {slip.entry_a_id: state["score"][0], slip.entry_b_id: state["score"][1]}
    kind = ScoreReport.Kind.TIME if state["lost_on_time"] else ScoreReport.Kind.PLAYED
    if is_session(slip.pairing.round):
        return session_claim(score, kind)
    return Claim(_entry(slip, state["winner"]), score, kind)


def _entry(slip: Slip, seat: str) -> int:
    return slip.entry_a_id if seat == "A" else slip.entry_b_id
