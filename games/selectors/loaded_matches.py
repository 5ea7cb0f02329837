"""Matches read into memory, whole: one query for rows, one for seats, one more only for revealed seeds."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from games.engine import actions
from games.engine.clock import ClockSettings, Outages
from games.engine.rules import Rules
from games.engine.table import Table
from games.loaded_match import (
    LoadedMatch,
    SeatedPlayer,
    Seats,
    VacationSpans,
    seats_named,
    seats_of_pairs,
)
from games.models import Action, Match, MatchKind, MatchSeat, Outage
from games.outage_clock import as_charged
from games.selectors.seats import SEATS, match_with_seats
from games.selectors.seeds import revealed_seeds
from games.selectors.vacations import is_correspondence, vacation_spans
from games.timestamps import to_ms, to_ms_or_none

Log = list[tuple[actions.Action, int]]


def load_match(match: Match) -> LoadedMatch:
    """A match at hand, loaded; queries only for seats not prefetched and for revealed seeds."""
    revealed = revealed_seeds([match.pk]).get(match.pk, {}) if match.is_over else {}
    return LoadedMatch(
        match_id=match.pk,
        seq=match.seq,
        kind=match.kind,
        table=Table.from_json(match.state),
        context=match.context,
        next_at=to_ms_or_none(match.next_at),
        flag_at=to_ms_or_none(match.flag_at),
        seats=seats_at(match),
        revealed=revealed,
        vacations=() if match.is_over else vacations_at(match),
    )


def load_matches(match_ids: Iterable[UUID]) -> dict[UUID, LoadedMatch]:
    """Many at once."""
    matches = Match.objects.filter(pk__in=list(match_ids)).prefetch_related(SEATS)
    return {match.pk: load_match(match) for match in matches}


def load_match_at(match_id: UUID, until: datetime) -> LoadedMatch | None:
    """The match as it stood at `until`, folded from its log: for spectators who see it later.

    None when there is no such match, or it did not exist yet.
    """
    match = match_with_seats(match_id)
    if match is None:
        return None
    seq = Action.objects.filter(match=match_id, at__lte=until).count()
    if not seq:
        return None
    if seq == match.seq:
        return replace(load_match(match), next_at=None)
    table = _table_at(match, seq)
    return LoadedMatch(
        match_id=match.pk,
        seq=seq,
        kind=match.kind,
        table=table,
        context=match.context,
        next_at=None,
        flag_at=table.flag_at(),
        seats=seats_at(match),
    )


def _table_at(match: Match, seq: int) -> Table:
    """The fold of the first `seq` actions. Everybody who watches late asks for the same one, so it is kept a while."""
    outages = Outage.objects.filter(ended_at__gt=match.created_at).count() if match.clock else 0
    return _folded(match.pk, seq, outages, vacations_at(match))


@lru_cache(maxsize=256)
def _folded(match_id: UUID, seq: int, _outages: int, _vacations: VacationSpans) -> Table:
    """A log is only added to, so its beginning folds to the same for ever, but for outages and vacations noted since."""
    match = Match.objects.get(pk=match_id)
    return fold(match, log_of(match_id)[:seq])


def log_of(match_id: UUID, until: datetime | None = None) -> Log:
    """The log as the engine reads it: actions and milliseconds, in order."""
    rows = Action.objects.filter(match=match_id).order_by("seq")
    if until is not None:
        rows = rows.filter(at__lte=until)
    return [
        (actions.from_json(kind, seat, payload), to_ms(at))
        for kind, seat, payload, at in rows.values_list("kind", "seat", "payload", "at")
    ]


def fold(match: Match, log: Log) -> Table:
    """What the log folds to: must be the snapshot when the log is whole."""
    clock = None if match.clock is None else ClockSettings.from_json(match.clock)
    return Table.replay(Rules.from_json(match.rules), clock, log, spans_of(match, log))


def spans_of(match: Match, log: Log) -> Outages:
    """The outages and vacations that this match's clocks did not count."""
    if match.clock is None:
        return ()
    rows = Outage.objects.filter(ended_at__gt=match.created_at).order_by("started_at")
    spans = tuple((to_ms(outage.started_at), to_ms(outage.ended_at)) for outage in rows)
    return (*as_charged(spans, [at for _, at in log]), *vacations_at(match))


def vacations_at(match: Match) -> VacationSpans:
    """The vacations that count at this table: none unless it is correspondence. One query."""
    if not is_correspondence(match):
        return ()
    return vacation_spans(seats_at(match), to_ms(match.created_at))


def seats_at(match: Match) -> Seats:
    if match.kind == MatchKind.IMPORTED:
        return seats_named(match.context.get("names", {}))
    return seats_of_pairs((seat_row.seat, _seated(seat_row)) for seat_row in match.seats.all())


def _seated(seat_row: MatchSeat) -> SeatedPlayer:
    player = seat_row.player
    suspended = player.user is not None and player.user.is_suspended
    country = str(player.country)
    return SeatedPlayer(player.pk, player.name, country, player.bot_kind, player.user_id, suspended)
