"""When has what a clock shows changed? For the event stream that phones at a table listen to (games/live/watch_feed.py), and for
devices that ask with the key of what they have.

Most changes of a tournament are about other matches: 300 phones do not ask anew because one match has begun.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple
from zlib import crc32

from django.db import connection
from django.db.models import F, FilteredRelation, Q

from tableclock.models import ClockLink, LinkPurpose
from tableclock.selectors.formats import format_of_round
from tournaments.bracket.selectors.names import Names, names_of
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import ScoreReport, Slip, Tournament
from web.bounded_cache import BoundedCache

CLOCK, OVERLAY = LinkPurpose.CLOCK.value, LinkPurpose.OVERLAY.value
NO_MATCH = "none"
MOST_MATCHES = 20_000
MOST_DRAWN = 2_000
TEAM = Tournament.EntryKind.TEAM
SHOWN = (
    "board", "voided_at", "closed_at", "begun_at", "disputed_at", "clock__created_at",
    "entry_a__name", "entry_a__attempt", "entry_a__player__name", "entry_a__player__country",
    "entry_b__name", "entry_b__attempt", "entry_b__player__name", "entry_b__player__country",
)  # fmt: skip
"""Columns of a slip that a device shows, or that decide what it shows."""


class LinkState(NamedTuple):
    """The match that a link opens now, the serial of its log (0 without a clock), and the version of its tournament."""

    slip: int
    serial: int
    tournament_version: int


class ClockVersion(NamedTuple):
    """Of what the link of a clock shows: its key, and what that is made of. `slip` is None while no match is at its table."""

    key: str
    slip: int | None = None
    serial: int = 0
    digest: str = ""


class _Drawn(NamedTuple):
    """Of a tournament: `rounds` is what each says of its matches."""

    name: str
    is_of_teams: bool
    rounds: dict[int, str]


_digests: BoundedCache[str] = BoundedCache(MOST_MATCHES)
"""By a slip and a version of its tournament, what a device shows of the match beside its log.

Of a tournament that delays its results, spectators read an older version than everybody else.
"""

_drawn: BoundedCache["_Drawn"] = BoundedCache(MOST_DRAWN)
"""By a tournament and its version, what its matches have in common."""


def versions_of(codes: Collection[str]) -> dict[str, str]:
    """By the code of a clock's link: a text that changes with the match, its clock and the result.

    One query while their tournaments stand as they are, six at most where one has changed.
    """
    return _versions(_states(codes, CLOCK))


def version_of(code: str) -> ClockVersion:
    """The version of one clock."""
    state = _states([code], CLOCK).get(code)
    if state is None:
        return ClockVersion(NO_MATCH)
    digest = _digests_of([state])[state.slip]
    return ClockVersion(_key(state, digest), state.slip, state.serial, digest)


def overlay_versions_of(codes: Collection[str]) -> dict[str, str]:
    """The same by the code of an overlay's link. Without a clock it changes with the score sheet, too."""
    states = _states(codes, OVERLAY)
    on_paper = {code: s for code, s in states.items() if s is not None and not s.serial}
    return _versions(states) | {
        code: f"{s.slip}.0.v{s.tournament_version}" for code, s in on_paper.items()
    }


def _versions(states: Mapping[str, LinkState | None]) -> dict[str, str]:
    digests = _digests_of({state for state in states.values() if state is not None})
    return {
        code: NO_MATCH if state is None else _key(state, digests[state.slip])
        for code, state in states.items()
    }


def _key(state: LinkState, digest: str) -> str:
    return f"{state.slip}.{state.serial}.{digest}"


def _states(codes: Collection[str], purpose: str) -> dict[str, LinkState | None]:
    """By the code of a link that works; None while no match is at its table. One query."""
    if not codes:
        return {}
    text, before = _query(len(codes), purpose)
    with connection.cursor() as cursor:
        cursor.execute(text, (*before, *codes))
        rows = cursor.fetchall()
    return {
        code: LinkState(slip, serial or 0, version) if slip is not None else None
        for code, own, own_serial, own_version, at_table, serial_there, version_there in rows
        for slip, serial, version in [
            (own, own_serial, own_version)
            if own is not None
            else (at_table, serial_there, version_there)
        ]
    }


@cache
def _query(number: int, purpose: str) -> tuple[str, tuple[Any, ...]]:
    """The SQL for so many codes and its first values; cached, because compiling it takes longer than running it."""
    at_table = FilteredRelation("table__uses", condition=Q(table__uses__ended_at=None))
    rows = (
        ClockLink.objects.annotate(now=at_table)
        .order_by()
        .filter(purpose=purpose, withdrawn_at=None)
        .filter(code__in=[str(n) for n in range(number)])
        .values_list(
            "code",
            "slip_id", "slip__clock__serial", "slip__pairing__stage__tournament__version",
            "now__slip_id", "now__slip__clock__serial",
            "now__slip__pairing__stage__tournament__version",
        )
    )  # fmt: skip
    text, values = rows.query.sql_with_params()
    return text, values[: len(values) - number]


def digests_of(slips: Collection[int]) -> dict[int, str]:
    """The digests of matches as they are now; those that are gone are left out."""
    rows = Slip.objects.filter(pk__in=slips).order_by()
    columns = rows.values_list("pk", "pairing__stage__tournament__version")
    return _digests_of([LinkState(pk, 0, version) for pk, version in columns])


def _digests_of(states: Collection[LinkState]) -> dict[int, str]:
    """By slip; those of tournaments that have changed since are computed again."""
    digests: dict[int, str] = {}
    outdated: dict[int, int] = {}
    for state in states:
        cached = _digests.get((state.slip, state.tournament_version))
        if cached is not None:
            digests[state.slip] = cached
        else:
            outdated[state.slip] = state.tournament_version
    for slip, digest in _computed_digests(outdated).items() if outdated else ():
        _digests.put((slip, outdated[slip]), digest, 1)
        digests[slip] = digest
    return {state.slip: digests.get(state.slip, "") for state in states}


def _computed_digests(versions: Mapping[int, int]) -> dict[int, str]:
    """The digests of these slips, each given with the version of its tournament; slips that are gone are left out.

    Five queries at most, and one for each further tournament.
    """
    slips = list(
        Slip.objects.filter(pk__in=versions)
        .annotate(
            at=FilteredRelation("uses", condition=Q(uses__ended_at=None)),
            table_number=F("at__table__number"),
        )
        .values_list(
            "pk", "pairing_id", "pairing__round", "pairing__stage__tournament", "closed_at",
            "table_number", *SHOWN,
        )
    )  # fmt: skip
    drawn = _drawn_of({(row[3], versions[row[0]]) for row in slips})
    slips = [row for row in slips if row[3] in drawn]  # a tournament may be removed meanwhile
    reports = _open_reports(slips)
    results = _counting_results({row[1] for row in slips if row[4] is not None})
    digests = {}
    for slip, pairing, stage_round, tournament_id, _closed, *columns in slips:
        of = drawn[tournament_id]
        team_version = versions[slip] if of.is_of_teams else 0
        shown = (
            of.name, of.rounds.get(stage_round), columns, reports.get(slip),
            results.get(pairing), team_version,
        )  # fmt: skip
        digests[slip] = f"{crc32(repr(shown).encode()):x}"
    return digests


def _drawn_of(versions: Collection[tuple[int, int]]) -> dict[int, _Drawn]:
    """Of tournaments, each given with its version; those that are gone are left out. No query while they stand as they are."""
    drawn = {pk: cached for pk, version in versions if (cached := _drawn.get((pk, version)))}
    outdated = {pk: version for pk, version in versions if pk not in drawn}
    tournaments = Tournament.objects.in_bulk(outdated) if outdated else {}
    for pk, tournament in tournaments.items():
        rounds = _rounds(tournament, names_of(tournament))
        drawn[pk] = _Drawn(tournament.name, tournament.entry_kind == TEAM, rounds)
        _drawn.put((pk, outdated[pk]), drawn[pk], 1)
    return drawn


def _rounds(tournament: Tournament, names: Names) -> dict[int, str]:
    """What its round says of a match: its name, whatever the language, and the format. Without the rounds that were voided."""
    return {
        row.pk: repr(
            (row.name_key, row.section, names.sections[row.stage_id],
             format_of_round(tournament, row).to_json())
        )
        for row in names.rounds.values()
    }  # fmt: skip


def _open_reports(slips: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    """The open reports of these slips, by slip."""
    listed = ScoreReport.objects.filter(
        slip__in=[row[0] for row in slips], state__in=ScoreReport.OPEN
    )
    reports: dict[int, list[tuple[Any, ...]]] = {}
    for slip, *report in listed.order_by("pk").values_list("slip_id", "pk", "state", "stands_at"):
        reports.setdefault(slip, []).append(tuple(report))
    return reports


def _counting_results(pairings: Collection[int]) -> dict[int, list[int]]:
    """The results that count in these pairings, by pairing. No query without any."""
    results: dict[int, list[int]] = {}
    if pairings:
        listed = counting_results().filter(pairing__in=pairings)
        for pairing, result in listed.values_list("pairing_id", "pk"):
            results.setdefault(pairing, []).append(result)
    return results
