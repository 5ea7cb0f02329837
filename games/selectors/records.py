"""Matches as records: what files, the review page, statistics and certificates are made from."""

from datetime import datetime

from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match
from games.records.story import Record, tell
from games.selectors.sheets import log_of, sheet_of, spans_of
from games.sheet import names_of


def record_of(match: Match, until: datetime | None = None) -> Record:
    """The whole match, or as much of it as had happened by `until` (games.selectors.hidden_from)."""
    log = log_of(match.pk, until)
    rules = Rules.from_json(match.rules)
    clock = None if match.clock is None else ClockSettings.from_json(match.clock)
    seats = sheet_of(match).seats
    context = match.context
    return Record(
        match_id=str(match.pk),
        names=(names_of(seats["A"]), names_of(seats["B"])),
        rules=rules,
        clock=clock,
        moments=tuple(tell(rules, clock, log, spans_of(match, log))),
        title=context.get("title") or "",
        subtitle=context.get("subtitle") or "",
    )
