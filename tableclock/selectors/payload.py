"""What a device at a table gets: the match, its log, and what has become of the result. The same on the page and in the API."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_countries import countries

from tableclock.models import ClockEvent, TableClock
from tableclock.selectors.formats import format_of
from tableclock.selectors.links import complete_slips
from tableclock.selectors.versions import ClockVersion, digests_of
from tournaments.bracket.selectors.names import names_of
from tournaments.core.short_names import surname
from tournaments.models import Entry, ScoreReport, Slip, Tournament
from tournaments.venue.selectors.venue import SlipRow, rows
from tournaments.venue.services.reporting import result_of
from web.bounded_cache import BoundedCache

State = ScoreReport.State
MOST_MATCHES = 5000
READ_BESIDE = 40
MOST_SENT = 20
"""So many events reach the other devices by the stream; for more they ask."""
_matches: BoundedCache[dict[str, Any]] = BoundedCache(MOST_MATCHES)


@dataclass(frozen=True, slots=True)
class KnownLog:
    """What a device has already: the match, and its events up to this serial."""

    slip: int = 0
    serial: int = 0


def server_ms(now: datetime) -> int:
    return int(now.timestamp() * 1000)


def clock_payload(version: ClockVersion, now: datetime, known: KnownLog) -> dict[str, Any]:
    """The whole state of a link, with the events that the device has not got. One query where the match shows what it did before."""
    empty = {"now": server_ms(now), "key": version.key, "match": None, "serial": 0, "events": []}
    if version.slip is None:
        return empty
    match = _match(version.slip, version.digest)
    if match is None:
        return empty
    after = known.serial if known.slip == version.slip else 0
    events = events_json(version.slip, after) if version.serial > after else []
    return empty | {"match": match, "serial": version.serial, "events": events}


def log_change(payload: dict[str, Any], known: KnownLog) -> dict[str, Any] | None:
    """What other devices of the table are sent of what this payload answers to, so that they need not ask: the match, and all events after
    the serial `after`. It helps those that show this match in this language. None where there is nothing to send, or too much."""
    match, events = payload["match"], payload["events"]
    if match is None or known.slip != match["slip"] or not 0 < len(events) <= MOST_SENT:
        return None
    sent = {name: payload[name] for name in ("key", "match", "serial", "events")}
    return sent | {"after": known.serial, "language": get_language()}


def _match(slip_id: int, digest: str) -> dict[str, Any] | None:
    """What is shown of a match beside its log; it stays the same while its digest does. None once its round was drawn again."""
    match = _matches.get((slip_id, digest, get_language()))
    return match if match is not None else _read(slip_id, digest)


def _read(slip_id: int, digest: str) -> dict[str, Any] | None:
    """The same from the database, together with matches beside it that nobody has read yet: a whole room opens its clocks at once.

    Stored only if the digest, which was read first, is still that of the match after everything else was read.
    """
    language = get_language()
    digests = digests_of(_beside(slip_id)) | {slip_id: digest}
    digests = {pk: d for pk, d in digests.items() if _matches.get((pk, d, language)) is None}
    slips = {slip.pk: slip for slip in complete_slips().filter(pk__in=digests)}
    slip = slips.get(slip_id)
    if slip is None or slip.pairing.round.voided_at is not None:
        return None
    tournament = slip.pairing.stage.tournament
    listed = rows(Slip.objects.filter(pk__in=slips), tournament, names_of(tournament))
    clocks = {clock.slip_id: clock for clock in TableClock.objects.filter(slip__in=slips)}
    matches = {
        row.id: match_json(slips[row.id], row, tournament, clocks.get(row.id)) for row in listed
    }
    after = digests_of(matches)
    for pk, match in matches.items():
        if after.get(pk) == digests[pk]:
            _matches.put((pk, digests[pk], language), match, 1)
    return matches.get(slip_id)


def _beside(slip_id: int) -> list[int]:
    """Open matches of the same round that come after this one. One query."""
    same_round = Slip.objects.filter(pk=slip_id).values("pairing__round")
    slips = Slip.objects.filter(
        pairing__round__in=same_round, pk__gt=slip_id, closed_at=None, voided_at=None
    )
    return list(slips.order_by("pk").values_list("pk", flat=True)[:READ_BESIDE])


def events_json(slip: int, after: int) -> list[dict[str, Any]]:
    """The events that arrived after one of them, in the order of arrival."""
    columns = ("serial", "device", "number", "kind", "at_ms", "data")
    events = ClockEvent.objects.filter(clock__slip=slip, serial__gt=after).order_by("serial")
    return [
        {"serial": serial, "device": device, "n": n, "kind": kind, "at": at, "data": data}
        for serial, device, n, kind, at, data in events.values_list(*columns)
    ]


def match_json(
    slip: Slip, row: SlipRow, tournament: Tournament, clock: TableClock | None
) -> dict[str, Any]:
    format = clock.format if clock else format_of(slip).to_json()
    names = _short(row.names)
    return {
        "slip": slip.pk,
        "format": format,
        "players": [
            player_json(name, short, entry, is_team=row.teams is not None)
            for name, short, entry in zip(
                row.names, names, (slip.entry_a, slip.entry_b), strict=True
            )
        ],
        "round": row.round_name,
        "table": row.table,
        "tournament": tournament.name,
        "slip_url": reverse("slip", args=[row.code]),
        "status": _status(slip, row),
        "reports": [_report_json(report.side, report, row) for report in row.reports],
        "result": _result_json(slip, row),
    }


def _status(slip: Slip, row: SlipRow) -> str:
    """The state of the slip, or `void`. A match that is only taken to have begun, some minutes after the call, is not playing here:
    else hundreds of devices would ask anew at once for what they do not show."""
    if slip.voided_at:
        return "void"
    if row.state == "playing" and row.begun_at is None:
        return "called" if row.table is not None else "waits"
    return row.state


def player_json(name: str, short: str, entry: Entry, *, is_team: bool) -> dict[str, Any]:
    code = "" if is_team else str(entry.player.country or "")
    return {
        "name": name,
        "short": short,
        "country": countries.name(code) if code else "",
        "flag": static(f"flags/{code.upper()}.svg") if code else "",
    }


def _short(names: tuple[str, str]) -> tuple[str, str]:
    """Surnames, unless both have the same."""
    first, second = surname(names[0]), surname(names[1])
    return (first, second) if first != second else names


def _report_json(side: int | None, report: Any, row: SlipRow) -> dict[str, Any]:
    return {
        "seat": "A" if side == row.entries[0] else "B" if side == row.entries[1] else "",
        "state": report.state,
        "stands_at": server_ms(report.stands_at) if report.stands_at else None,
        "score": list(report.score) if report.score else None,
    }


def _result_json(slip: Slip, row: SlipRow) -> dict[str, Any] | None:
    """The result that counts, in words."""
    result = result_of(slip) if row.closed_at else None
    if result is None:
        return None
    score = result.score or {}
    points = [int(score.get(str(pk), 0)) for pk in row.entries] if score else None
    name = row.names[row.entries.index(result.winner_id)] if result.winner_id in row.entries else ""
    text = _("Winner: %(name)s") % {"name": name} if name else _("Tie")
    return {"text": text, "score": points}
