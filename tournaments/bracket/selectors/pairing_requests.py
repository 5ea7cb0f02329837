"""Pairing requests as the stage that obeys them reads them, and as rows for pages."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.bracket.selectors.names import titles_of
from tournaments.core.pairing_request_texts import request_text
from tournaments.formats.base import Entry
from tournaments.formats.registry import FORMATS
from tournaments.formats.requests import NO_REQUESTS, Requests, forbidden_label
from tournaments.models import PairingRequest, Tournament
from web.bidi import isolate

Kind = PairingRequest.Kind
RequestRows = tuple[tuple[Any, ...], ...]  # kind, entry, other, round
Labels = dict[Entry, frozenset[str]]


@dataclass(frozen=True, slots=True)
class RequestRow:
    """A request that counts, with what it asks in words."""

    id: int
    kind: str
    entry: int
    other: int | None
    round: int | None
    text: str
    reason: str


def request_stage(agreed: Mapping[str, Any]) -> int | None:
    """The number of the stage that obeys requests: the first that pairs everybody round by round. No query."""
    formats = [agreed["format"], *(stage["format"] for stage in agreed.get("later_stages") or [])]
    numbers = (n for n, name in enumerate(formats, start=1) if FORMATS[name].takes_requests)
    return next(numbers, None)


def stored_requests(tournament: Tournament, stage: int) -> RequestRows:
    """The requests that this stage obeys. One query, none where it obeys none."""
    if request_stage(tournament.agreed) != stage:
        return ()
    rows = PairingRequest.objects.filter(tournament=tournament.pk, revoked_at=None)
    return tuple(rows.order_by("pk").values_list("kind", "entry_id", "other_id", "round"))


def requests_from(rows: RequestRows) -> Requests:
    """The same as a format reads them."""
    if not rows:
        return NO_REQUESTS
    byes: dict[Entry, frozenset[int]] = {}
    last: dict[Entry, int] = {}
    wished: dict[int, tuple[tuple[Entry, Entry], ...]] = {}
    for kind, entry, other, number in rows:
        if kind == Kind.BYE:
            byes[entry] = byes.get(entry, frozenset()) | {number}
        elif kind == Kind.LEAVES:
            last[entry] = min(number, last.get(entry, number))
        elif kind == Kind.WISHED:
            wished[number] = (*wished.get(number, ()), (entry, other))
    return Requests(byes, last, wished)


def with_forbidden(labels: Labels, rows: Iterable[tuple[Any, ...]]) -> Labels:
    """The labels with one more for each two who must not meet."""
    kept = dict(labels)
    for kind, entry, other, _number in rows:
        if kind == Kind.FORBIDDEN:
            for either in (entry, other):
                kept[either] = kept.get(either, frozenset()) | {forbidden_label(entry, other)}
    return kept


def request_rows(tournament: Tournament) -> list[RequestRow]:
    """All requests that count, the oldest first. Two queries."""
    rows = list(PairingRequest.objects.filter(tournament=tournament, revoked_at=None))
    titles = titles_of(tournament) if rows else {}
    return [_row(row, titles) for row in rows]


def _row(row: PairingRequest, titles: Mapping[int, str]) -> RequestRow:
    second = isolate(titles.get(row.other_id, "?")) if row.other_id else ""
    names = (isolate(titles.get(row.entry_id, "?")), second)
    text = request_text(row.kind, names, row.round)
    return RequestRow(row.pk, row.kind, row.entry_id, row.other_id, row.round, text, row.reason)
