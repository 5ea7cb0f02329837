"""Matches as records: what files, the review page, statistics and certificates are made from."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from games.engine import actions
from games.engine.clock import ClockSettings, Outages
from games.engine.rules import Rules
from games.loaded_match import names_of
from games.models import Action, Match, Outage
from games.outage_clock import Spans, as_charged
from games.records.replay import MatchRecord, replay
from games.selectors.loaded_matches import Log, log_of, seats_at, spans_of, vacations_at
from games.timestamps import to_ms


def record_of(match: Match, until: datetime | None = None) -> MatchRecord:
    """The match as it was read, or as much of it as had happened by `until` (games.selectors.hidden_from).

    What came since it was read is left out: nobody has asked whether it may be seen.
    """
    log = log_of(match.pk, until)[: match.seq]
    return _record(match, log, spans_of(match, log))


def records_of(
    matches: Sequence[Match], until: Mapping[UUID, datetime | None]
) -> Iterator[MatchRecord]:
    """Many, in their order, each as far as `until`; two queries and those of SEATS, if prefetched.

    All their logs are in memory until the last record is made: give some dozens at a time.
    """
    logs = _logs(matches, until)
    outages = list(Outage.objects.order_by("started_at")) if matches else []
    for match in matches:
        log = logs[match.pk][: match.seq]
        spans = [
            (outage.started_at, outage.ended_at)
            for outage in outages
            if outage.ended_at > match.created_at
        ]
        lost: Spans = tuple((to_ms(start), to_ms(end)) for start, end in spans)
        times = [at for _, at in log]
        charged = as_charged(lost, times) if match.clock is not None else ()
        yield _record(match, log, (*charged, *vacations_at(match)))


def _logs(matches: Sequence[Match], until: Mapping[UUID, datetime | None]) -> dict[UUID, Log]:
    logs: dict[UUID, Log] = {match.pk: [] for match in matches}
    rows = Action.objects.filter(match__in=logs).order_by("match", "seq")
    for match_id, kind, seat, payload, at in rows.values_list(
        "match", "kind", "seat", "payload", "at"
    ):
        end = until.get(match_id)
        if end is None or at <= end:
            logs[match_id].append((actions.from_json(kind, seat, payload), to_ms(at)))
    return logs


def _record(match: Match, log: Log, outages: Outages) -> MatchRecord:
    rules = Rules.from_json(match.rules)
    clock = None if match.clock is None else ClockSettings.from_json(match.clock)
    seats, context = seats_at(match), match.context
    return MatchRecord(
        match_id=str(match.pk),
        names=(names_of(seats["A"]), names_of(seats["B"])),
        rules=rules,
        clock=clock,
        entries=tuple(replay(rules, clock, log, outages)),
        title=context.get("title") or "",
        subtitle=context.get("subtitle") or "",
    )
